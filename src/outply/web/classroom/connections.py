"""Close connections that would use up the limit of connections: no request arrives, or no answer is read."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_TIMEOUT_S = 15.0
"""Time from the first byte of a request, or from the opening of the connection, to the end of its headers."""


WRITE_TIMEOUT_S = 60.0
"""Time in which the client must read what the kernel does not buffer. A page has less than 1 MiB."""


class HeaderTimeoutProtocol(H11Protocol):
    """HTTP by uvicorn, with bounds on the times of headers and answers. `RequestLimits` bounds the body."""

    header_timeout_s = HEADER_TIMEOUT_S
    write_timeout_s = WRITE_TIMEOUT_S

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # Writing is paused while anything is left to send, also when the connection is being closed.
        transport.set_write_buffer_limits(high=0)
        self._watch()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._write_timer is None:
            self._write_timer = self.loop.call_later(self.write_timeout_s, self.transport.abort)

    def resume_writing(self) -> None:
        self._cancel_write_timer()
        super().resume_writing()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel()
        self._cancel_write_timer()
        super().connection_lost(exc)

    @property
    def _expects_request(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _watch(self) -> None:
        """Start the timer if a request is expected or incomplete; cancel it after the headers."""
        if not self._expects_request:
            self._cancel()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.header_timeout_s, self._close)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _cancel_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None

    def _close(self) -> None:
        self._timer = None
        if self._expects_request:
            self.transport.close()
