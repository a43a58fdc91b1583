"""The real server, for the tests that ask it."""

import json
import threading
import urllib.error
import urllib.request
from contextlib import contextmanager

import uvicorn

from outply.web.app import create_app
from outply.web.search_slots import Desk
from outply.web.server import listen


class Server:
    """The real server, in a thread of this process."""

    def __init__(self, desk=None, **options):
        listener = listen("127.0.0.1", 0)
        self.port = listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._desk = desk or Desk()
        # Whoever still listens at the end, a browser that goes later, is not waited for.
        config = uvicorn.Config(
            create_app(self._desk, **options), log_level="critical", timeout_graceful_shutdown=2
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]})
        self._thread.start()

    def ask(self, path, body=None, timeout=200):
        """Return the status, the headers and the text of an answer."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read().decode()

    def told(self, path, body=None):
        """Return the JSON of a good answer."""
        status, _, text = self.ask(path, body)
        assert status == 200, text
        return json.loads(text)

    def refused(self, path, body):
        """Return the status and the sentence of a refusal."""
        status, _, text = self.ask(path, body)
        assert status >= 400
        found = json.loads(text)
        assert list(found) == ["error"]
        return status, found["error"]

    def wait_until_busy(self):
        """Wait until all that may search do; who asked the server to find out might take another one's place."""
        while not self._desk._free.locked():
            pass

    def stop(self):
        self._server.should_exit = True
        self._thread.join()


@contextmanager
def serving(desk=None, **options):
    server = Server(desk, **options)
    try:
        yield server
    finally:
        server.stop()
