"""The installable web app: manifest, icons and service worker; and embedding in other pages."""

import json
import re
from typing import Any

from starlette.datastructures import Headers

from outply.web.middleware import security_headers
from outply.web.static_files import StaticFiles

NO_HEADERS = Headers({"accept-encoding": "identity"})


def shell_of(files: StaticFiles) -> Any:
    """Return the version and the file names that the service worker gets."""
    text = bytes(files.service_worker(NO_HEADERS).body).decode()
    found = re.match(r"self\.shell = (.*);\n", text)
    assert found is not None
    return json.loads(found[1])


def test_manifest_names_icons_that_are_served() -> None:
    files = StaticFiles()
    response = files.page("manifest.webmanifest", NO_HEADERS)
    assert response.media_type == "application/manifest+json"
    manifest = json.loads(bytes(response.body))
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        image = files.file(icon["src"].removeprefix("static/"), NO_HEADERS)
        assert (image.media_type, bytes(image.body)[:4]) == ("image/png", b"\x89PNG")


def test_service_worker_keeps_files_that_are_served() -> None:
    files = StaticFiles()
    shell = shell_of(files)
    assert shell["pages"] == ["/", "/puzzles"]
    scripts = [name for name in shell["files"] if name.startswith("/static/")]
    assert len(scripts) > 5
    for name in scripts:
        assert files.file(name.removeprefix("/static/"), NO_HEADERS).status_code == 200


def test_changed_page_changes_the_version_of_the_service_worker() -> None:
    files = StaticFiles()
    before = shell_of(files)
    assert shell_of(StaticFiles()) == before
    files.embed("play.html", "{}")
    after = shell_of(files)
    assert after["version"] != before["version"]
    assert after["files"] == before["files"]


def test_browser_asks_for_the_service_worker_again() -> None:
    files = StaticFiles()
    response = files.service_worker(NO_HEADERS)
    assert response.headers["Cache-Control"] == "no-cache"
    unchanged = files.service_worker(Headers({"if-none-match": response.headers["ETag"]}))
    assert unchanged.status_code == 304


def test_only_named_origins_may_embed_the_pages() -> None:
    assert security_headers()["Content-Security-Policy"].endswith("frame-ancestors 'none'")
    policy = security_headers(["https://one.example", "http://two.example:8000"])["Content-Security-Policy"]
    assert policy.endswith("frame-ancestors https://one.example http://two.example:8000")
    assert policy.startswith("default-src 'none'; script-src 'self';")
