"""Protection of the class server, in process: roles, forms, hosts, uploads and untrusted text."""

import logging
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.routing import Route as StarletteRoute
from support.grading.archives import zipped
from support.web.classrooms import (
    KEYS,
    PROGRAM,
    SCRIPT,
    URL,
    Answer,
    Browser,
    FakeClock,
    Site,
    add_ladder_game,
    make_class,
    make_runner,
    multipart,
    person,
    submit,
    won,
)
from support.web.event_loops import run_coroutine

from outply.classroom.accounts import credentials
from outply.classroom.accounts.roles import Role
from outply.classroom.checks.check import CheckResult, PreflightReport
from outply.classroom.classroom import Classroom
from outply.classroom.ladder.games import key_of
from outply.classroom.submissions import get_submission
from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.job import BuildOutcome
from outply.web.classroom.app import MAX_UPLOADS_PER_PERSON, create_class_app
from outply.web.classroom.routes import ROUTES, Route
from outply.web.classroom.server import ClassServer

pytestmark = pytest.mark.unit

UNDECODABLE = b"--b\r\nContent-Disposition: form-data; name=program; filename*=%s''a.py\r\n\r\nx\r\n--b--\r\n"
FORMS = [route for route in ROUTES if route.method == "POST" and not route.is_api]


def add_released_run(classroom: Classroom, submission: int) -> int:
    """Add a deadline in the far future whose hidden results are released, with a result of a version."""
    path = classroom.folder / "class.toml"
    if "[[deadlines]]" not in path.read_text().replace("# [[", ""):
        (classroom.folder / "hidden").mkdir()
        text = '[[deadlines]]\nname = "Last/1"\ndue = 2099-01-01T00:00:00Z\nhidden_suite = "hidden"\n'
        path.write_text(f"{path.read_text()}\n{text}release_hidden = true\n")
    team = get_submission(classroom.database, submission).team
    classroom.database.execute("DELETE FROM hidden_run")
    values = {"deadline": "Last/1", "team": team, "submission": submission, "result_submission": submission}
    return classroom.database.insert(
        "hidden_run", **values, state="ready", queued_at=0, result=CheckResult().to_json()
    )


def request(site: Site, route: Route, role: Role) -> Answer:
    """Send a valid request of a person with this role to a route."""
    classroom = site.classroom
    browser = site.visitor() if role is Role.PUBLIC else site.session(KEYS[role])
    own = submit(classroom, "ann")
    make_runner(classroom).run_available()
    token = credentials.create_token(classroom.database, person(classroom, KEYS.get(role, "bob")).id, "x", 0)
    tokens = classroom.database.row("SELECT max(id) AS id FROM token")
    assert tokens is not None
    game = add_ladder_game(classroom, key_of(own.id), "greedy", won(1))
    path = route.path.replace(":path", "").format(
        game=game,
        run=add_released_run(classroom, own.id),
        deadline="Last/1",
        format="csv",
        secret=urlsplit(classroom.sign_in_link(person(classroom, "bob").id)).path.rpartition("/")[2],
        submission=own.id,
        person=person(classroom, "cyd").id,
        token=tokens["id"],
        name="",
    )
    if route.is_api:
        headers = {} if role is Role.PUBLIC else {"authorization": f"Bearer {token}"}
        return Browser(site.app).send(route.method, f"{path}?name=a.py", headers, PROGRAM)
    if route.method == "GET":
        return browser.get(path)
    file = ("a.py", PROGRAM)
    if path == "/staff/import":
        file = ("a.zip", zipped(classroom.folder / "a.zip", ("nil_1_2_agent.py", PROGRAM)).read_bytes())
    return browser.post(path, file=file if route.is_upload else None)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_route_admits_exactly_its_roles(site: Site, clock: FakeClock, route: Route) -> None:
    for role in Role:
        clock.advance(2 * 24 * 3600)  # the limits per hour and day do not matter here
        status = request(site, route, role).status
        if role in route.roles:
            assert status in (200, 201, 303), (role, status)
        else:
            assert status == (401 if role is Role.PUBLIC else 403), role


@pytest.mark.parametrize(
    "route", [route for route in ROUTES if route.path not in ("/health", "/ready")], ids=lambda route: route.path
)
def test_no_cache_keeps_an_answer(site: Site, route: Route) -> None:
    role = Role.ADMINISTRATOR if Role.ADMINISTRATOR in route.roles else Role.STUDENT
    assert request(site, route, role).header("cache-control") == "no-store"


