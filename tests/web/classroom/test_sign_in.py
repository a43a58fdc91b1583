"""Sign-in to the class server, in process: links, sessions, a trusted header and tokens."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from support.web.classrooms import PROGRAM, SCRIPT, Browser, FakeClock, Site, make_class, person

from outply.classroom.accounts import credentials

pytestmark = pytest.mark.unit


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
