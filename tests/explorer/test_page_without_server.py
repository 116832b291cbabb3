"""The page without a server: its kernels beside `simulate`, and as a file in a real browser."""

import functools
import hashlib
import http.server
import json
import posixpath
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from support.chromium import Tab, browser
from support.odd_specs import odd_specs
from support.page_worker import attention_error, compared, random_specs, served, told

import tokenflock as tkf
from tokenflock.errors import InputError
from tokenflock.explorer import export
from tokenflock.spec import Spec
from tokenflock.spec.presets import PRESETS

ROOT = Path(__file__).parents[2]
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")


@pytest.mark.slow
def test_what_the_page_knows_is_what_python_says():
    # In a process of its own: tests register names, which a server would offer.
    program = "import page_data; print(page_data.text())"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT / "tools", capture_output=True, check=True
    )
    written = (ROOT / "web" / "src" / "wasm" / "data.json").read_text()
    assert json.loads(written) == json.loads(done.stdout), "run `make page`"


def included(name, found):
    """A file and those that it includes, by their paths from the root."""
    if name not in found:
        found.add(name)
        for other in re.findall(r'^#include "(.+)"', (ROOT / name).read_text(), re.MULTILINE):
            included(posixpath.normpath(posixpath.join(posixpath.dirname(name), other)), found)
    return found


def test_the_kernels_of_the_page_are_built_from_their_sources():
    files = included("native/memory.cpp", included("web/native/door.cpp", {"web/native/build.sh"}))
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + (ROOT / name).read_bytes() + b"\0")
    built = json.loads((ROOT / "web" / "src" / "wasm" / "kernels.json").read_text())
    assert {"native/integrator.h", "native/rescaled.h"} < files
    assert built["sources"] == digest.hexdigest(), "run `make page`"


@pytest.mark.slow
@needs_node
def test_runs_are_those_of_simulate():
    specs = random_specs(10, seed=3)  # one of each space, three of the sphere
    for fields, found in zip(specs, told(specs), strict=True):
        far = compared(fields, found)
        assert far["x"] < 1e-6, fields
        assert far["times"] < 1e-15
        assert far["labels"] == 0, fields
        assert max(far["energy"], far["alignment"]) < 1e-9


@needs_node
@pytest.mark.parametrize("host", [told, served])
def test_what_pages_show_is_what_python_says(host):
    specs = random_specs(7, seed=5)[3:]  # euclidean, rescaled, preln and periln
    for fields, found in zip(specs, host(specs), strict=True):
        far = compared(fields, found)
        assert attention_error(fields, found) < 1e-7, fields
        assert (far["labels"], far["verdict"][0]) == (0, far["verdict"][1]), fields
        assert max(far["x"], far["energy"]) < 1e-6, fields


REFUSED = [
    ({"weighting": "hardmax", "step": 0.1}, "weighting", "needs the local server"),
    ({"t_end": 1e80}, "t_end", "needs the local server"),
    ({"mlp": "relu:8"}, "mlp", "needs the local server"),
    ({"space": "rescaled", "weighting": "unnormalized"}, "weighting", "needs the local server"),
    ({"n": 0}, "n", "at least 1"),
    ({"n": 3000}, "n", "at most 2000 tokens"),
    ({"mask": "casual"}, "mask", "one of full, causal"),
    ({"kappa": -1.0}, "kappa", "more than 0"),
    ({"init": [[1.0, 0.0], [0.0, 3.0]]}, "init", "token 1 has norm 3"),
    ({"qk": [[1.0]]}, "qk", "must have shape (2, 2)"),
    ({"bata": 1.0}, None, "no field `bata`"),
]


@needs_node
def test_what_needs_a_server_or_is_wrong_is_said_at_its_field():
    for (_, field, said), found in zip(REFUSED, told([r[0] for r in REFUSED]), strict=True):
        assert (found["status"], found["field"]) == ("error", field), found
        assert said in found["message"]


def refusal(fields):
    """Why Python refuses a system; None if it follows it."""
    try:
        spec = Spec(**fields)
        tkf.times_of(spec)
        tkf.flow_of(spec).check(tkf.tokens_of(spec))
    except InputError as error:
        return str(error)
    return None


