"""Metrics, logs, disk quota and the read-only view of the class server, in process."""

import io
import json
import logging
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from support.web.classrooms import (
    PROGRAM,
    Browser,
    FakeClock,
    Site,
    add_ladder_game,
    failed,
    make_class,
    person,
    ready,
    submit,
    visible,
    won,
)

from outply.classroom.accounts import credentials
from outply.classroom.classroom import Classroom
from outply.classroom.ladder.games import key_of
from outply.classroom.ladder.reviews import LosingMoment, save_review
from outply.classroom.operation import storage
from outply.classroom.settings.class_settings import StorageSettings
from outply.classroom.submissions import get_submission
from outply.web.classroom.logs import LOGGER, JsonFormatter, TextFormatter, configure_logging
from outply.web.classroom.routes import ROUTES
from outply.web.classroom.server import ClassServer

pytestmark = pytest.mark.unit

PEER = "127.0.0.1"


def change_settings(classroom: Classroom, old: str, new: str) -> None:
    path = classroom.folder / "class.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def token(classroom: Classroom, key: str) -> dict[str, str]:
    secret = credentials.create_token(classroom.database, person(classroom, key).id, "metrics", classroom.now())
    return {"authorization": f"Bearer {secret}"}


def test_metrics_count_requests_by_route_and_show_the_queue(site: Site, clock: FakeClock) -> None:
    submit(site.classroom, "ann")
    clock.advance(30)
    site.session("ann").get("/submissions/1")
    site.visitor().get("/sign-in/wrong-secret")
    site.visitor().get("/no/such/page")
    text = site.visitor().get("/metrics", token(site.classroom, "tom")).text
    assert 'outply_requests_total{method="GET",route="/submissions/{submission}",status="200"} 1.0' in text
    assert 'outply_requests_total{method="GET",route="unknown",status="404"} 1.0' in text
    assert 'outply_sign_in_failures_total{reason="unknown"} 1.0' in text
    assert "outply_queue_length 1.0" in text
    assert "outply_queue_oldest_seconds 30.0" in text
    assert re.search(r"outply_disk_used_bytes [1-9]", text)
    assert "wrong-secret" not in text


def test_metrics_count_checks_and_games(site: Site) -> None:
    submit(site.classroom, "ann")
    site.runner.run_available()
    assert 'outply_checks_total{state="ready"} 1.0' in site.runner.metrics.text()
    assert ClassServer(classroom=site.classroom).metrics.registry is not site.runner.metrics.registry


def test_metrics_trust_an_address_only_without_a_proxy(site: Site) -> None:
    local = Browser(site.app, client=PEER)
    assert local.get("/metrics").status == 401
    change_settings(site.classroom, "addresses = []", f'addresses = ["{PEER}"]')
    assert local.get("/metrics").status == 200
    assert local.get("/metrics", {"x-forwarded-for": PEER}).status == 401
    assert site.visitor().get("/metrics").status == 401
    assert local.get("/staff").status == 401


def test_sign_in_attempts_behind_a_proxy_count_per_client(site: Site) -> None:
    change_settings(site.classroom, "[storage]", f'trusted_proxies = ["{PEER}"]\n[storage]')
    proxy = Browser(site.app, client=PEER)
    forged = {"x-forwarded-for": "198.51.100.1, 203.0.113.9"}
    statuses = [proxy.get(f"/sign-in/{number}", forged).status for number in range(21)]
    assert statuses[-1] == 429
    assert proxy.get("/sign-in/x", {"x-forwarded-for": "203.0.113.9, 198.51.100.1"}).status == 403
    direct = Browser(site.app, client="192.0.2.7")
    assert {direct.get(f"/sign-in/{n}", {"x-forwarded-for": f"10.0.0.{n}"}).status for n in range(21)} == {
        403,
        429,
    }


