"""The explorer's server: what it computes, what it refuses, and whom it serves."""

import asyncio
import contextlib
import http.client
import json
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from support.explorer_server import serving
from websockets.exceptions import ConnectionClosed, InvalidHandshake

import tokenflock as tkf
from tokenflock._jax import jax
from tokenflock.cli import explore
from tokenflock.explorer import controls, frames, padding, run_messages, sessions
from tokenflock.explorer.jobs import Job
from tokenflock.explorer.limits import Limits
from tokenflock.explorer.semaphore import FairSemaphore
from tokenflock.explorer.send_queue import CAPACITY, CanceledError, SendQueue
from tokenflock.explorer.sessions import Session
from tokenflock.plots.style import PALETTE
from tokenflock.runtime import programs
from tokenflock.simulation import flow_of, tokens_of
from tokenflock.spec import Spec, registry
from tokenflock.spec.presets import PRESETS, preset

WEB = Path(__file__).parents[2] / "web" / "src"
# One size of tokens for the whole file: padded to 16, it compiles once.
SMALL = {"n": 12, "beta": 9.0, "mask": "causal", "t_end": 5.0, "samples": 21}
# Many small steps: ten seconds of work that streams as it goes.
SLOW = SMALL | {"kappa": 5.0, "step": 1e-4, "t_end": 90.0, "samples": 401}


@pytest.fixture(scope="module")
def server():
    limits = Limits(tokens=2000, seconds=60.0, solves=3, rows=8)
    with serving("causal-circle", limits=limits) as running:
        yield running


@pytest.fixture
def page(server):
    with server.page() as connected:
        yield connected


def rows(received, kind, name):
    return np.concatenate([m["arrays"][name] for m in received if m["type"] == kind])


def test_what_has_ended_can_be_judged_at_once(page, monkeypatch):
    # Whoever reads that a run has ended may ask for its verdict before the server does more.
    keep = Session._keep

    def late(*given):
        time.sleep(0.2)
        keep(*given)

    monkeypatch.setattr(Session, "_keep", late)
    assert page.follow(SMALL)[-1]["status"] == "done"
    page.send(type="verdict", id=page.next, slot="a")
    answer = page.receive()
    assert (answer["type"], answer.get("message")) == ("verdict", None)


# Padding

STEPPED = {"weighting": "hardmax", "step": 0.1}


@pytest.mark.slow
@pytest.mark.parametrize(
    "changes",
    [{}, {"mask": "full"}, {"mask": "window:4"}, {"mask": "full", "weighting": "unnormalized"},
     {"mask": "full", "masses": [2.0] + 11 * [1.0], "frozen": [3]}, {"gamma": 2.0},
     {"mask": "full", "weighting": "sinkhorn", "masses": [2.0] + 11 * [1.0]},
     {"position": "alibi:2"}, {"mask": "full", "kappa": 5.0},
     STEPPED, STEPPED | {"mask": "full", "frozen": [0]},
     STEPPED | {"mask": "full", "weighting": "hardmax:others"},
     {"mask": "full", "position": "rotary"}],
    ids=str,
)  # fmt: skip
def test_padded_tokens_leave_no_trace(changes):
    fields = {k: v for k, v in SMALL.items() if not (k == "beta" and "gamma" in changes)}
    spec = Spec(**(fields | changes))
    assert padding.paddable(spec)
    x = tokens_of(spec)
    more = np.repeat(x[:1], padding.size_class(spec.n) - spec.n, axis=0)
    alone = flow_of(spec)(0.0, x)
    among = np.asarray(flow_of(padding.padded(spec))(0.0, np.concatenate([x, more])))
    np.testing.assert_allclose(among[: spec.n], alone, rtol=0, atol=1e-13)
    # Copies stay copies; where nobody sees them, or they cannot, they rest.
    copied = spec.mask == "full" and spec.position is None and spec.kappa is None
    there = among[:1] if copied else np.zeros((1, spec.d))
    np.testing.assert_allclose(
        among[spec.n :], np.repeat(there, len(more), axis=0), rtol=0, atol=1e-13
    )


