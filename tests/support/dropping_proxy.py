"""A proxy between a client and an HTTP server that loses one request in so many.

    python dropping_proxy.py PORT SERVER_PORT EVERY

Of what it loses half never reaches the server; of the other half the answer is cut off, which a
client cannot tell apart.  Prints a line for everything it loses.
"""

import asyncio
import itertools
import sys

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


async def request(reader, writer):
    """One request as bytes, with a wish to be answered once."""
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head[:-4].split(b"\r\n")
    fields = {k.lower(): v.strip() for k, _, v in (line.partition(b":") for line in lines[1:])}
    if b"expect" in fields:
        writer.write(CONTINUE)
    if b"chunked" in fields.get(b"transfer-encoding", b""):
        body = await chunked(reader)
    else:
        body = await reader.readexactly(int(fields.get(b"content-length", 0)))
    dropped = (b"connection", b"expect")
    kept = [line for line in lines if line.partition(b":")[0].lower() not in dropped]
    return b"\r\n".join([*kept, b"Connection: close", b"", b""]) + body


async def chunked(reader):
    body = b""
    while True:
        line = await reader.readuntil(b"\r\n")
        body += line
        size = int(line.partition(b";")[0], 16)
        if size == 0:
            break
        body += await reader.readexactly(size + 2)
    while (line := await reader.readuntil(b"\r\n")) != b"\r\n":
        body += line
    return body + line


async def answer(port, sent):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    await writer.drain()
    answered = await reader.read()
    writer.close()
    return answered


async def main(port, server, every):
    count, lost = itertools.count(1), itertools.count()

    async def serve(reader, writer):
        try:
            sent = await request(reader, writer)
            if next(count) % every:
                writer.write(await answer(server, sent))
            else:
                kind = next(lost) % 2
                print("answer" if kind else "request", sent[:60], flush=True)
                if kind:
                    await answer(server, sent)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass  # the client is gone
        finally:
            writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", port) as listening:
        await listening.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
