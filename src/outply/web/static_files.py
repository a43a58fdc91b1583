"""The page's files, read once and kept compressed: a first load asks for forty of them."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

TYPES = {".css": "text/css", ".html": "text/html", ".js": "text/javascript"}
PACKED = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}


class Files:
    """Answers with the files of a folder; browsers ask again each time, and are told that nothing has changed."""

    def __init__(self, folder: Path) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): File(path) for path in folder.rglob("*") if path.is_file()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, "a file can only be read", {"Allow": "GET, HEAD"})
        await self.answer(name, Headers(scope=scope))(scope, receive, send)

    def answer(self, name: str, asked: Headers) -> Response:
        """Return the answer to whoever asks for the file with these headers."""
        if name not in self._files:
            raise HTTPException(404, "there is no such page")
        return self._files[name].answer(asked)


class File:
    """A file as it goes out."""

    def __init__(self, path: Path) -> None:
        self._body = path.read_bytes()
        self._packed = gzip.compress(self._body, mtime=0)
        self._type = TYPES[path.suffix]
        self._headers = {"ETag": f'"{hashlib.sha256(self._body).hexdigest()[:16]}"', "Cache-Control": "no-cache"}

    def answer(self, asked: Headers) -> Response:
        if asked.get("if-none-match") == self._headers["ETag"]:
            return Response(status_code=304, headers=self._headers)
        if "gzip" in asked.get("accept-encoding", ""):
            return Response(self._packed, media_type=self._type, headers=self._headers | PACKED)
        return Response(self._body, media_type=self._type, headers=self._headers)
