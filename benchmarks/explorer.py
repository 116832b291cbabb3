"""The explorer under load: latency of a drag, many pages at once, fuzzed messages, frames a second.

    python benchmarks/explorer.py [NAME ...]

where a name is answers, shapes, latency, clients, fuzz, frames, tabs or alone; all without any.

Prints one line per figure.  A server runs in this process; the browser is Debian's Chromium.
"""

import contextlib
import gzip
import json
import os
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from support.chromium import Tab, browser
from support.explorer_server import serving

from tokenflock.explorer import controls
from tokenflock.explorer.export import save_static
from tokenflock.runtime.memory import return_large_blocks
from tokenflock.spec import Spec

PAUSE = 4.0  # seconds between the edits of one hand, on average
CIRCLE = {
    "n": 200,
    "beta": 64.0,
    "mask": "causal",
    "t_end": 150.0,
    "samples": 301,
    "spacing": "log",
}


def memory() -> float:
    """Megabytes this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def summary(values: list[float]) -> str:
    return f"median {np.median(values):.0f}, 90 % under {np.quantile(values, 0.9):.0f}"


def latency(server, edits: int = 24) -> None:
    """Milliseconds from an edit of 200 tokens to the drawn path, by kind of edit."""
    with browser() as chromium:
        tab = first_picture(chromium, server.address)
        drag(tab)  # compiles the preview
        kinds = {"drag": drag, "beta": slide, "add a token": add, "delete a token": delete}
        for what, edit in kinds.items():
            fresh(tab)
            edit(tab, edits)
            print(f"{what} at n = 200: {waited(tab)}, load {os.getloadavg()[0]:.1f}")
        tab.close()


def first_picture(chromium, address: str) -> Tab:
    """A tab whose run is complete; prints when its first picture was drawn."""
    begun = time.perf_counter()
    tab = Tab(chromium, address)
    tab.until("e?.drawing?.pictures > 0")
    print(f"first picture: {time.perf_counter() - begun:.2f} s after opening")
    tab.settle()
    return tab


def alone(_) -> None:
    """The same of the page that needs no server, opened from disk: drags and the slider of beta."""
    with tempfile.TemporaryDirectory() as folder, browser() as chromium:
        path = save_static(folder, Spec(**CIRCLE))
        print(f"page of one file: {len(gzip.compress(path.read_bytes())) / 1e3:.0f} kB gzipped")
        tab = first_picture(chromium, path.as_uri())
        for what, edit in {"drag": drag, "beta": slide}.items():
            fresh(tab)
            edit(tab, 24)
            print(f"{what} at n = 200, no server: {waited(tab)}, load {os.getloadavg()[0]:.1f}")
        tab.close()


SHAPES = {
    "four heads": {"heads": 4, "qk": "gaussian", "ov": "gaussian", "mask": "causal"},
    "USA": {"weighting": "unnormalized:scaled", "mask": "full"},
    "USA, two heads": {"weighting": "unnormalized:scaled", "heads": 2, "ov": "gaussian"},
    "R^d": {"space": "euclidean", "t_end": 1.0},
    "rescaled": {"space": "rescaled", "t_end": 3.0},
    "Pre-LN": {"space": "preln", "mask": "causal"},
    "Sinkhorn": {"weighting": "sinkhorn", "mask": "full"},
    "noise": {"kappa": 50.0, "mask": "full"},
    "layers": {"method": "layers", "step": 0.25, "mask": "causal"},
    "ALiBi": {"mask": "causal", "position": "alibi:2"},
    "rotary": {"mask": "causal", "position": "rotary", "d": 4},
    "window": {"mask": "window:9"},
}


def shapes(server, seed: int = 0) -> None:
    """Milliseconds to the drawn path of systems of a shape never seen, nothing compiled before."""
    rng, waits = np.random.default_rng(seed), {}
    with browser() as chromium:
        tab = Tab(chromium, server.address)
        tab.settle(120)
        for what, changes in SHAPES.items():
            shape = {"n": int(rng.integers(20, 120)), "d": int(rng.choice([2, 3, 4]))}
            spec = Spec(**({"beta": 4.0, "t_end": 10.0, "samples": 101} | shape | changes))
            fresh(tab)
            fields = json.dumps(controls.fields_of(spec))
            tab.ask(f"(e.edits.open({{name: '', spec: {fields}}}), 0)")
            tab.until("e.arrivals.latencies.drawn.length > 0", 120)
            waits[what] = tab.ask("e.arrivals.latencies.drawn[0]")
            tab.settle(120)
            print(f"{what}, n = {spec.n}, d = {spec.d}: drawn after {waits[what]:.0f} ms")
        tab.close()
    worst, load = max(waits.values()), os.getloadavg()[0]
    waited = summary(list(waits.values()))
    print(f"{len(waits)} new shapes: {waited}, worst {worst:.0f} ms; load {load:.1f}")


def slide(tab, edits: int) -> None:
    """The slider of beta, moved to another place every 50 ms."""
    slider = tab.page.locator("[data-field=beta] input[type=range]")
    for k in range(2 * edits):
        slider.evaluate(f"box => {{ box.value = {500 + 5 * k}; {MOVED} }}")
        tab.page.wait_for_timeout(50)
    slider.evaluate(f"box => {{ {MOVED.replace('input', 'change')} }}")
    tab.settle()


MOVED = "box.dispatchEvent(new Event('input'));"


def add(tab, edits: int) -> None:
    tab.page.keyboard.press("a")
    box = tab.page.locator(".tkf-view").first.bounding_box()
    for k in range(edits):
        tab.page.mouse.click(box["x"] + box["width"] / 2 + 4 * k, box["y"] + 12)
        tab.settle()


def delete(tab, edits: int) -> None:
    tab.page.keyboard.press("d")
    for k in range(edits):
        tab.page.mouse.click(*tab.place(k))
        tab.settle()


def answers(server, count: int = 20) -> None:
    """Milliseconds from a message to the last row of its path, without a browser."""
    rng = np.random.default_rng(0)
    angle = rng.uniform(-np.pi, np.pi, 210)
    x = np.stack([np.cos(angle), np.sin(angle)], axis=1).tolist()
    with server.page() as page:
        for preview in (True, False):
            page.follow(CIRCLE | {"init": x[:200]}, preview=preview)  # compiled
            waits = []
            for k in range(count):
                begun = time.perf_counter()
                spec = CIRCLE | {"n": 195 + k % 10, "init": x[: 195 + k % 10]}
                page.send(type="run", id=k, spec=spec, preview=preview)
                while (message := page.receive())["type"] != "ended":
                    if message["type"] == "path":
                        wait = 1e3 * (time.perf_counter() - begun)
                waits.append(wait)
            what = "preview" if preview else "tolerance 1e-8"
            print(f"path of n = 195 ... 204 tokens, {what}: {summary(waits)} ms")


def fresh(tab) -> None:
    tab.ask("[e.arrivals.latencies.drawn.splice(0), e.arrivals.latencies.arrived.splice(0)]")


def waited(tab) -> str:
    arrived, drawn = tab.ask("[e.arrivals.latencies.arrived, e.arrivals.latencies.drawn]")
    path, picture = summary(arrived), summary(drawn)
    return f"{len(drawn)} edits, path there after {path} ms; drawn after {picture} ms"


def drag(tab, moves: int = 40) -> None:
    tab.page.keyboard.press("m")
    tab.page.keyboard.press("Home")
    tab.page.wait_for_timeout(200)
    x, y = tab.place(3)
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    for k in range(moves):
        tab.page.mouse.move(x - 3 * k, y - 2 * k)
        tab.page.wait_for_timeout(50)
    tab.page.mouse.up()
    tab.settle()


def clients(server, count: int = 50, seconds: float = 60.0) -> None:
    """Answers to random edits of n = 100 tokens by many pages at once."""
    spec = CIRCLE | {"n": 100, "t_end": 20.0, "samples": 101}
    with server.page() as page:
        for mask in ("causal", "full"):
            assert page.follow(spec | {"mask": mask})[-1]["status"] == "done"  # compiled
    before, waits, failures = memory(), [], []
    barrier = threading.Barrier(count)

    def visit(number: int) -> None:
        rng = np.random.default_rng(number)
        try:
            with server.page(open_timeout=60) as page:
                barrier.wait()
                end = time.monotonic() + seconds
                while time.monotonic() < end:
                    edit = {"beta": float(rng.uniform(1, 64)), "seed": int(rng.integers(99)),
                            "mask": ("causal", "full")[rng.integers(2)]}  # fmt: skip
                    begun = time.perf_counter()
                    page.send(type="run", id=1, spec=spec | edit)
                    while (message := page.receive())["type"] != "ended":
                        if message["type"] == "path":
                            wait = 1e3 * (time.perf_counter() - begun)
                    waits.append(wait)
                    if message["status"] != "done":
                        failures.append(message)
                    time.sleep(float(rng.exponential(PAUSE)))
        except Exception as error:
            failures.append(repr(error))

    threads = [threading.Thread(target=visit, args=(k,)) for k in range(count)]
    for thread in threads:
        thread.start()
    time.sleep(seconds / 2)
    middle = memory()
    for thread in threads:
        thread.join()
    time.sleep(2)
    print(
        f"{count} pages for {seconds:g} s: {len(waits)} answers, errors: {failures[:3] or 'none'}"
    )
    print(f"path of n = 100 tokens complete after: {summary(waits)} ms")
    print(f"memory: {before:.0f} MB before, {middle:.0f} in the middle, {memory():.0f} after")
    print(f"left behind: {len(server.sessions)} pages, {threading.active_count()} threads")


def tabs(server, count: int = 20, seconds: float = 300.0) -> None:
    """Megabytes of the server while many pages ask for systems of all shapes, twice as long."""
    asked, failures, halt = [0], [], threading.Event()

    def visit(number: int) -> None:
        rng = np.random.default_rng(number)
        while not halt.is_set():
            gone = contextlib.suppress(TimeoutError, ConnectionClosed)
            with gone, server.page(open_timeout=60) as page:
                for _ in range(20):
                    if halt.is_set():
                        return
                    asked[0] += 1
                    end = page.follow(random_system(rng), preview=bool(rng.random() < 0.5))[-1]
                    if end["status"] != "done":
                        failures.append(end)
                    elif rng.random() < 0.3:
                        page.send(type="verdict", id=page.next)
                        page.until("verdict")
                    halt.wait(float(rng.exponential(PAUSE)))

    threads = [threading.Thread(target=visit, args=(k,), daemon=True) for k in range(count)]
    print(f"memory before: {memory():.0f} MB")
    for thread in threads:
        thread.start()
    for turn in ("first", "second"):
        held, end = [], time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(1)
            held.append(memory())
        print(
            f"{count} pages, {turn} {seconds:g} s: {memory():.0f} MB at the end, on average "
            f"{np.mean(held):.0f}, at most {max(held):.0f}, {asked[0]} runs so far, errors: "
            f"{failures[:2] or 'none'}",
            flush=True,
        )
    halt.set()


def random_system(rng) -> dict:
    """Fields of a system as hands would choose it: any shape, small enough to be watched."""
    shape = {"n": int(rng.integers(4, 200)), "d": int(rng.choice([2, 2, 3, 4, 8]))}
    kind = list(SHAPES.values())[rng.integers(len(SHAPES))]
    rest = {"beta": float(np.round(rng.uniform(0.5, 30), 2)), "seed": int(rng.integers(99))}
    fields = {"t_end": 8.0, "samples": 81, "mask": "causal"} | shape | rest | kind
    if rng.random() < 0.25 and not {"space", "position"} & set(fields):
        fields |= {"weighting": "hardmax", "step": 0.1}
    if rng.random() < 0.15:
        fields |= {"mlp": "relu:8"} if fields.get("space") is None else {}
    return fields


def fuzz(server, count: int = 10_000) -> None:
    """Malformed messages: bytes flipped, cut, repeated, of the wrong kind."""
    rng = np.random.default_rng(0)
    whole = json.dumps({"type": "run", "id": 1, "slot": "a", "spec": CIRCLE | {"n": 0}}).encode()
    begun = time.perf_counter()
    connections = sent = 0
    while sent < count:
        connections += 1
        # Messages that are only wrong in what they ask leave the socket open: use it up.
        with contextlib.suppress(Exception), server.page() as page:
            for _ in range(50):
                page.socket.send(garbled(whole, rng))
                sent += 1
    seconds = time.perf_counter() - begun
    print(f"{sent} malformed messages over {connections} connections, {seconds:.0f} s")
    with server.page() as page:
        print(f"after that a page is served: {page.follow(CIRCLE | {'n': 100})[-1]['status']}")


def garbled(whole: bytes, rng: np.random.Generator) -> str | bytes:
    data = bytearray(whole)
    for place in rng.integers(0, len(data), rng.integers(1, 12)):
        data[place] = rng.integers(0, 256)
    data = data[: rng.integers(0, len(data) + 1)] if rng.random() < 0.3 else data
    return bytes(data) if rng.random() < 0.3 else bytes(data).decode("latin-1")


def frames(server) -> None:
    """Frames a second while 2000 tokens play on the sphere, and what the time is spent on."""
    spec = {"n": 2000, "d": 3, "beta": 4.0, "t_end": 6.0, "samples": 61, "tol": 1e-5}
    with browser() as chromium, serving(Spec(**spec)) as own:
        tab = Tab(chromium, own.address)
        tab.settle(120)
        tab.ask(TIMED)
        for what, hidden in (("whole page", False), ("without matrix and histogram", True)):
            tab.ask(f"(e.drawing.drawPairs = {'() => 0' if hidden else 'e.drawing.pairs'}, 0)")
            tab.ask("(e.set({speed: 0.5}), e.seek(0), e.play())")
            tab.page.wait_for_timeout(500)
            first, last = tab.ask(SPENT), tab.page.wait_for_timeout(5000) or tab.ask(SPENT)
            count, wall, script, tokens, webgl, pairs = np.subtract(last, first)
            print(
                f"n = 2000 on the sphere, {what}: {1e3 * count / wall:.1f} frames a second; of "
                f"{wall / count:.1f} ms a frame {script / count:.1f} are script (tokens "
                f"{tokens / count:.1f}, of them calls of WebGL {webgl / count:.1f}; pairs "
                f"{pairs / count:.1f}), the rest drawing by the browser; load "
                f"{os.getloadavg()[0]:.1f}"
            )
            tab.ask("e.pause()")
        print(f"renderer: {tab.page.evaluate(RENDERER)}")
        tab.close()


TIMED = """(() => { window.spent = {}; const time = (of, name) => { const act = of[name];
spent[name] = 0; of[name] = function (...a) { const t = performance.now(); act.apply(this, a);
spent[name] += performance.now() - t; }; };
time(e.drawing, 'frame'); time(e.drawing, 'drawTokens'); time(e.views.tokens.scene, 'render');
time(e.drawing, 'drawPairs'); e.drawing.pairs = e.drawing.drawPairs; })()"""
SPENT = """[e.views.tokens.frames, performance.now(), spent.frame, spent.drawTokens, spent.render,
spent.drawPairs]"""
RENDERER = """(() => { const gl = document.createElement('canvas').getContext('webgl2');
const about = gl.getExtension('WEBGL_debug_renderer_info');
return gl.getParameter(about.UNMASKED_RENDERER_WEBGL); })()"""

if __name__ == "__main__":
    return_large_blocks()  # as `tokenflock explore` does
    cases = {
        "answers": answers,
        "shapes": shapes,
        "latency": latency,
        "clients": clients,
        "fuzz": fuzz,
        "frames": frames,
        "tabs": tabs,
        "alone": alone,
    }
    with tempfile.TemporaryDirectory() as empty:
        os.environ["TOKENFLOCK_CACHE"] = empty  # nobody has compiled anything
        with serving(Spec(**CIRCLE)) as running:
            for name in sys.argv[1:] or cases:
                cases[name](running)