@pytest.mark.parametrize(
    "changes",
    [{"kappa": 5.0, "step": 0.1}, {"weighting": "sinkhorn", "mask": "full", "tol": 1e-3},
     STEPPED | {"mask": "full"}],
    ids=str,
)  # fmt: skip
def test_another_number_of_tokens_compiles_nothing(changes, monkeypatch):
    monkeypatch.setattr(programs, "MOST", 10**6)  # or those of other tests are forgotten in between
    fields = SMALL | {"t_end": 0.5, "samples": 3} | changes
    x0 = tokens_of(Spec(n=17, seed=1)).tolist()
    compiled, paths = [], {}

    def count(name, *_, **__):
        compiled.append(name == "/jax/core/compile/backend_compile_duration")

    padding.simulate_padded(Spec(**fields))
    jax.monitoring.register_event_duration_secs_listener(count)
    try:
        for n in (9, 11, 16):
            paths[n] = padding.simulate_padded(Spec(**(fields | {"n": n, "init": x0[:n]}))).x.data
            assert sum(compiled) == 0
        jax.jit(lambda v: v + 1)(1.0)
        assert sum(compiled) > 0  # what is compiled is seen
    finally:
        jax.monitoring.unregister_event_duration_listener(count)
    if "kappa" in changes:
        # Causal tokens do not notice who comes later, in a larger class either: noise is their own.
        wider = padding.simulate_padded(Spec(**(fields | {"n": 17, "init": x0}))).x.data
        np.testing.assert_allclose(wider[:, :9], paths[9], rtol=0, atol=1e-13)
        assert np.abs(paths[9][1] - paths[9][0]).max() > 0.1


def test_size_classes_grow_by_a_quarter_at_most():
    sizes = [padding.size_class(n) for n in range(1, 2049)]
    assert all(n <= size for n, size in enumerate(sizes, 1))
    assert all(size <= max(n + 7, 1.25 * n) for n, size in enumerate(sizes, 1))
    assert len(set(sizes)) < 32


@pytest.mark.parametrize(
    "field",
    [{"kappa": 5.0, "weighting": "sinkhorn"}, {"kappa": 5.0, "weighting": "hardmax", "step": 0.1},
     {"kappa": 5.0, "beta": 301.0}, {"kappa": 5.0, "qk": 40.0},
     {"kappa": 5.0, "space": "euclidean"}, {"coarsen": True},
     {"position": "alibi:599", "mask": "causal"}],
    ids=str,
)  # fmt: skip
def test_what_would_be_noticed_is_not_padded(field):
    assert not padding.paddable(Spec(**(SMALL | {"mask": "full"} | field)))


# Frames and messages


def test_frames_keep_arrays_and_headers():
    arrays = {"a": np.arange(5, dtype=np.int16), "b": np.eye(3, dtype=np.float32),
              "c": np.array([1e300]), "d": np.zeros((0, 2), np.float32)}  # fmt: skip
    header, found = frames.unpacked(frames.frame({"type": "path", "id": 7}, **arrays))
    assert header == {"type": "path", "id": 7}
    for name, array in arrays.items():
        assert found[name].dtype == array.dtype
        np.testing.assert_array_equal(found[name], array)
    with pytest.raises(ValueError, match="TKF1"):
        frames.unpacked(b"NOPE" + bytes(20))


def test_controls_follow_the_schema(monkeypatch):
    assert set(controls.schema()["properties"]) == set(Spec.model_fields)

    class Longer(Spec):
        zeta: float = 3.0

    monkeypatch.setattr(controls, "Spec", Longer)
    shown = controls.schema()["properties"]["zeta"]
    assert (shown["default"], shown["x-hint"]) == (3.0, {})


def test_lists_of_the_page_come_from_python(page):
    assert page.hello["unit_spaces"][:3] == ["sphere", "ngpt", "sqrtscaled"]  # then those of tests
    for contrast in page.hello["contrasts"]:
        assert Spec(**contrast["change"])
    command = page.hello["command"]
    changed = preset(command["preset"]).replace(**command["defaults"])
    assert changed == Spec()
    colors = (WEB / "colors.ts").read_text()
    assert ", ".join(f'"{color}"' for color in PALETTE) in colors


