"""The class server, in process: who may do what, and what the pages show."""

import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.routing import Route as StarletteRoute
from support.archives import zipped
from support.assertions import not_none
from support.classrooms import (
    KEYS,
    PROGRAM,
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
    ready,
    submit,
    visible,
    won,
)
from support.event_loops import run_coroutine

from outply.classroom.accounts import credentials
from outply.classroom.accounts.roles import Role
from outply.classroom.checks import queue
from outply.classroom.checks.check import CheckResult, PreflightReport
from outply.classroom.classroom import Classroom
from outply.classroom.ladder.games import key_of
from outply.classroom.submissions import State, get_submission
from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.job import BuildOutcome
from outply.web.classroom.app import MAX_UPLOADS_PER_PERSON, create_class_app
from outply.web.classroom.routes import ROUTES, Route
from outply.web.classroom.server import ClassServer

pytestmark = pytest.mark.unit

SCRIPT = "<script>alert(1)</script>"
UNDECODABLE = b"--b\r\nContent-Disposition: form-data; name=program; filename*=%s''a.py\r\n\r\nx\r\n--b--\r\n"
FORMS = [route for route in ROUTES if route.method == "POST" and not route.is_api]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def site(tmp_path: Path, clock: FakeClock) -> Iterator[Site]:
    with make_class(tmp_path / "class", clock=clock) as classroom:
        yield Site.of(classroom)


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


def test_sign_in_by_link_needs_the_button_and_works_once(site: Site) -> None:
    path = urlsplit(site.classroom.sign_in_link(person(site.classroom, "bob").id)).path
    browser = site.visitor()
    for _ in range(2):  # a mail program opens the link, then the student does
        page = browser.get(path)
        assert page.status == 200
        assert "Bob &lt;i&gt;Ray&lt;/i&gt;" in page.text
    assert browser.post(path).header("location") == "/"
    assert "My submissions" in browser.get("/").text
    replayed = site.visitor().post(path)
    assert replayed.status == 403
    assert "was used before" in replayed.text


def test_session_cookie_is_closed_to_scripts_and_other_sites(site: Site) -> None:
    path = urlsplit(site.classroom.sign_in_link(person(site.classroom, "ann").id)).path
    cookie = site.visitor().post(path).header("set-cookie")
    assert cookie.startswith("outply-session=")
    assert {"httponly", "samesite=lax", "path=/"} <= set(cookie.lower().split("; "))


def test_https_class_has_a_secure_cookie_bound_to_its_host(site: Site) -> None:
    settings = site.classroom.folder / "class.toml"
    settings.write_text(settings.read_text().replace("http://class", "https://class"))
    path = urlsplit(site.classroom.sign_in_link(person(site.classroom, "ann").id)).path
    cookie = site.visitor().post(path).header("set-cookie")
    assert cookie.startswith("__Host-outply-session=")
    assert "secure" in cookie.lower().split("; ")


def test_sign_in_never_adopts_a_session_that_the_browser_brought_along(site: Site) -> None:
    for planted in ("planted-by-somebody", next(iter(site.session("bob").cookies.values()))):  # prose: ok
        browser = Browser(site.app, {"outply-session": planted})
        path = urlsplit(site.classroom.sign_in_link(person(site.classroom, "ann").id)).path
        assert browser.post(path, with_csrf=False).status == 303
        assert browser.cookies["outply-session"] != planted
        assert Browser(site.app, {"outply-session": planted}).get("/account").status == 401


def test_sign_out_ends_the_session_on_the_server(site: Site) -> None:
    browser = site.browser("ann")
    stolen = dict(browser.cookies)
    assert browser.post("/sign-out").status == 303
    assert browser.cookies == {}
    assert Browser(site.app, stolen).get("/account").status == 401


def test_failed_sign_ins_of_a_client_are_limited(site: Site, clock: FakeClock) -> None:
    browser = site.visitor()
    statuses = [browser.get(f"/sign-in/guess{number}").status for number in range(21)]
    assert statuses == [403] * 20 + [429]
    path = urlsplit(site.classroom.sign_in_link(person(site.classroom, "ann").id)).path
    assert browser.get(path).status == 429
    assert Browser(site.app, client="192.0.2.99").get(path).status == 200
    clock.advance(600)
    assert browser.get(path).status == 200


