"""`outply play`: the play page, served on this machine."""

from __future__ import annotations

import re
import socket
import webbrowser
from contextlib import suppress
from pathlib import Path

import click

from outply.cli.options import Integer
from outply.cli.terminal import CommandError, user_errors
from outply.games import all_games
from outply.text import os_reason

LOOPBACK = "127.0.0.1"
LOOPBACKS = (LOOPBACK, "localhost", "::1")
ALL_INTERFACES = ("0.0.0.0", "::")
DEFAULT_PORT = 8765
PORTS_TO_TRY = 20  # DEFAULT_PORT and the following ones, if --port is not given


class Origin(click.ParamType[str]):
    """The origin of a web page: scheme, host and, if necessary, port."""

    name = "origin"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        # The origin becomes part of a header, in which spaces and semicolons separate rules.
        if not re.fullmatch(r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(?::\d{1,5})?/?", value):
            self.fail(f"expected an origin such as https://course.example, without a path, got {value!r}")
        return value.rstrip("/")


@click.command()
@click.option(
    "--host", default=LOOPBACK, show_default=True, help="Address to listen on; 0.0.0.0 for the whole network."
)
@click.option(
    "--port",
    type=Integer(0, 65535),
    help=f"Port to listen on; 0 for any free port.  [default: {DEFAULT_PORT}, or the next free one]",
)
@click.option("--no-browser", is_flag=True, help="Do not open the page in a browser.")
@click.option(
    "--tournament",
    "state",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also serve live pages of the tournament in this database, which may begin later.",
)
@click.option(
    "--allow-embedding",
    "embedding_origins",
    metavar="ORIGIN",
    multiple=True,
    type=Origin(),
    help="Let pages of this origin, such as https://course.example, show the pages in a frame. Repeatable.",
)
def play(
    host: str,
    port: int | None,
    no_browser: bool,
    state: Path | None,
    embedding_origins: tuple[str, ...],
) -> int:
    """Serve the play page and open it in a browser. Only this machine can reach it, unless --host is given.

    \b
    Examples:
      outply play                    open the page
      outply play --no-browser       only print the address
      outply play --host 0.0.0.0     let other machines in the network connect
      outply play --tournament cup.db   also serve the pages of a tournament
      outply play --allow-embedding https://course.example
    """
    from outply.web.app import serve
    from outply.web.tournament_pages import TournamentPages

    with user_errors():
        pages = None if state is None else TournamentPages(state)
    listener = _listen(host, port)
    bound_port = listener.getsockname()[1]
    url_host = "localhost" if host in ALL_INTERFACES else f"[{host}]" if ":" in host else host
    url = f"http://{url_host}:{bound_port}/"
    click.echo(f"Outply is running at {url} (Ctrl-C to stop)")
    if pages is not None:
        url += "tournament/"
        click.echo(f"tournament: {url}")
        if not pages.has_begun:
            click.echo(f"{state} contains no tournament yet; the page shows it as soon as it begins")
    network_url = f"http://{_network_address()}:{bound_port}/" if host in ALL_INTERFACES else None
    if network_url is not None:
        click.echo(f"from other machines: {network_url}")
    all_games()  # load plug-ins now, so that their warnings appear at start-up
    if not no_browser:
        webbrowser.open(url)
    with suppress(KeyboardInterrupt):  # the usual way to stop the server
        hosts = ("*",) if host not in LOOPBACKS else (*LOOPBACKS, "[::1]")
        serve(listener, hosts, pages, network_url, embedding_origins)
    return 0


def _network_address() -> str:
    """Return the IP address of this machine in the network; its host name if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation; a UDP connect sends nothing
        except OSError:
            return socket.gethostname()
        address: str = probe.getsockname()[0]
        return address


def _listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens on `host` and `port`; if `port` is None, on the first free port of a few.

    Raises CommandError if none of these ports can be used.
    """
    from outply.web.app import listen

    ports = [port] if port is not None else range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY)
    last_error: OSError | None = None
    for candidate in ports:
        try:
            return listen(host, candidate)
        except OSError as error:
            last_error = error
    assert last_error is not None
    raise CommandError(f"cannot listen on {host}, port {ports[0]}: {os_reason(last_error)}")