@pytest.fixture
def ring(monkeypatch):
    """A mask of a user's own: neighbors on a ring."""
    monkeypatch.setattr(registry, "_ENTRIES", {k: dict(v) for k, v in registry._ENTRIES.items()})

    class Ring(tkf.Mask, name="ring"):
        n: int = 12

        def visible(self, i, j):
            return (abs(i - j) <= 1) | (abs(i - j) == self.n - 1)

    return Ring


def test_a_mask_of_ones_own_is_followed_and_sent(ring, server):
    spec = Spec(**(SMALL | {"mask": "ring"}))
    assert not padding.paddable(spec)
    with server.page() as page:
        assert "ring" in page.hello["schema"]["properties"]["mask"]["x-hint"]["words"]
        received = page.follow(SMALL | {"mask": "ring"})
    np.testing.assert_allclose(rows(received, "path", "x"), tkf.simulate(spec).x, rtol=0, atol=1e-6)
    sent = np.array(received[0]["weights"]["mask"]["rows"])
    np.testing.assert_array_equal(sent, np.roll(sent, (1, 1), axis=(0, 1)))
    assert sent.sum() == 36


@pytest.mark.parametrize("name", PRESETS)
def test_fields_of_a_preset_make_the_same_spec(name):
    assert Spec(**controls.fields_of(preset(name))) == preset(name)


# Runs


def test_a_page_is_told_what_solve_computes(page):
    received = page.follow(SMALL)
    run = tkf.simulate(Spec(**SMALL))
    assert page.hello["first"]["name"] == "causal-circle"
    assert received[0]["type"] == "begin"
    np.testing.assert_array_equal(rows(received, "path", "times"), run.time)
    np.testing.assert_allclose(rows(received, "path", "x"), run.x, rtol=0, atol=1e-6)
    np.testing.assert_array_equal(rows(received, "measures", "labels"), tkf.clusters(run.x))
    np.testing.assert_allclose(
        rows(received, "measures", "energy"), tkf.normalized_energy(run.x), rtol=1e-5
    )
    assert received[-1]["status"] == "done"
    assert received[-1]["norm_error"] < 1e-14
    page.send(type="verdict", id=page.next)
    assert page.until("verdict")[-1]["verdict"]["state"] in ("metastable", "moving")


def test_one_token_more_or_less_compiles_nothing(page):
    page.follow(SMALL)
    x0 = tkf.simulate(Spec(**SMALL)).x.data[0].tolist()
    for start in (x0[:-1], [*x0, [0.6, 0.8]]):
        begun = time.perf_counter()
        received = page.follow(SMALL | {"n": len(start), "init": start})
        assert received[-1]["status"] == "done"
        assert time.perf_counter() - begun < 1.0  # compiling takes longer; the rest is slack


def test_a_preview_is_coarse_and_says_so(page):
    received = page.follow(SMALL, preview=True)
    assert received[0]["preview"]
    assert received[-1]["solver"]["tol"] == 1e-3
    marked = rows(received, "measures", "rows")
    assert marked[-1] == 20  # the last row is always measured
    assert len(marked) < 21


def test_long_runs_stream_can_be_canceled_and_block_nobody(server, page):
    page.send(type="run", id=90, spec=SLOW)
    assert page.receive()["type"] == "begin"
    first = page.receive()
    assert first["type"] == "path"  # where tokens start, before anything is computed
    with server.page() as other:
        other.follow(SMALL)
    begun = time.perf_counter()
    page.send(type="cancel")
    assert page.until("ended")[-1]["status"] == "canceled"
    assert time.perf_counter() - begun < 5


def test_who_has_shown_nothing_yet_comes_first():
    cores, order, begun = FairSemaphore(1), [], threading.Event()

    def measured():
        with cores.permit():
            begun.set()
            while not cores._new:
                time.sleep(0.001)
            cores.yield_to_new()
            order.append("measures")

    thread = threading.Thread(target=measured)
    thread.start()
    begun.wait()
    with cores.permit():
        order.append("path")
    thread.join(10)
    assert order == ["path", "measures"]
    assert cores._free == 1