def test_application_has_no_route_without_roles(site: Site) -> None:
    routes = [route for route in site.app.routes if isinstance(route, StarletteRoute)]
    paths = {(method, route.path) for route in routes for method in (route.methods or ()) if method != "HEAD"}
    assert paths == {(route.method, route.path) for route in ROUTES} | {("GET", "/static/{name}")}
    assert len(site.app.routes) == len(paths)


@pytest.mark.parametrize("route", FORMS, ids=lambda route: route.path)
def test_form_of_another_site_is_refused(site: Site, route: Route) -> None:
    browser = site.session("administrator" if Role.ADMINISTRATOR in route.roles else "ann")
    path = re.sub(r"\{\w+\}", "1", route.path)
    before = site.classroom.database.rows("SELECT * FROM audit")
    assert browser.post(path, headers={"sec-fetch-site": "cross-site"}).status == 403
    foreign = {"sec-fetch-site": "", "origin": "https://evil.example"}
    assert browser.post(path, headers=foreign).status == 403
    if Role.PUBLIC not in route.roles:
        assert browser.post(path, with_csrf=False).status == 403
        assert browser.post(path, {"csrf": credentials.csrf_token("another session")}).status == 403
    assert site.classroom.database.rows("SELECT * FROM audit") == before


def test_every_answer_has_the_strict_security_policy(site: Site) -> None:
    for answer in (site.visitor().get("/"), site.visitor().get("/nothing"), site.session("tom").get("/staff")):
        policy = answer.header("content-security-policy")
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.header("referrer-policy") == "no-referrer"
        assert answer.header("x-content-type-options") == "nosniff"
    assert site.session("ann").get("/").header("cache-control") == "no-store"


def test_paths_lead_to_no_file_of_the_class(site: Site) -> None:
    browser = site.session("administrator")
    for folder in ("/static/", "/official/", "/staff/export/", "/submissions/"):
        for name in ("class.db", "../class.db", "../../class.toml", "..\\class.toml", "/etc/passwd", "\0"):
            answer = browser.get(folder + name)
            assert (answer.status, "[course]" in answer.text) == (404, False), folder + name


def test_request_for_another_host_is_refused(site: Site) -> None:
    browser = Browser(site.app, host="evil.example")
    answer = browser.get("/")
    assert answer.status == 400
    assert URL in answer.text


@pytest.mark.parametrize("path", ["/", "/ladder/", "/official", "/missing", "/static/x"])
@pytest.mark.parametrize(
    "host", ["evil.example", "[", "[::1", "evil.example@localhost", "localhost, evil.example", "localhost:x", ""]
)
def test_no_answer_repeats_another_host(site: Site, host: str, path: str) -> None:
    answer = Browser(site.app, host=host).get(path)
    assert answer.status == 400
    assert not answer.header("location")


@pytest.mark.parametrize("host", ["localhost:8766", "127.0.0.1", "[::1]:8766", "CLASS.example.edu"])
def test_request_for_this_host_is_answered(site: Site, host: str) -> None:
    assert Browser(site.app, host=host).get("/").status == 200


@pytest.mark.parametrize("origin", ["http://[", "null", "http://evil.example", "//class.example.edu", "x"])
def test_form_with_a_foreign_or_invalid_origin_is_refused(site: Site, origin: str) -> None:
    answer = site.session("ann").post("/account/link", headers={"sec-fetch-site": "", "origin": origin})
    assert answer.status == 403
    own = {"sec-fetch-site": "", "origin": URL.rstrip("/")}
    assert site.session("ann").post("/account/link", headers=own).status == 200


def test_uploads_of_a_person_at_the_same_time_are_limited(site: Site) -> None:
    """Each is in memory until it is complete, which may take minutes."""
    token = credentials.create_token(site.classroom.database, person(site.classroom, "ann").id, "x", 0)
    headers = {"authorization": f"Bearer {token}"}

    def upload() -> int:
        return site.visitor().send("POST", "/api/submissions?name=a.py", headers, PROGRAM).status

    server = ClassServer(classroom=site.classroom)
    site.app = create_class_app(server)
    ann, bob = (person(site.classroom, key).id for key in ("ann", "bob"))
    server.uploads.update({ann: 1, bob: MAX_UPLOADS_PER_PERSON})
    assert upload() == 201
    assert server.uploads[ann] == 1
    server.uploads[ann] = MAX_UPLOADS_PER_PERSON
    assert upload() == 429
    assert server.uploads[ann] == MAX_UPLOADS_PER_PERSON


