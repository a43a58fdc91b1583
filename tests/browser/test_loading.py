"""First visit: size of the page, origins, content security policy."""

from browser.conftest import OpenPage
from playwright.sync_api import Browser, Page, expect
from support.browser.network import watch_server_requests
from support.browser.play_page import PlayPage
from support.web.serving import Server

MOST = 150_000  # bytes on the wire


def wait_until_loaded(page: Page) -> None:
    """Wait until the page has loaded its last script; the network may be idle before it asks for it."""
    page.wait_for_function(
        "performance.getEntriesByType('resource').some(({ name, responseEnd }) => "
        "name.includes('/play-dialogs') && responseEnd > 0)"
    )
    page.wait_for_load_state("networkidle")


def test_first_visit_loads_less_than_150_kb_from_this_server_only(browser: Browser, server: Server) -> None:
    context = browser.new_context()
    page = context.new_page()
    finished = []
    page.on("requestfinished", lambda request: finished.append(request))
    play = PlayPage(page, server.url)
    expect(play.cells).to_have_count(36)
    wait_until_loaded(page)
    sizes = {request.url: request.sizes() for request in finished if not request.url.startswith("data:")}
    assert all(url.startswith(server.url) for url in sizes)
    sent = {url: size["responseBodySize"] + size["responseHeadersSize"] for url, size in sizes.items()}
    assert 4 < len(sent) < 12
    assert not any("/api/" in url for url in sent)  # the page contains the first position
    assert all(size > 0 for size in sent.values())
    assert sum(sent.values()) < MOST
    context.close()


def test_reload_requests_only_the_page(open_page: OpenPage, server: Server) -> None:
    page = open_page(own_context=True)
    play = PlayPage(page)
    wait_until_loaded(page)
    _, requests = watch_server_requests(page)
    page.reload(wait_until="networkidle")
    expect(play.cells).to_have_count(36)
    assert [url.partition("#")[0] for url in requests.values()] == [f"{server.url}/"]


def test_page_works_under_a_strict_content_security_policy(open_page: OpenPage, server: Server) -> None:
    policy = server.ask("/")[1]["Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    page = open_page()
    page.evaluate(
        """() => {
          window.violations = [];
          document.addEventListener("securitypolicyviolation", event => window.violations.push(event.blockedURI));
        }"""
    )
    play = PlayPage(page)
    for action in ("new", "take", "help"):
        play.tool(action).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
    play.tool("values").click()
    play.cells.first.click()
    expect(play.moves).to_have_count(3)
    assert page.evaluate("window.violations") == []