def test_who_does_not_read_keeps_no_core_from_others():
    loop = asyncio.new_event_loop()
    full, free = SendQueue(loop), SendQueue(loop)
    full.put(bytes(CAPACITY + 1))
    cores, entered, ended = FairSemaphore(1), threading.Event(), []
    sleeping = Job(full, cores, seconds=60.0)

    def stream():
        with sleeping.computing():
            entered.set()
            with contextlib.suppress(CanceledError):
                sleeping.checkpoint()
                sleeping.checkpoint()
            ended.append("sleeping")

    thread = threading.Thread(target=stream, daemon=True)
    thread.start()
    entered.wait(10)
    computed = threading.Event()

    def compute():
        with Job(free, cores, seconds=60.0).computing():
            computed.set()

    threading.Thread(target=compute, daemon=True).start()
    assert computed.wait(10)
    assert ended == []
    sleeping.canceled.set()
    thread.join(10)
    assert ended == ["sleeping"]
    loop.close()


def test_programs_of_all_pages_are_forgotten_when_they_are_many(page, monkeypatch):
    monkeypatch.setattr(sessions, "MOST_PROGRAMS", 0)
    assert page.follow(SMALL | {"method": "layers", "step": 0.5})[-1]["status"] == "done"
    deadline = time.monotonic() + 10  # the end is told before the page's thread has ended
    while programs.held() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert programs.held() == 0


def test_a_phase_diagram_comes_row_by_row(page):
    page.send(type="sweep", id=5, spec=SMALL | {"samples": 5}, betas=[1.0, 9.0])
    received = page.until("swept")
    assert [m["row"] for m in received[:-1]] == [0, 1]
    run = tkf.simulate(Spec(**(SMALL | {"beta": 9.0, "samples": 5})))
    np.testing.assert_allclose(
        received[1]["arrays"]["alignment"], tkf.alignment(run.x), rtol=0, atol=1e-5
    )


def test_an_opened_run_is_shown_as_it_is():
    run = tkf.simulate(Spec(**SMALL))
    with serving(Spec(**SMALL), opened=run) as running, running.page() as page:
        assert page.hello["opened"]
        page.send(type="open", id=1)
        received = page.until("ended")
        np.testing.assert_allclose(rows(received, "path", "x"), run.x, rtol=0, atol=1e-7)


def test_a_saved_run_becomes_a_page(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(run_messages, "verdict_on", lambda run: {"state": "moving", "reason": ""})
    stored, page = tmp_path / "run.zarr", tmp_path / "run.html"
    tkf.save(tkf.simulate(Spec(**SMALL)), stored)
    explore.write_page(str(stored), page)
    assert "which opens offline" in capsys.readouterr().out
    assert 'id="tokenflock-run"' in page.read_text()
    with pytest.raises(tkf.InputError, match="exists already"):
        explore.write_page(str(stored), page)
    with pytest.raises(tkf.InputError, match="no preset or spec file"):
        explore.write_page("nothing", tmp_path / "other.html")


def test_a_port_in_use_is_said_so(server):
    with pytest.raises(tkf.InputError, match="Name another --port"):
        explore.explore("kuramoto", host="127.0.0.1", port=server.port, browser=False)


def test_saved_rows_come_in_order():
    # A flow that jumps: breaks between saved times are not among them.
    spec = Spec(**(SMALL | {"qk": "gaussian", "layer_time": 0.7, "samples": 6}))
    saved = []
    run = tkf.simulate(spec, on_save=lambda times, x: saved.append((times, x.copy())))
    np.testing.assert_array_equal(np.concatenate([times for times, _ in saved]), run.time)
    np.testing.assert_array_equal(np.concatenate([x for _, x in saved]), run.x)


# Refusals


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({"kappa": -1.0}, "`kappa` must be greater than 0"),
        ({"bata": 1.0}, "Did you mean 'beta'?"),
        ({"n": 2001}, "at most 2000 tokens"),
        ({"n": 1900, "d": 200}, "coordinates"),
        ({"n": 2000, "samples": 10_000}, "numbers to send"),
        ({"step": 1e-9, "t_end": 10.0}, "steps"),
        ({"n": 8, "init": {"path": "/etc/passwd", "sha256": "0" * 64}}, "opens no files"),
        ({"weighting": "hardmax"}, "equal steps by `step`"),
        ({"mask": "os.system"}, "`mask` must be one of"),
        ({"weighting": "use:evil.py"}, "`weighting` must be one of"),
        ({"space": "evil"}, "`space` must be one of"),
    ],
)
def test_bad_specs_get_a_sentence_and_the_page_stays(page, spec, said):
    received = page.follow(spec)[-1]
    assert received["status"] == "error"
    assert said in received["message"]
    assert page.follow(SMALL)[-1]["status"] == "done"