def test_client_that_disconnects_within_the_body_is_no_error(
    site: Site, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("outply.classroom"), "propagate", True)
    messages: list[dict[str, Any]] = [
        {"type": "http.request", "body": b"a", "more_body": True},
        {"type": "http.disconnect"},
    ]
    scope = {"type": "http", "method": "POST", "scheme": "http", "path": "/sign-in/x", "query_string": b""}
    scope |= {"headers": [(b"host", urlsplit(URL).netloc.encode())], "client": ("192.0.2.1", 1)}
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return messages.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    run_coroutine(site.app(scope, receive, send))
    assert sent[0]["status"] == 499
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b"{}"),
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=b", b"--b\r\nno end"),
        ("multipart/form-data; boundary=b", b"--b\r\n\r\n\r\n--b--"),
        ("application/x-www-form-urlencoded", b"&".join(b"a=1" for _ in range(99))),
        ("application/x-www-form-urlencoded", b"\xff"),
        *(("multipart/form-data; boundary=b", UNDECODABLE % charset) for charset in (b"idna", b"undefined")),
    ],
)
def test_malformed_form_is_refused(site: Site, kind: str, body: bytes) -> None:
    headers = {"content-type": kind, "sec-fetch-site": "same-origin"}
    assert site.session("ann").send("POST", "/account/link", headers, body).status == 422


def test_large_form_is_refused(site: Site) -> None:
    kind, body = multipart({}, "a.py", bytes(70_000))
    headers = {"content-type": kind, "sec-fetch-site": "same-origin"}
    assert site.session("ann").send("POST", "/account/tokens", headers, body).status == 413


def test_submission_of_another_team_looks_like_a_missing_one(site: Site) -> None:
    submit(site.classroom, "ann")
    bob = site.session("bob")
    for path in ("/submissions/1", "/submissions/99", "/submissions/x", "/submissions/1e9"):
        answer = bob.get(path)
        assert answer.status == 404
        assert "agent.py" not in answer.text
    assert bob.post("/submissions/1/activate").status == 404
    token = credentials.create_token(site.classroom.database, person(site.classroom, "bob").id, "", 0)
    api = Browser(site.app).send("GET", "/api/submissions/1", {"authorization": f"Bearer {token}"}, b"")
    assert api.status == 404


def test_output_of_a_program_is_escaped_and_shown_to_its_team_only(tmp_path: Path, examples: Path) -> None:
    case = "warfare-1"
    judgement = Judgement(verdict=Verdict.CRASH, output=SCRIPT, errors=f"{SCRIPT}\x1b[31mred")
    failed = PreflightReport(moves=0, max_cpu_seconds=0, problem="it crashed", failure="crashed", errors=SCRIPT)
    outcome = BuildOutcome(build_output=SCRIPT)
    result = CheckResult(preflight=failed, outcome=outcome, judgements=((case, judgement),))
    with make_class(tmp_path / "class", suite=examples) as classroom:
        site = Site.of(classroom, result)
        submit(classroom, "bob")
        site.runner.run_available()
        own, team, staff = (site.session(key).get("/submissions/1").text for key in ("bob", "cyd", "tom"))
        for page in (own, team):
            assert page.count("&lt;script&gt;") >= 4
            assert "\\x1b[31mred" in page
        assert "alert(1)" not in staff
        assert "it crashed" in staff
        assert "Your output.txt" in own
        assert "Your output.txt" not in staff  # it is not shown, rather than empty
        assert not any(SCRIPT in page for page in (own, team, staff, site.session("tom").get("/staff").text))


def test_names_are_escaped_and_aliases_hide_them(site: Site) -> None:
    submit(site.classroom, "bob")
    staff = site.session("administrator").get("/staff").text
    assert "Bob &lt;i&gt;Ray&lt;/i&gt;" in staff
    assert "<i>Ray" not in staff
    bob = person(site.classroom, "bob")
    assert bob.alias in staff
    ann = site.session("ann").get("/").text
    assert "Bob" not in ann
    assert bob.alias not in ann


def test_assistant_cannot_get_a_link_of_the_administrator(site: Site) -> None:
    tom, admin = site.session("tom"), person(site.classroom, "administrator")
    assert tom.post(f"/staff/people/{admin.id}/link").status == 403
    assert tom.post(f"/staff/people/{admin.id}/revoke").status == 403
    answer = tom.post(f"/staff/people/{person(site.classroom, 'ann').id}/link")
    link = re.search(rf"{URL}sign-in/([\w-]+)", answer.text)
    assert link is not None
    assert site.visitor().post(f"/sign-in/{link[1]}").status == 303
    assert tom.post("/staff/people/9999/link").status == 404
