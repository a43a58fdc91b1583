"""`outply play`: the page to play on, served on this machine."""

from __future__ import annotations

import socket
import webbrowser
from contextlib import suppress
from pathlib import Path

import click

from outply.cli.errors import CommandError, user_errors
from outply.games import all_games

LOOPBACK = "127.0.0.1"
LOOPBACKS = (LOOPBACK, "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")
PORT = 8765
NEXT_PORTS = 20  # to try where the usual one is taken and none was asked for


@click.command()
@click.option("--host", default=LOOPBACK, show_default=True, help="Where to listen; 0.0.0.0 for everybody.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help=f"The port; 0 for any.  [default: {PORT}, or the next free]",
)
@click.option("--no-browser", is_flag=True, help="Do not open the page in a browser.")
@click.option(
    "--tournament",
    "state",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Show the tournament in this database, too, as it goes on.",
)
def play(host: str, port: int | None, no_browser: bool, state: Path | None) -> int:
    """Serve the page to play on, and open it. Only this machine can reach it, unless --host says otherwise.

    \b
    Examples:
      outply play                    open the page here
      outply play --no-browser       only print the address
      outply play --host 0.0.0.0     let others in the network play, too
      outply play --tournament cup.db
    """
    from outply.web.server import serve
    from outply.web.tournament_pages import TournamentPages

    with user_errors():
        pages = None if state is None else TournamentPages(state)
    listener = _listen(host, port)
    number = listener.getsockname()[1]
    shown = "localhost" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{number}/"
    click.echo(f"Outply is at {address} (Ctrl-C ends it)")
    if pages is not None:
        address += "tournament/"
        click.echo(f"the tournament is at {address}")
    if host in EVERYWHERE:
        click.echo(f"others in the network reach it at http://{_in_the_network()}:{number}/")
    all_games()  # whose package brings a game that cannot be used is told so now
    if not no_browser:
        webbrowser.open(address)
    with suppress(KeyboardInterrupt):  # that is how it is ended
        serve(listener, ("*",) if host not in LOOPBACKS else (*LOOPBACKS, "[::1]"), pages)
    return 0


def _in_the_network() -> str:
    """Return the address of this machine that others know; its name where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that nobody has: nothing is sent
        except OSError:
            return socket.gethostname()
        address: str = probe.getsockname()[0]
        return address


def _listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens; an error in a sentence if there can be none."""
    from outply.web.server import listen

    ports = [port] if port is not None else range(PORT, PORT + NEXT_PORTS)
    problem: OSError | None = None
    for number in ports:
        try:
            return listen(host, number)
        except OSError as error:
            problem = error
    reason = (problem.strerror or str(problem)).lower() if problem else "no port"
    raise CommandError(f"cannot listen at {host}, port {ports[0]}: {reason}")