@needs_node
def test_what_python_refuses_the_page_refuses_and_nothing_else():
    # Rules across fields stand in web/src/wasm/spec.ts a second time.
    specs = odd_specs(600)
    ends = set()
    for fields, found in zip(specs, told(specs), strict=True):
        why, said = refusal(fields), found.get("message", "")
        unserved = "local server" in said or "page follows" in said
        ends.add((why is None, found["status"], unserved))
        if not unserved:
            assert (why is None) == (found["status"] == "done"), (fields, why, found)
    assert len(ends) == 4  # refused and followed by both, unserved for either reason


@pytest.fixture(scope="module")
def chromium():
    with browser() as launched:
        yield launched


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("static")
    export.save_static(place, Spec(n=12, beta=9.0, mask="causal", t_end=5.0, samples=21))
    return place


@pytest.fixture
def web_host(folder):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.parametrize("place", ["disk", "web host"])
def test_presets_run_or_say_what_they_need(chromium, folder, web_host, place):
    is_disk = place == "disk"
    path = (folder / "index.html").as_uri() if is_disk else web_host
    tab = Tab(chromium, path, offline=is_disk)
    tab.settle()
    np.testing.assert_allclose(
        tab.positions(),
        tkf.simulate(Spec(n=12, beta=9.0, mask="causal", t_end=5.0, samples=21)).x,
        rtol=0, atol=1e-6,
    )  # fmt: skip
    for name in PRESETS:
        tab.ask(f"e.edits.open(e.presets.find((p) => p.name === '{name}'))")
        tab.until("!e.requests.busy('a')")
        if name == "staircase":
            said = tab.page.locator("[data-field=t_end] .tkf-refusal").inner_text()
            assert "needs the local server: tokenflock explore" in said
            assert tab.page.locator("[data-field=t_end] [aria-invalid=true]").count() == 1
        else:
            tab.until("e.runs.a.complete")
            spec = Spec(**tab.ask("e.runs.a.spec"))
            assert spec == Spec(**PRESETS[name][1])
            assert tab.page.locator(".tkf-refusal").count() == 0
    option = tab.page.locator("[data-field=weighting] option[value=hardmax]")
    assert option.is_disabled()
    assert "needs the local server" in option.inner_text()
    assert tab.complaints == []
    others = [url for url in tab.requested if url.partition(":")[0] not in ("data", "blob")]
    assert set(others) <= {path}  # nothing but the page itself is fetched
    tab.close()


def test_a_web_host_serves_it_at_a_preset_and_it_can_be_touched(chromium, web_host):
    tab = Tab(chromium, f"{web_host}#preset=sphere")
    tab.settle()
    assert tab.ask("e.name") == "sphere"
    tab.page.select_option("[data-field=mask] select", "causal")
    tab.settle()
    assert tab.ask("e.runs.a.spec.mask") == "causal"
    tab.until("e.runs.a.verdict", 10)
    # tkf.verdict of the same run says so too.
    assert tab.ask("e.runs.a.verdict.reason") == "one cluster, still contracting"
    tab.page.get_by_role("button", name="draw the phase diagram in the background").click()
    tab.until("e.phaseSweep.view.filled > 2")
    assert tab.complaints == []
    tab.close()


def test_an_exported_run_has_no_dead_controls(chromium, tmp_path):
    run = tkf.simulate(Spec(n=12, beta=64.0, mask="causal", t_end=5.0, samples=21))
    tab = Tab(chromium, export.save_page(run, tmp_path / "run.html").as_uri(), offline=True)
    tab.until("e?.runs?.a?.verdict")
    box = tab.page.locator("[data-field=beta] input[type=number]")
    box.fill("16")
    box.press("Enter")
    tab.settle()
    expected = tkf.simulate(Spec(n=12, beta=16.0, mask="causal", t_end=5.0, samples=21))
    np.testing.assert_allclose(tab.positions(), expected.x, rtol=0, atol=1e-6)
    assert tab.complaints == []
    tab.close()


@pytest.mark.slow
def test_nothing_is_overwritten(folder):
    with pytest.raises(InputError, match="exists already"):
        export.save_static(folder)