def test_logs_contain_no_secrets_names_or_output(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    classroom, stream = site.classroom, io.StringIO()
    handler = configure_logging(stream, "json")
    try:
        link = urlsplit(classroom.sign_in_link(person(classroom, "bob").id)).path
        browser = site.visitor()
        browser.get(link)
        browser.post(link)
        shown = browser.post("/account/tokens", {"title": "private title"}).text
        browser.post("/submissions", file=("secret-name.py", b"print('program text')"))
        site.runner.run_available()
        result = failed(0, output="its output", errors="its errors", explanation="it quoted")
        game = add_ladder_game(classroom, key_of(1), "greedy", result)
        browser.get(f"/ladder/games/{game}?query=private")

        def broken(*_: object) -> None:
            raise ValueError(f"quoted {link}")

        monkeypatch.setattr(credentials, "link_owner", broken)
        with pytest.raises(ValueError, match="quoted"):
            browser.get(link)
    finally:
        logging.getLogger(LOGGER).removeHandler(handler)
    text = stream.getvalue()
    found = re.search(r"outply_[\w-]{20,}", shown)
    assert found
    secrets = [link, link.rpartition("/")[2], found[0], *browser.cookies.values()]
    private = [
        "Bob",
        "example.edu",
        "private",
        "secret-name",
        "program text",
        "its output",
        "its errors",
        "quoted",
    ]
    assert [word for word in (*secrets, *private, "quoted") if word in text] == []
    events = [json.loads(line) for line in text.splitlines()]
    requests = [one for one in events if one["event"] == "request"]
    assert {"request_id", "method", "route", "status", "duration_ms", "person"} <= requests[2].keys()
    assert requests[2]["person"] == "bob"
    assert [one["route"] for one in requests[:2]] == ["/sign-in/{secret}"] * 2
    assert [one["error"] for one in events if one["event"] == "request failed"] == ["ValueError"]


def test_log_entry_cannot_forge_another_line() -> None:
    record = logging.makeLogRecord({"msg": "request", "levelname": "INFO", "person": "ann\n2030 fake\u2028"})
    for formatter in (TextFormatter(), JsonFormatter()):
        assert len(formatter.format(record).splitlines()) == 1


def test_full_quota_refuses_uploads_with_a_clear_page(site: Site) -> None:
    change_settings(site.classroom, f"max_mib = {20_480}", "max_mib = 1")
    (site.classroom.folder / "suites").mkdir()
    (site.classroom.folder / "suites" / "large").write_bytes(b"x" * (1 << 20))
    answer = site.session("ann").post("/submissions", file=("a.py", PROGRAM))
    assert answer.status == 507
    assert "disk space of the class is full" in answer.text
    assert not list(site.classroom.submissions.iterdir())
    page = visible(site.session("tom").get("/staff").text)
    assert "The quota is used up: uploads are refused." in page


def test_old_versions_lose_their_files_but_never_those_that_count(site: Site, clock: FakeClock) -> None:
    classroom = site.classroom
    change_settings(classroom, "keep_versions = 0", "keep_versions = 1")
    folders = []
    for _ in range(4):  # the fourth is active and newest, the third stays as the one inactive version
        clock.advance(24 * 3600)
        folders.append(get_submission(classroom.database, ready(classroom, "ann")).folder)
    submit(classroom, "bob")
    assert storage.prune(classroom) == 2
    assert [(classroom.submissions / folder).exists() for folder in folders] == [False, False, True, True]
    assert storage.prune(classroom) == 0
    browser = site.session("ann")
    assert "files of this version were removed" in visible(browser.get("/submissions/1").text)
    answer = browser.post("/submissions/1/activate")
    assert (answer.status, "were removed" in answer.text) == (409, True)
    assert site.session("tom").post("/submissions/1/rerun").status == 409
    assert "removed the files" in site.session("tom").get("/staff/audit").text
    assert classroom.backup(classroom.folder.parent / "backup.tar.gz") == 3


def test_retention_by_age_and_number() -> None:
    day = 24 * 3600.0
    versions = [
        storage.StoredVersion(submission=number, team=1, version=number, received_at=number * day)
        for number in range(1, 6)
    ]
    for settings, expected in (
        (StorageSettings(), []),
        (StorageSettings(keep_versions=2), [1, 2]),
        (StorageSettings(keep_days=2.5), [1, 2, 3]),
    ):
        outdated = storage.outdated_versions(versions, {5}, settings, 6 * day)
        assert [one.submission for one in outdated] == expected


def test_staff_see_the_pages_of_a_student_and_change_nothing(site: Site) -> None:
    classroom = site.classroom
    submit(classroom, "ann")
    student = site.session("ann").get("/").text
    browser = site.session("tom")
    answer = browser.post(f"/staff/people/{person(classroom, 'ann').id}/view")
    assert answer.header("location") == "/"
    page = browser.get("/").text
    assert "Read-only view:" in page
    shown, own = (visible(text.partition("<main")[2]) for text in (page, student))
    assert shown == own
    assert browser.get("/staff").status == 403
    before = classroom.database.rows("SELECT * FROM submission"), classroom.database.rows("SELECT * FROM token")
    for route in ROUTES:
        if route.method == "POST" and not route.is_api and "/staff/view/end" not in route.path:
            if route.path in ("/sign-out", "/sign-in/{secret}"):
                continue
            path = re.sub(r"\{\w+\}", "1", route.path)
            assert browser.post(path, file=("a.py", PROGRAM) if route.is_upload else None).status == 403, path
    after = classroom.database.rows("SELECT * FROM submission"), classroom.database.rows("SELECT * FROM token")
    assert after == before
    entries = [tuple(row) for row in classroom.database.rows("SELECT actor, action, subject FROM audit")]
    assert ("tom", "viewed as student", "ann: /") in entries
    assert browser.post("/staff/view/end").status == 303
    assert browser.get("/staff").status == 200


def test_only_students_can_be_viewed(site: Site) -> None:
    browser = site.session("tom")
    assert browser.post(f"/staff/people/{person(site.classroom, 'administrator').id}/view").status == 403
    assert "Roster" in browser.get("/staff").text


def test_audit_log_is_filtered(site: Site) -> None:
    database = site.classroom.database
    for number in range(103):
        database.audit(0.0, "ann" if number % 2 else "tom", "looked", f"subject {number} & more")
    browser = site.session("tom")
    page = browser.get("/staff/audit?person=ann&subject=SUBJECT%2010").text
    assert "subject 101" in page
    assert "subject 100" not in page
    first = browser.get("/staff/audit").text
    older = re.search(r'href="(/staff/audit\?[^"]*before=\d+)"', first)
    assert older
    assert "subject 0 &amp; more" in browser.get(older[1].replace("&amp;", "&")).text


def test_dashboard_marks_the_losing_moment_and_draws_the_ratings(tmp_path: Path) -> None:
    with make_class(tmp_path / "class", ladder='[ladder]\nbaselines = ["greedy"]\n') as classroom:
        site = Site.of(classroom)
        for _ in range(2):
            version = key_of(ready(classroom, "ann"))
            won_game = add_ladder_game(classroom, version, "greedy", won(1))
            lost_game = add_ladder_game(classroom, "greedy", version, won(1))
        moment = LosingMoment(number=14, move="B3 Stake", best_move="C3 Raid", loss=12, is_exact=True)
        for game in (won_game, lost_game):
            save_review(classroom.database, game, moment, 0.0)
        page = site.session("ann").get("/").text
        assert page.count("lost at move 14: B3 Stake, C3 Raid was better by 12") == 1
        assert f'href="/ladder/games/{lost_game}#move-14"' in page
        assert 'aria-label="Rating by version, with 95 % intervals: version 1 ' in page
        assert " style=" not in page
