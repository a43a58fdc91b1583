"""Parse the bodies of forms: URL-encoded, or multipart with files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from email.parser import BytesHeaderParser
from urllib.parse import parse_qsl

MAX_FIELDS = 50
URL_ENCODED, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"


class FormError(Exception):
    """The body is not a valid form; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormFile:
    """An uploaded file. The name is untrusted."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """The fields and files of a form, by name; of several with one name, the last."""

    fields: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, FormFile] = field(default_factory=dict)


def parse_form(content_type: str, body: bytes) -> Form:
    """Parse the body of a request with this Content-Type. A body without a type must be empty.

    Raises FormError if the body is malformed or has another type.
    """
    header = Message()
    header["Content-Type"] = content_type or URL_ENCODED
    kind = header.get_content_type()
    if kind == URL_ENCODED:
        try:
            pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS)
        except ValueError:
            raise FormError("the form is malformed") from None
        return Form(fields=dict(pairs))
    boundary = header.get_param("boundary")
    if kind != MULTIPART or not isinstance(boundary, str) or not boundary:
        raise FormError(f"expected a form ({URL_ENCODED} or {MULTIPART})")
    return _parse_multipart(boundary, body)


def _parse_multipart(boundary: str, body: bytes) -> Form:
    """Parse a multipart body (RFC 7578)."""
    delimiter = b"\r\n--" + boundary.encode(errors="replace")
    # The first delimiter may be at the very start, without a line break before it.
    parts = (b"\r\n" + body).split(delimiter)
    if len(parts) < 3 or not parts[-1].startswith(b"--") or len(parts) > MAX_FIELDS + 2:
        raise FormError("the form is malformed")
    fields: dict[str, str] = {}
    files: dict[str, FormFile] = {}
    for part in parts[1:-1]:
        head, separator, data = part.partition(b"\r\n\r\n")
        if not separator:
            raise FormError("the form is malformed")
        headers = BytesHeaderParser().parsebytes(head.lstrip(b"\r\n"))
        name = headers.get_param("name", header="content-disposition")
        if not isinstance(name, str):
            raise FormError("the form has a field without a name")
        try:
            file_name = headers.get_filename()
        except ValueError:  # a character set that cannot decode the name, such as idna
            raise FormError("the form is malformed") from None
        if file_name is None:
            fields[name] = data.decode(errors="replace")
        else:
            files[name] = FormFile(name=file_name, data=data)
    return Form(fields=fields, files=files)
