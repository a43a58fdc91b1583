"""Served pages with their scripts and style sheets, kept compressed in memory.

The names of scripts and style sheets contain a hash of their content, so that browsers keep them and request only
the page again.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import PurePosixPath

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response

from outply.report.base.assets import asset, asset_bytes

MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
GZIP_HEADERS = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATED = "no-cache"
PAGES = ("play.html", "tree.html", "puzzles.html")
# In the order of imports: a script contains the hashes of the scripts that it imports.
PAGE_ASSETS = (
    "play.css",
    "play-chunk.js",
    "play-dialogs.js",
    "play.js",
    "tree.css",
    "tree.js",
    "puzzles.css",
    "puzzles.js",
)
ICONS = ("icon-192.png", "icon-512.png", "icon-maskable-512.png")
MANIFEST = "manifest.webmanifest"
SERVICE_WORKER = "service-worker.js"
OFFLINE_PAGES = {"/": "play.html", "/puzzles": "puzzles.html"}
"""Pages that the service worker keeps, by their paths."""

INITIAL_DATA = '<script type="application/json" id="initial-data">'


class StaticFiles:
    """The served pages and the files they load."""

    def __init__(self) -> None:
        self.manifest: dict[str, str] = {}
        """The served name of each script and style sheet, such as `play-0123456789abcdef.js`."""

        self._files = {}
        for name in PAGE_ASSETS:
            text = self._with_hashes(asset(name), "./")
            self.manifest[name] = hashed_name(name, text.encode())
            self._files[self.manifest[name]] = StaticFile(name, text.encode(), IMMUTABLE)
        for name in ICONS:
            content = asset_bytes(name)
            self.manifest[name] = hashed_name(name, content)
            self._files[self.manifest[name]] = StaticFile(name, content, IMMUTABLE)
        self._texts = {name: self._with_hashes(asset(name), "static/") for name in PAGES}
        self._pages = {name: StaticFile(name, text.encode(), REVALIDATED) for name, text in self._texts.items()}
        manifest = self._with_hashes(asset(MANIFEST), "static/")
        self._pages[MANIFEST] = StaticFile(MANIFEST, manifest.encode(), REVALIDATED)

    def embed(self, page: str, data: str) -> None:
        """Put `data`, a JSON text, into the page called `page`, for its script to read."""
        escaped = data.replace("<", "\\u003c")  # the text must not end the element that contains it
        text = self._texts[page].replace(INITIAL_DATA, INITIAL_DATA + escaped)
        self._pages[page] = StaticFile(page, text.encode(), REVALIDATED)

    def page(self, name: str, headers: Headers) -> Response:
        """Return the response to a request for a page or the manifest `name` with the given request headers."""
        return self._pages[name].respond(headers)

    def file(self, name: str, headers: Headers) -> Response:
        """Return the response to a request for the script or style sheet with the served name `name`."""
        if name not in self._files:
            raise HTTPException(404, "page not found")
        return self._files[name].respond(headers)

    def service_worker(self, headers: Headers) -> Response:
        """Return the response to a request for the service worker; any change of a file changes its version."""
        kept = [name for name in self.manifest if not name.startswith("tree") and name not in ICONS[1:]]
        files = [f"/static/{self.manifest[name]}" for name in kept]
        pages = [self._pages[name].etag for name in (*OFFLINE_PAGES.values(), MANIFEST)]
        script = asset(SERVICE_WORKER)
        version = _digest("".join([*files, *pages, script]).encode())
        shell = {"version": version, "pages": list(OFFLINE_PAGES), "files": [*files, f"/{MANIFEST}"]}
        text = f"self.shell = {json.dumps(shell)};\n{script}"
        return StaticFile(SERVICE_WORKER, text.encode(), REVALIDATED).respond(headers)

    def _with_hashes(self, text: str, folder: str) -> str:
        for name, served in self.manifest.items():
            text = text.replace(f'"{folder}{name}"', f'"{folder}{served}"')
        return text


def hashed_name(name: str, content: bytes) -> str:
    """Return a file name with the hash of the file's content."""
    path = PurePosixPath(name)
    return f"{path.stem}-{_digest(content)}{path.suffix}"


class StaticFile:
    """The content of a file, also in compressed form, with its ETag."""

    def __init__(self, name: str, content: bytes, cache_control: str) -> None:
        self._body = content
        self._compressed = gzip.compress(self._body, 9, mtime=0)
        self._media_type = MEDIA_TYPES[PurePosixPath(name).suffix]
        self.etag = f'"{_digest(self._body)}"'
        self._headers = {"ETag": self.etag, "Cache-Control": cache_control}

    def respond(self, headers: Headers) -> Response:
        if headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=self._headers)
        if "gzip" in headers.get("accept-encoding", ""):
            return Response(self._compressed, media_type=self._media_type, headers=self._headers | GZIP_HEADERS)
        return Response(self._body, media_type=self._media_type, headers=self._headers)


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]