def test_old_links_do_not_block_the_others_of_a_shared_address(site: Site) -> None:
    """Students of a classroom may have one address, and many keep a link that they have used."""
    database, ann = site.classroom.database, person(site.classroom, "ann").id
    browser = site.visitor()
    for problem in ("used", "revoked", "expired"):
        old = urlsplit(site.classroom.sign_in_link(ann)).path
        if problem == "used":
            assert site.visitor().post(old).status == 303
        elif problem == "revoked":
            credentials.revoke_links(database, ann, site.classroom.now())
        else:
            database.execute("UPDATE link SET expires_at = 0")
        assert {browser.get(old).status for _ in range(25)} == {403}
    assert browser.get(urlsplit(site.classroom.sign_in_link(ann)).path).status == 200


def test_trusted_header_counts_only_from_the_proxy(tmp_path: Path) -> None:
    with make_class(tmp_path / "class") as classroom:
        path = classroom.folder / "class.toml"
        trusted = '[sign_in]\ntrusted_header = "X-Remote-User"\ntrusted_proxies = ["127.0.0.1"]'
        path.write_text(path.read_text().replace("[sign_in]", trusted))
        site = Site.of(classroom)
        header = {"x-remote-user": "ann@example.edu"}
        assert site.visitor().get("/account", header).status == 401
        browser = Browser(site.app, client="127.0.0.1")
        assert browser.get("/account", {"x-remote-user": "nil"}).status == 401
        assert browser.post("/account/link", headers=header).status == 401
        assert "Ann Lee" in browser.get("/account", header).text
        assert browser.cookies
        assert browser.post("/account/link").status == 200


def test_every_answer_has_the_strict_security_policy(site: Site) -> None:
    for answer in (site.visitor().get("/"), site.visitor().get("/nothing"), site.session("tom").get("/staff")):
        policy = answer.header("content-security-policy")
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.header("referrer-policy") == "no-referrer"
        assert answer.header("x-content-type-options") == "nosniff"
    assert site.session("ann").get("/").header("cache-control") == "no-store"


def test_pages_load_only_files_that_are_served(site: Site) -> None:
    submit(site.classroom, "ann")
    for key, path in (("ann", "/"), ("ann", "/submissions/1"), ("tom", "/staff")):
        page = site.session(key).get(path).text
        files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
        assert files
        assert {site.visitor().get(file).status for file in files} == {200}
        assert " style=" not in page


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


def test_upload_is_queued_checked_and_shown(site: Site, tmp_path: Path) -> None:
    browser = site.browser("ann")
    assert "You have not submitted anything yet" in browser.get("/").text
    data = zipped(tmp_path / "a.zip", ("agent.py", PROGRAM + b"\r\n--x\x00\xff")).read_bytes()
    answer = browser.post("/submissions", file=("my agent.zip", data))
    assert (answer.status, answer.header("location")) == (303, "/submissions/1")
    assert "Version 1: queued" in visible(browser.get("/submissions/1").text)
    stored = get_submission(site.classroom.database, 1)
    content = (site.classroom.submissions / stored.folder / "agent.py").read_bytes()
    assert content == PROGRAM + b"\r\n--x\x00\xff"
    site.runner.run_available()
    page = visible(browser.get("/").text)
    assert "Version 1: ready" in page
    assert "Preflight passed with 3 moves" in page
    assert "my_agent.zip" in page


@pytest.mark.parametrize(
    ("file", "status", "problem"),
    [
        (("", b""), 422, "Choose a file first"),
        (("a.txt", b"x"), 422, "Expected an archive"),
        (("a.zip", b"x"), 422, "Cannot unpack a.zip: it is damaged"),
        (("a.py", b"x" * (4 << 20) + b"x"), 422, "larger than 4 MiB"),
        (("a.py", b"x" * (5 << 20)), 413, "larger than 4 MiB"),
    ],
)
def test_unusable_upload_is_explained(site: Site, file: tuple[str, bytes], status: int, problem: str) -> None:
    answer = site.session("ann").post("/submissions", file=file)
    assert answer.status == status
    assert problem in visible(answer.text)
    assert not list(site.classroom.submissions.iterdir())


def test_upload_beyond_the_limit_is_refused_before_it_is_unpacked(site: Site) -> None:
    browser = site.session("ann")
    for _ in range(3):
        assert browser.post("/submissions", file=("a.py", PROGRAM)).status == 303
    answer = browser.post("/submissions", file=("a.py", PROGRAM))
    assert answer.status == 429
    assert "3 versions of your program wait for the check" in answer.text
    assert len(list(site.classroom.submissions.iterdir())) == 3
    assert "3 versions of your program wait" in browser.get("/").text


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


