"""Static files, read once and kept compressed, because the first load of the page requests forty files."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

MEDIA_TYPES = {".css": "text/css", ".html": "text/html", ".js": "text/javascript"}
GZIP_HEADERS = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}


class StaticFolder:
    """ASGI application that serves the files of a folder; browsers revalidate each file by its ETag."""

    def __init__(self, folder: Path) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): StaticFile(path) for path in folder.rglob("*") if path.is_file()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, "files are read-only", {"Allow": "GET, HEAD"})
        await self.respond(name, Headers(scope=scope))(scope, receive, send)

    def respond(self, name: str, headers: Headers) -> Response:
        """Return the response to a request for the file `name` with the given request headers."""
        if name not in self._files:
            raise HTTPException(404, "page not found")
        return self._files[name].respond(headers)


class StaticFile:
    """The content of a file, also in compressed form, with its ETag."""

    def __init__(self, path: Path) -> None:
        self._body = path.read_bytes()
        self._compressed = gzip.compress(self._body, mtime=0)
        self._media_type = MEDIA_TYPES[path.suffix]
        self._headers = {"ETag": f'"{hashlib.sha256(self._body).hexdigest()[:16]}"', "Cache-Control": "no-cache"}

    def respond(self, headers: Headers) -> Response:
        if headers.get("if-none-match") == self._headers["ETag"]:
            return Response(status_code=304, headers=self._headers)
        if "gzip" in headers.get("accept-encoding", ""):
            return Response(self._compressed, media_type=self._media_type, headers=self._headers | GZIP_HEADERS)
        return Response(self._body, media_type=self._media_type, headers=self._headers)
