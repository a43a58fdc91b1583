"""Import of the download of a course system on the staff page."""

from __future__ import annotations

import tempfile
from pathlib import Path

from starlette.responses import Response

from outply.classroom.imports import import_download
from outply.classroom.uploads import safe_name
from outply.errors import UserError
from outply.web.classroom.access import RefusedError
from outply.web.classroom.server import ClassRequest


def import_submissions(request: ClassRequest) -> Response:
    """Import the uploaded archive and show what was imported, skipped and unknown."""
    file = request.form.files.get("program")
    if file is None or not file.name:
        raise RefusedError(422, "choose the archive of a course system first")
    with tempfile.TemporaryDirectory(prefix="outply-import-") as work:
        path = Path(work, safe_name(file.name) or "download")
        path.write_bytes(file.data)
        try:
            deadline = request.form.fields.get("deadline", "")
            report = import_download(request.classroom, path, request.actor, deadline)
        except UserError as error:
            raise RefusedError(422, str(error).replace(f"{work}/", "")) from None
    request.server.wake()
    return request.page("import", report=report)
