"""The requests of a page that reach a server."""

from typing import Any

from playwright.sync_api import CDPSession, Page


def watch_server_requests(page: Page) -> tuple[CDPSession, dict[str, str]]:
    """Return a session of the browser's protocol, and the addresses of the page's requests from now on, by id.

    Requests that the browser answers from its cache, and data: addresses, are removed when they are answered.
    """
    requests: dict[str, str] = {}

    def discard(request: str) -> None:
        requests.pop(request, None)

    def discard_cached(event: dict[str, Any]) -> None:
        response = event["response"]
        if response.get("fromDiskCache") or not response["url"].startswith("http"):
            discard(event["requestId"])

    session = page.context.new_cdp_session(page)
    session.on(
        "Network.requestWillBeSent", lambda event: requests.update({event["requestId"]: event["request"]["url"]})
    )
    session.on("Network.requestServedFromCache", lambda event: discard(event["requestId"]))
    session.on("Network.responseReceived", discard_cached)
    session.send("Network.enable")
    return session, requests
