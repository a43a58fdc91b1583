"""Served pages with their scripts and style sheets, kept compressed in memory.

The names of scripts and style sheets contain a hash of their content, so that browsers keep them and request only
the page again.
"""

from __future__ import annotations

import gzip
import hashlib
from pathlib import PurePosixPath

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response

from outply.report.base.assets import asset

MEDIA_TYPES = {".css": "text/css", ".html": "text/html", ".js": "text/javascript"}
GZIP_HEADERS = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATED = "no-cache"
PAGES = ("play.html", "tree.html")
PAGE_ASSETS = ("play.css", "play.js", "tree.css", "tree.js")


class StaticFiles:
    """The served pages and the files they load."""

    def __init__(self) -> None:
        self.manifest = {name: hashed_name(name, asset(name)) for name in PAGE_ASSETS}
        """The served name of each script and style sheet, such as `play-0123456789abcdef.js`."""

        self._files = {served: StaticFile(name, asset(name), IMMUTABLE) for name, served in self.manifest.items()}
        self._pages = {name: StaticFile(name, self._with_hashes(asset(name)), REVALIDATED) for name in PAGES}

    def page(self, name: str, headers: Headers) -> Response:
        """Return the response to a request for the page `name` with the given request headers."""
        return self._pages[name].respond(headers)

    def file(self, name: str, headers: Headers) -> Response:
        """Return the response to a request for the script or style sheet with the served name `name`."""
        if name not in self._files:
            raise HTTPException(404, "page not found")
        return self._files[name].respond(headers)

    def _with_hashes(self, page: str) -> str:
        for name, served in self.manifest.items():
            page = page.replace(f'"static/{name}"', f'"static/{served}"')
        return page


def hashed_name(name: str, text: str) -> str:
    """Return a file name with the hash of the file's content."""
    path = PurePosixPath(name)
    return f"{path.stem}-{_digest(text.encode())}{path.suffix}"


class StaticFile:
    """The content of a file, also in compressed form, with its ETag."""

    def __init__(self, name: str, text: str, cache_control: str) -> None:
        self._body = text.encode()
        self._compressed = gzip.compress(self._body, mtime=0)
        self._media_type = MEDIA_TYPES[PurePosixPath(name).suffix]
        self._headers = {"ETag": f'"{_digest(self._body)}"', "Cache-Control": cache_control}

    def respond(self, headers: Headers) -> Response:
        if headers.get("if-none-match") == self._headers["ETag"]:
            return Response(status_code=304, headers=self._headers)
        if "gzip" in headers.get("accept-encoding", ""):
            return Response(self._compressed, media_type=self._media_type, headers=self._headers | GZIP_HEADERS)
        return Response(self._body, media_type=self._media_type, headers=self._headers)


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]