def test_student_reads_that_the_queue_is_paused(site: Site) -> None:
    submit(site.classroom, "ann")
    student, paused = site.session("ann"), "The course staff have paused the queue."
    assert not any(paused in student.get(path).text for path in ("/", "/submissions/1"))
    assert site.session("administrator").post("/staff/queue/pause").status == 303
    assert all(paused in student.get(path).text for path in ("/", "/submissions/1"))


def test_student_reads_why_a_version_is_not_on_the_ladder(tmp_path: Path) -> None:
    with make_class(tmp_path / "class", ladder="[ladder]\nis_open = true\n") as classroom:
        site = Site.of(classroom)
        ready(classroom, "ann", CheckResult(preflight=None))
        ready(classroom, "bob")
        answering, playing = (visible(site.session(key).get("/").text) for key in ("ann", "bob"))
    assert "answers the public cases only. Add a Makefile" in answering
    assert "waits for its first game" not in answering
    assert "Add a Makefile" not in playing
    assert "waits for its first game" in playing


def test_staff_see_the_log_of_a_failed_check_at_once(site: Site) -> None:
    submit(site.classroom, "ann")
    database, now = site.classroom.database, site.classroom.now()
    claim = not_none(queue.claim_next(database, now))
    queue.append_log(database, claim, "agent.cpp:1: error\n")
    advice = f"Add a target `agent` {SCRIPT}, `open"
    queue.finish(database, claim, State.FAILED, now, headline="", advice=advice, result=None)
    staff, student = (site.session(key).get("/submissions/1").text for key in ("tom", "ann"))
    assert "<details open><summary>Log of the check" in staff
    assert "agent.cpp:1: error" in staff
    for page in (staff, student):
        assert "Add a target <code>agent</code> &lt;script&gt;alert(1)&lt;/script&gt;, `open" in page


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


def test_right_program_has_all_public_cases_right(tmp_path: Path, examples: Path) -> None:
    with make_class(tmp_path / "class", suite=examples) as classroom:
        right = tuple((case.name, Judgement(verdict=Verdict.RIGHT)) for case in classroom.public_cases())
        site = Site.of(classroom, CheckResult(outcome=BuildOutcome(), judgements=right))
        submit(classroom, "ann")
        site.runner.run_available()
        page = visible(site.session("ann").get("/submissions/1").text)
        assert f"{len(right)} of {len(right)} public cases right" in page
        assert "Fix this first" not in page


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


def test_student_chooses_the_active_version(site: Site) -> None:
    browser = site.session("ann")
    for _ in range(2):
        submit(site.classroom, "ann")
    site.runner.run_available()
    assert 'action="/submissions/1/activate"' in browser.get("/").text
    assert browser.post("/submissions/1/activate").status == 303
    page = browser.get("/").text
    assert 'action="/submissions/2/activate"' in page
    assert 'action="/submissions/1/activate"' not in page


def test_staff_pause_the_queue_and_check_again(site: Site) -> None:
    submit(site.classroom, "ann")
    admin = site.session("administrator")
    assert admin.post("/staff/queue/pause").status == 303
    assert "Paused: no checks are started" in visible(admin.get("/staff").text)
    assert site.runner.run_available() == 0
    admin.post("/staff/queue/resume")
    assert site.runner.run_available() == 1
    assert site.session("tom").post("/submissions/1/rerun").status == 303
    assert get_submission(site.classroom.database, 1).state is State.QUEUED
    assert site.session("tom").post("/submissions/1/rerun").status == 409
    site.runner.run_available()
    admin.post("/staff/queue/rerun")
    assert queue.list_waiting(site.classroom.database)
    actions = visible(admin.get("/staff").text)
    assert all(text in actions for text in ("paused the queue", "resumed the queue", "queued again"))


def test_assistant_cannot_get_a_link_of_the_administrator(site: Site) -> None:
    tom, admin = site.session("tom"), person(site.classroom, "administrator")
    assert tom.post(f"/staff/people/{admin.id}/link").status == 403
    assert tom.post(f"/staff/people/{admin.id}/revoke").status == 403
    answer = tom.post(f"/staff/people/{person(site.classroom, 'ann').id}/link")
    link = re.search(rf"{URL}sign-in/([\w-]+)", answer.text)
    assert link is not None
    assert site.visitor().post(f"/sign-in/{link[1]}").status == 303
    assert tom.post("/staff/people/9999/link").status == 404


