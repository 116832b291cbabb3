"""The explorer's server for tests: in a thread of this process, and a page that speaks to it."""

import contextlib
import json
import socket
import threading
import time

import uvicorn
from websockets.sync.client import connect

from tokenflock.explorer.frames import unpacked
from tokenflock.explorer.server import application


class Server:
    """A running server; `app` is the application inside its door."""

    def __init__(self, port, app):
        self.port, self.app = port, app
        self.address = f"http://127.0.0.1:{port}/"

    @property
    def sessions(self):
        return self.app._app.state.sessions

    def page(self, origin=None, **options):
        return Page(
            connect(
                f"ws://127.0.0.1:{self.port}/live",
                origin=origin or self.address.rstrip("/"),
                max_size=None,
                proxy=None,
                **options,
            )
        )


@contextlib.contextmanager
def serving(first="causal-circle", port=0, **options):
    """A server on a port of this machine, a free one if none is given."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        port = listener.getsockname()[1]
        app = application(first, hosts=["localhost"], **options)
        config = uvicorn.Config(app, log_level="error", ws_max_size=2**23)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield Server(port, app)
        finally:
            server.should_exit = True
            thread.join(10)


class Page:
    """What a page does, without a browser: it sends objects and receives objects and frames."""

    def __init__(self, connection):
        self.connection = connection
        self.next = 1

    def __enter__(self):
        self.socket = self.connection.__enter__()
        self.hello = self.receive()
        return self

    def __exit__(self, *error):
        self.connection.__exit__(*error)

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def receive(self, timeout=120):
        data = self.socket.recv(timeout)
        if isinstance(data, str):
            return json.loads(data)
        header, arrays = unpacked(data)
        return header | {"arrays": arrays}

    def until(self, kind, timeout=120):
        """All messages up to the first of a kind."""
        found = []
        while not found or found[-1]["type"] != kind:
            found.append(self.receive(timeout))
        return found

    def follow(self, spec, **options):
        """All messages of a run."""
        self.next += 1
        self.send(type="run", id=self.next, spec=spec, **options)
        return self.until("ended")