def test_one_page_runs_a_few_solves_at_a_time(page):
    page.follow(SMALL)
    for number, slot in enumerate("ab"):
        page.send(type="run", id=100 + number, slot=slot, spec=SLOW)
    page.send(type="sweep", id=102, spec=SLOW, betas=[1.0])
    page.send(type="verdict", id=103)
    while (received := page.receive()).get("id") != 103:
        pass
    assert "at most 3 solves at a time" in received["message"]


MALFORMED = [
    "", "{", "[]", "null", "7", '"run"', "{}", '{"type": "fly"}', '{"type": "run"}',
    '{"type": "run", "id": -1, "spec": {}}', '{"type": "run", "id": 1, "spec": []}',
    '{"type": "run", "id": 1, "spec": {}, "slot": "c"}', '{"type": "save", "kind": "exe"}',
    '{"type": "sweep", "id": 1, "spec": {}, "betas": []}', "[" * 5000, "\x00", b"\x00\x01", b"",
]  # fmt: skip


def test_a_message_imports_no_code(page, tmp_path):
    evil = tmp_path / "evil.py"
    evil.write_text(f"open({str(tmp_path / 'seen')!r}, 'w')")
    for field in ("mask", "weighting", "space", "init", "position", "qk", "method"):
        for value in (str(evil), "evil", f"use:{evil}", {"use": str(evil)}, {"path": str(evil)}):
            assert page.follow({field: value})[-1]["status"] == "error"
    assert not (tmp_path / "seen").exists()


@pytest.mark.parametrize("message", MALFORMED, ids=lambda m: repr(m)[:24])
def test_what_is_no_message_closes_its_own_connection_only(server, page, message):
    with server.page() as bad:
        bad.socket.send(message)
        with pytest.raises(ConnectionClosed):
            bad.receive(5)
    page.send(type="cancel")
    assert page.follow({"kappa": -1.0})[-1]["status"] == "error"


@pytest.mark.slow
def test_fuzzed_messages_do_not_disturb_anybody(server, page):
    rng = np.random.default_rng(0)
    whole = json.dumps({"type": "run", "id": 1, "slot": "a", "spec": SMALL}).encode()
    for _ in range(75):
        data = bytearray(whole)
        for place in rng.integers(0, len(data), rng.integers(1, 9)):
            data[place] = rng.integers(0, 256)
        with server.page() as other:
            other.socket.send(bytes(data).decode("latin-1"))
    assert page.follow(SMALL)[-1]["status"] == "done"
    deadline = time.monotonic() + 20
    while len(server.sessions) > 1 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(server.sessions) == 1


def test_only_our_own_page_is_let_in(server):
    beside = f"http://127.0.0.1:{server.port + 1}"
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{server.port}", beside):
        with pytest.raises(InvalidHandshake), server.page(origin=origin):
            pass

    def status(host):
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port)) as connection:
            connection.request("GET", "/", headers={"Host": host})
            return connection.getresponse().status

    for host in (
        f"127.0.0.1:{server.port}",
        "localhost:9000",
        "LOCALHOST",
        "192.168.1.7",
        "[::1]:80",
    ):
        assert status(host) == 200
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example", ""):
        assert status(host) == 403


def test_a_port_that_is_none_is_a_sentence():
    with pytest.raises(tkf.InputError, match="between 0 and 65535"):
        explore.explore("kuramoto", host="127.0.0.1", port=80_000, browser=False)


@pytest.mark.slow
def test_many_pages_with_random_edits(server):
    rng = np.random.default_rng(1)
    with contextlib.ExitStack() as stack:
        pages = [stack.enter_context(server.page()) for _ in range(12)]
        for number in range(3):
            for page in pages:
                page.send(type="run", id=number, spec=SMALL | {"beta": float(rng.uniform(1, 40))})
            for page in pages:
                assert page.until("ended")[-1]["status"] == "done"