def test_administrator_deactivates_a_student_and_not_themselves(site: Site) -> None:
    admin, ann = site.session("administrator"), site.session("ann")
    ids = {key: person(site.classroom, key).id for key in ("ann", "administrator")}
    assert admin.post(f"/staff/people/{ids['administrator']}/deactivate").status == 409
    assert admin.post(f"/staff/people/{ids['ann']}/deactivate").status == 303
    assert ann.get("/").text == site.visitor().get("/").text
    assert admin.post(f"/staff/people/{ids['ann']}/link").status == 409
    assert admin.post(f"/staff/people/{ids['ann']}/reactivate").status == 303
    assert site.session("ann").get("/account").status == 200


def test_token_submits_without_a_session_and_sessions_do_not_open_the_api(site: Site) -> None:
    browser = site.session("ann")
    page = browser.post("/account/tokens", {"title": SCRIPT}).text
    token = re.search(r"outply_[\w-]+", page)
    assert token is not None
    header = {"authorization": f"Bearer {token[0]}", "accept": "application/json"}
    made = Browser(site.app).send("POST", "/api/submissions?name=a.py", header, PROGRAM)
    assert made.status == 201
    assert json.loads(made.text)["state"] == "queued"
    site.runner.run_available()
    state = json.loads(Browser(site.app).send("GET", "/api/submissions/1", header, b"").text)
    assert (state["state"], state["headline"]) == ("ready", "Preflight passed with 3 moves")
    assert browser.get("/api/submissions/1", {"accept": "application/json"}).text == json.dumps(
        {"error": "you are not signed in; send a valid token"}, separators=(",", ":")
    )
    assert Browser(site.app).get("/account", header).status == 401
    account = browser.get("/account").text
    assert SCRIPT not in account
    assert "&lt;script&gt;" in account


def test_staff_page_shows_the_settings_in_force_and_what_is_wrong_with_the_file(site: Site) -> None:
    path = site.classroom.folder / "class.toml"
    path.write_text(path.read_text().replace("upload_mib = 4", "upload_mib = 9"))
    assert "up to 9 MiB" in visible(site.session("tom").get("/staff").text)
    path.write_text("[limits]\nupload_mib = -1")
    page = visible(site.session("tom").get("/staff").text)
    assert "up to 9 MiB" in page
    assert "class.toml is not in force" in page
    assert "limits.upload_mib" in page


def test_locked_database_gives_a_clear_page_and_loses_nothing(site: Site, clock: FakeClock) -> None:
    with Classroom(site.classroom.folder, clock, busy_timeout_s=0.01) as classroom:
        impatient = Site.of(classroom)
        browser = impatient.session("ann")
        lock = sqlite3.connect(classroom.folder / "class.db", isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        answer = browser.post("/submissions", file=("a.py", PROGRAM))
        assert answer.status == 503
        assert "nothing was lost" in answer.text
        assert not list(classroom.submissions.iterdir())
        assert browser.get("/").status == 200
        lock.execute("ROLLBACK")
        lock.close()
        assert browser.post("/submissions", file=("a.py", PROGRAM)).status == 303


def test_full_disk_gives_a_clear_page_and_loses_nothing(site: Site) -> None:
    browser, database = site.session("ann"), site.classroom.database
    database.execute("PRAGMA max_page_count = 1")  # SQLite uses the present size instead
    answers = [browser.post("/account/link") for _ in range(100)]
    full = [answer for answer in answers if answer.status == 503]
    assert full
    assert all("The disk of the server is full; nothing was lost" in answer.text for answer in full)
    assert browser.get("/").status == 200
    database.execute("PRAGMA max_page_count = 1000000")
    assert browser.post("/submissions", file=("a.py", PROGRAM)).status == 303


def test_health_and_readiness(site: Site) -> None:
    assert site.visitor().get("/health").text == '{"status":"ok"}'
    assert site.visitor().get("/ready").status == 200
    stopped = ClassServer(classroom=site.classroom, is_ready=lambda: False)
    assert Browser(create_class_app(stopped)).get("/ready").status == 503


def test_error_is_json_for_programs_and_a_page_for_browsers(site: Site) -> None:
    assert site.visitor().get("/staff", {"accept": "*/*"}).text.startswith('{"error":"you are not signed in')
    page = site.visitor().get("/staff").text
    assert "use your personal sign-in link" in page
    assert site.visitor().get("/missing").status == 404
    assert site.visitor().send("PUT", "/", {}, b"").status == 405
