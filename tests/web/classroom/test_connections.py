"""Slow and idle connections of the class server."""

import asyncio

import pytest
import uvicorn
from support.web.event_loops import run_coroutine
from uvicorn.server import ServerState

from outply.web.classroom.connections import HeaderTimeoutProtocol

pytestmark = pytest.mark.unit


class Transport(asyncio.Transport):
    """A transport that remembers what was written and whether it was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.written, self.closed, self.aborted = b"", False, False
        self.high: int | None = None

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted = True

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self.high = high


class ImpatientProtocol(HeaderTimeoutProtocol):
    header_timeout_s = 0.0


class ImpatientWriter(HeaderTimeoutProtocol):
    write_timeout_s = 0.0


async def send(protocol_type: type[HeaderTimeoutProtocol], *parts: bytes) -> Transport:
    """Send parts of requests on a connection to an application that answers after the body."""

    async def app(_: object, receive: object, answer: object) -> None:
        assert callable(receive)
        assert callable(answer)
        has_more = True
        while has_more:
            has_more = (await receive())["more_body"]
        await answer({"type": "http.response.start", "status": 200, "headers": []})
        await answer({"type": "http.response.body", "body": b"answer"})

    config = uvicorn.Config(app, log_config=None)
    config.load()
    state, transport = ServerState(), Transport()
    protocol = protocol_type(config, state, {})
    protocol.connection_made(transport)
    for part in parts or (b"",):
        if part:
            protocol.data_received(part)
        for _ in range(5):  # the application runs, and timers without a delay end
            await asyncio.sleep(0)
    protocol.connection_lost(ConnectionResetError())
    return transport


def run(protocol_type: type[HeaderTimeoutProtocol], *parts: bytes) -> Transport:
    return run_coroutine(send(protocol_type, *parts))


REQUEST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n"


@pytest.mark.parametrize("parts", [(), (b"POST / HTTP/1.1\r\nHost: x\r\n",)], ids=["silent", "partial headers"])
def test_connection_without_a_complete_request_is_closed(parts: tuple[bytes, ...]) -> None:
    assert run(ImpatientProtocol, *parts).closed
    assert not run(HeaderTimeoutProtocol, *parts).closed


def test_request_with_a_slow_body_is_answered() -> None:
    """The timer of the headers ends with them; the next request on the connection has a timer of its own."""
    transport = run(ImpatientProtocol, REQUEST, b"e", b"nd")
    assert b"answer" in transport.written
    assert not transport.closed
    assert run(ImpatientProtocol, REQUEST + b"end", b"POST / HT").closed


async def answer_without_reader(*, reads_in_time: bool) -> Transport:
    """Fill the buffer of a connection, as an answer does that the client does not read."""
    config = uvicorn.Config(lambda: None, log_config=None)
    config.load()
    transport, protocol = Transport(), ImpatientWriter(config, ServerState(), {})
    protocol.connection_made(transport)
    protocol.pause_writing()
    if reads_in_time:
        protocol.resume_writing()
    for _ in range(5):  # timers without a delay end
        await asyncio.sleep(0)
    protocol.connection_lost(ConnectionResetError())
    return transport


def test_connection_whose_client_does_not_read_is_aborted() -> None:
    """Closing it would wait for the client, and keep its place among the connections."""
    transport = run_coroutine(answer_without_reader(reads_in_time=False))
    assert transport.aborted
    assert transport.high == 0  # any unsent byte starts the timer
    assert not run_coroutine(answer_without_reader(reads_in_time=True)).aborted
