"""The live page: an application that serves the bundle and talks to its visitors.

Whoever opens the page on this machine is served, nobody else: a request must name our own host
(no other name may be pointed at us), and a socket must come from our own page (no other page may
use it).
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import xarray as xr
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tokenflock.explorer.messages import Limits, MalformedError, hello
from tokenflock.explorer.outbox import Outbox
from tokenflock.explorer.sessions import Visitor
from tokenflock.explorer.turns import Turns
from tokenflock.spec import Spec

if TYPE_CHECKING:
    from tokenflock.explorer.heads import Reading

PAGE = Path(__file__).parent / "page"
FILES = {
    "/": ("index.html", "text/html"),
    "/explorer.js": ("explorer.js", "text/javascript"),
    "/explorer.css": ("explorer.css", "text/css"),
}
MOST_VISITORS = 100
CORES = 2  # solves that compute at the same time; XLA spreads each of them over all cores
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
REFUSED, UNSUPPORTED, FULL = 1008, 1003, 1013  # codes with which a socket closes


class OnlyHere:
    """Lets through what names one of our hosts, and sockets from our own pages."""

    def __init__(self, app: Any, hosts: Iterable[str]) -> None:
        self._app, self._hosts = app, frozenset(hosts)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan" or self._is_welcome(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": REFUSED})
        else:
            said = "This page is served to this machine only."
            await PlainTextResponse(said, status_code=403)(scope, receive, send)

    def _is_welcome(self, scope: Any) -> bool:
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        origin = headers.get(b"origin", b"").decode("latin-1")
        if host not in self._hosts:
            return False
        return origin == f"http://{host}" or (not origin and scope["type"] == "http")


def application(
    first: str | Spec = "causal-circle",
    *,
    hosts: Iterable[str],
    limits: Limits | None = None,
    opened: xr.Dataset | None = None,
    reading: "Reading | None" = None,
) -> OnlyHere:
    """The page, starting at a preset or a spec; with a run or a model that was opened, if any."""
    limits = limits or Limits()
    turns, visitors = Turns(CORES), set[Visitor]()

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        if len(visitors) >= MOST_VISITORS:
            await socket.close(FULL, "Too many pages are open.")
            return
        outbox = Outbox(asyncio.get_running_loop())
        visitor = Visitor(outbox, turns, limits, opened, reading)
        visitors.add(visitor)
        outbox.put(hello(limits, first, opened is not None, reading))
        try:
            await _conversation(socket, outbox, visitor)
        finally:
            visitors.discard(visitor)
            visitor.close()

    async def health(_: Request) -> Response:
        busy = sum(visitor.busy for visitor in visitors)
        return PlainTextResponse(f"{len(visitors)} pages, {busy} solves")

    routes = [*(Route(path, _file(*about)) for path, about in FILES.items()),
              Route("/health", health), WebSocketRoute("/live", live)]  # fmt: skip
    app = Starlette(routes=routes)
    app.state.visitors = visitors
    return OnlyHere(app, hosts)


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


async def _conversation(socket: WebSocket, outbox: Outbox, visitor: Visitor) -> None:
    """Receive and send until either side ends it."""
    async with _sending(socket, outbox):
        try:
            while True:
                text = await _received(socket)
                # Checking a large spec takes milliseconds that other pages need not wait for.
                await asyncio.to_thread(visitor.receive, text)
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
async def _sending(socket: WebSocket, outbox: Outbox) -> AsyncIterator[None]:
    """Send what threads put into the outbox, for the length of a block."""

    async def send() -> None:
        while True:
            packed = await outbox.get()
            if isinstance(packed, bytes):
                await socket.send_bytes(packed)
            else:
                await socket.send_text(packed)

    task = asyncio.create_task(send())
    try:
        yield
    finally:
        task.cancel()
        # A page that left in the middle of a message is no error of ours.
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await task
