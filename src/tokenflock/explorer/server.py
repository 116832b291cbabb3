"""The live page: an application that serves the bundle and talks to the pages that are open.

Whoever reaches the address is served, but no page of a stranger: a request must name one of our
hosts or a number (a name that a stranger points at us is neither), and a socket must come from our
own page, port included (no other page may use it).
"""

import asyncio
import contextlib
import ipaddress
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import xarray as xr
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tokenflock.explorer.hello import hello
from tokenflock.explorer.limits import Limits
from tokenflock.explorer.messages import MalformedError
from tokenflock.explorer.semaphore import FairSemaphore
from tokenflock.explorer.send_queue import SendQueue
from tokenflock.explorer.sessions import Session
from tokenflock.spec import Spec

if TYPE_CHECKING:
    from tokenflock.explorer.heads import ModelHeads

PAGE = Path(__file__).parent / "page"
FILES = {
    "/": ("index.html", "text/html"),
    "/explorer.js": ("explorer.js", "text/javascript"),
    "/explorer.css": ("explorer.css", "text/css"),
}
MOST_SESSIONS = 100
CORES = 2  # solves that compute at the same time; XLA spreads each of them over all cores
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
REFUSED, UNSUPPORTED, FULL = 1008, 1003, 1013  # codes with which a socket closes


class LocalOnly:
    """Lets through what names one of our hosts, or an address in numbers, and sockets from our own
    pages.  Ports are not compared with ours: a tunnel may end at another."""

    def __init__(self, app: Any, hosts: Iterable[str]) -> None:
        self._app, self._hosts = app, frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan" or self._is_allowed(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": REFUSED})
        else:
            sentence = (
                "This page is not served under this name. If the name is yours, allow it: "
                "`tokenflock explore --allow-host NAME`."
            )
            await PlainTextResponse(sentence, status_code=403)(scope, receive, send)

    def _is_allowed(self, scope: Any) -> bool:
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        origin = headers.get(b"origin", b"").decode("latin-1")
        name = _name(host)
        if name not in self._hosts and not _is_number(name):
            return False
        return origin == f"http://{host}" or (not origin and scope["type"] == "http")


def _name(host: str) -> str:
    """A host without its port."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdecimal() else host).strip("[]").lower()


def _is_number(name: str) -> bool:
    """Whether a host is an address in numbers, which nobody else can point at us."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def application(
    first: str | Spec = "causal-circle",
    *,
    hosts: Iterable[str],
    limits: Limits | None = None,
    opened: xr.Dataset | None = None,
    heads: "ModelHeads | None" = None,
) -> LocalOnly:
    """The page, starting at a preset or a spec; with a run or a model that was opened, if any."""
    limits = limits or Limits()
    cores, sessions = FairSemaphore(CORES), set[Session]()

    async def websocket(socket: WebSocket) -> None:
        await socket.accept()
        if len(sessions) >= MOST_SESSIONS:
            await socket.close(FULL, "Too many pages are open.")
            return
        queue = SendQueue(asyncio.get_running_loop())
        session = Session(queue, cores, limits, opened, heads)
        sessions.add(session)
        queue.put(hello(limits, first, opened is not None, heads))
        try:
            await _exchange(socket, queue, session)
        finally:
            sessions.discard(session)
            session.close()

    async def health(_: Request) -> Response:
        busy = sum(session.busy for session in sessions)
        return PlainTextResponse(f"{len(sessions)} pages, {busy} solves")

    routes = [*(Route(path, _file(*about)) for path, about in FILES.items()),
              Route("/health", health), WebSocketRoute("/live", websocket)]  # fmt: skip
    app = Starlette(routes=routes)
    app.state.sessions = sessions
    return LocalOnly(app, hosts)


def _file(name: str, kind: str) -> Callable[[Request], Awaitable[Response]]:
    async def serve(_: Request) -> Response:
        headers = {
            "Content-Security-Policy": POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-cache",
        }
        return FileResponse(PAGE / name, media_type=kind, headers=headers)

    return serve


async def _exchange(socket: WebSocket, queue: SendQueue, session: Session) -> None:
    """Receive and send until either side ends it."""
    async with _sending(socket, queue):
        try:
            while True:
                text = await _received(socket)
                # Checking a large spec takes milliseconds that other pages need not wait for.
                await asyncio.to_thread(session.receive, text)
        except MalformedError as error:
            with contextlib.suppress(WebSocketDisconnect):  # gone before it could be told
                await socket.close(UNSUPPORTED, str(error)[:120])
        except WebSocketDisconnect:
            pass


async def _received(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None:
        raise MalformedError("A page speaks in text.")
    return str(text)


@contextlib.asynccontextmanager
async def _sending(socket: WebSocket, queue: SendQueue) -> AsyncIterator[None]:
    """Send what threads put into the queue, for the length of a block."""

    async def send() -> None:
        while True:
            data = await queue.get()
            if isinstance(data, bytes):
                await socket.send_bytes(data)
            else:
                await socket.send_text(data)

    task = asyncio.create_task(send())
    try:
        yield
    finally:
        task.cancel()
        # A page that left in the middle of a message is no error of ours.
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await task
