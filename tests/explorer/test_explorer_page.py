"""The page in a real browser, by clicks, drags and keys, compared with what the package says."""

import base64
import hashlib
import io
import json
import re
import shlex
import shutil
import subprocess
import xml.etree.ElementTree
from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from PIL import Image
from support import checkpoints
from support.chromium import Tab, browser
from support.explorer_server import serving

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.explorer import controls, export, padding, run_messages
from tokenflock.explorer.heads import heads_of
from tokenflock.papers.bibliography import bibtex, used_by
from tokenflock.pretrained import attention_of, load_model
from tokenflock.results import dataset
from tokenflock.simulation import flow_of, tokens_of
from tokenflock.spec import Spec

# The same tokens as in test_explorer.py: compiled programs are shared.
SMALL = {"n": 12, "beta": 9.0, "mask": "causal", "t_end": 5.0, "samples": 21}


@pytest.fixture(scope="module")
def chromium():
    with browser() as launched:
        yield launched


@pytest.fixture(scope="module")
def server():
    with serving(Spec(**SMALL)) as running:
        yield running


@pytest.fixture(scope="module")
def opened(chromium, server):
    tab = Tab(chromium, server.address)
    tab.settle()
    yield tab
    tab.close()


@pytest.fixture
def tab(opened, server):
    """The same page for every test, as if it had just been opened."""
    assert opened.complaints == []
    opened.page.mouse.up()
    opened.page.mouse.move(1, 1)
    opened.page.evaluate(UNTOUCHED)
    start = json.dumps({"name": "", "title": "", "spec": SMALL})
    opened.ask(f"(e.set({FRESH}), e.pick('move'), e.choose([]), e.edits.open({start}))")
    opened.settle()
    yield opened
    assert opened.complaints == []
    assert all(f"//127.0.0.1:{server.port}/" in url or url.startswith(("data:", "blob:"))
               for url in opened.requested)  # fmt: skip


UNTOUCHED = """document.activeElement.blur(), document.querySelector('.tkf-toast').hidden = true,
document.querySelectorAll('.tkf-menu').forEach((menu) => menu.open = false)"""
CAPTION = ".tkf-stage > .tkf-caption"  # not those of two views side by side
FRESH = "{hidden: false, theme: 'auto', tree: false, gap: false, contrast: null, trails: true}"


def spec_of(tab):
    return Spec(**tab.ask("e.runs.a.spec"))


def change(tab, field, value):
    box = tab.page.locator(f"[data-field={field}] input[type=number]")
    box.fill(str(value))
    box.press("Enter")
    tab.settle()


def test_the_page_shows_what_solve_computes(tab):
    run = tkf.simulate(Spec(**SMALL))
    np.testing.assert_allclose(tab.positions(), run.x, rtol=0, atol=1e-6)
    assert tab.ask("Array.from(e.runs.a.times)") == run.time.data.tolist()
    np.testing.assert_array_equal(
        np.reshape(tab.ask("Array.from(e.runs.a.labels)"), (21, 12)), tkf.clusters(run.x)
    )


def test_the_picture_shows_tokens_where_they_are(tab):
    tab.ask("e.set({trails: false, centers: false})")
    tab.ask("e.seek(0)")
    tab.page.wait_for_timeout(150)
    picture = Image.open(io.BytesIO(tab.page.screenshot())).convert("RGB")
    colors = tab.ask("e.drawing.colors[0].list")
    x = tab.positions(0)
    far = np.linalg.norm(x[:, None] - x[None], axis=-1) + 9 * np.eye(12) > 0.15
    alone = np.flatnonzero(far.all(axis=1))
    assert len(alone) >= 4
    for token in alone:
        wanted = np.array([int(colors[token][k : k + 2], 16) for k in (1, 3, 5)])
        seen = np.array(picture.getpixel(tuple(round(v) for v in tab.place(token))))
        assert np.abs(seen - wanted).max() < 45


def test_controls_come_from_the_schema(tab):
    shown = tab.page.evaluate(
        "[...document.querySelectorAll('[data-field]')].map(f => f.dataset.field)"
    )
    assert set(shown) == set(Spec.model_fields)
    change(tab, "beta", 4)
    assert spec_of(tab) == Spec(**(SMALL | {"beta": 4.0}))
    tab.page.select_option("[data-field=mask] select", "full")
    tab.settle()
    assert spec_of(tab).mask == "full"
    slider = tab.page.locator("[data-field=beta] input[type=range]")
    slider.focus()
    for _ in range(3):
        slider.press("ArrowRight")
    tab.settle()
    assert spec_of(tab).beta > 4
    change(tab, "n", 0)
    assert "greater than or equal to 1" in tab.page.locator(".tkf-toast").inner_text()
    assert tab.page.locator("[data-field=n] [aria-invalid=true]").count() == 1


def test_a_new_field_gets_a_control(chromium, monkeypatch):
    class Longer(Spec):
        zeta: float = 3.0

    monkeypatch.setattr(controls, "Spec", Longer)
    with serving(Spec(**SMALL)) as running:
        tab = Tab(chromium, running.address)
        tab.settle()
        assert tab.page.locator("[data-field=zeta] input").input_value() == "3"
        tab.close()


def test_playing_scrubbing_and_keys(tab):
    press = tab.page.keyboard.press
    tab.page.locator(".tkf-head h1").click()
    press("End")
    tab.until("e.cursor === 1 && e.t === 5")
    press("ArrowLeft")
    tab.until("Math.abs(e.t - 4.75) < 1e-9")
    press("Home")
    press("l")
    tab.until("e.options.log")
    press(" ")
    tab.until("e.playing && e.cursor > 0.01")
    press(" ")
    tab.until("!e.playing")
    box = tab.page.locator(".tkf-time .tkf-box").bounding_box()
    tab.page.mouse.click(box["x"] + 46 + (box["width"] - 60) / 2, box["y"] + 40)
    tab.until("Math.abs(e.cursor - 0.5) < 0.01")
    press("t")
    tab.until("e.options.tree")
    before = tab.ask("e.hover")
    press(".")
    tab.until(f"e.hover === {(before + 1) % 12}")


SLOWLY = (
    "(e.host.slow = e.host.send, e.host.send = (m) => setTimeout(() => e.host.slow(m), 900), 0)"
)


def test_a_token_is_dragged_added_and_deleted(tab):
    page = tab.page
    page.keyboard.press("Home")
    page.wait_for_timeout(100)
    start, there = tab.place(0), tab.page.locator(".tkf-view").first.bounding_box()
    goal = there["x"] + there["width"] / 2, there["y"] + there["height"] * 0.95
    page.mouse.move(*start)
    page.mouse.down()
    # Before any answer comes the token is where the hand is.
    tab.ask(SLOWLY)
    page.mouse.move(*goal)
    page.evaluate("new Promise(requestAnimationFrame)")
    seen, answered = tab.ask("[Array.from(e.views.tokens.xyz).slice(0, 2), e.run.preview]")
    tab.ask("(e.host.send = e.host.slow, 0)")
    assert not answered
    np.testing.assert_allclose(seen, [0, -1], rtol=0, atol=0.02)
    for share in (0.3, 0.6, 1.0):
        page.mouse.move(*(a + share * (b - a) for a, b in zip(start, goal, strict=True)))
        page.wait_for_timeout(40)
    page.mouse.up()
    tab.settle()
    np.testing.assert_allclose(tab.positions(0)[0], [0.0, -1.0], rtol=0, atol=0.02)
    np.testing.assert_allclose(tab.positions(), tkf.simulate(spec_of(tab)).x, rtol=0, atol=1e-6)
    page.keyboard.press("a")
    page.mouse.click(there["x"] + there["width"] / 2, there["y"] + 12)
    tab.until("e.spec.n === 13")
    tab.settle()
    assert tab.positions(0)[12][1] > 0.99
    page.keyboard.press("d")
    page.mouse.click(*tab.place(12))
    tab.until("e.spec.n === 12")
    tab.settle()
    page.keyboard.press("Control+z")
    tab.until("e.runs.a.n === 13")
    assert len(tab.ask("e.arrivals.latencies.drawn")) >= 4


def test_eigenvalues_of_v_are_dragged(tab):
    box = tab.page.locator(".tkf-spectrum .tkf-box").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    unit = min(box["width"], box["height"]) / 2 / 1.5

    def drag(start, goal):
        tab.page.mouse.move(middle[0] + unit * start[0], middle[1] - unit * start[1])
        tab.page.mouse.down()
        tab.page.mouse.move(middle[0] + unit * goal[0], middle[1] - unit * goal[1], steps=3)
        tab.page.mouse.up()
        tab.settle()
        return np.sort_complex(np.linalg.eigvals(np.array(spec_of(tab).ov)))

    np.testing.assert_allclose(drag((1, 0), (-0.5, 0)), [-0.5, 1.0], rtol=0, atol=0.03)
    assert "two opposite points" in tab.page.locator(".tkf-spectrum .tkf-note").inner_text()
    np.testing.assert_allclose(
        drag((1, 0), (0.5, 0.8)), [0.5 - 0.8j, 0.5 + 0.8j], rtol=0, atol=0.03
    )
    assert tab.ask("e.runs.a.begin.spectrum.kind") == "rotating point"
    after = tab.page.locator(".tkf-spectrum .tkf-box").bounding_box()
    assert after == box  # a diagram that changed its size would slip away under the hand


def test_theory_is_laid_over_what_was_measured(tab):
    def followed(**changes):
        tab.ask(f"e.edits.open({json.dumps({'name': 'x', 'spec': SMALL | changes})})")
        tab.settle()
        measured, told = tab.ask("[Array.from(e.run.curves.alignment), e.run.ended.theory]")
        words = tab.page.evaluate(
            "document.querySelector('.tkf').tokenflockTools.svgOf("
            "document.querySelector('.tkf').tokenflock)"
        )
        return np.array(measured), told, words

    # Kuramoto's oscillators have a closed form.
    measured, told, drawn = followed(mask="full", beta=0.0)
    np.testing.assert_allclose(told["curves"][0]["values"], measured, rtol=0, atol=1e-6)
    assert "Kuramoto" in drawn
    # Tokens that nearly agree close in like e^(-2t).
    measured, told, drawn = followed(mask="full", beta=1.0, t_end=9.0)
    predicted = np.array(told["curves"][0]["values"], float)
    shown = np.isfinite(predicted)
    assert 5 < shown.sum() < 21
    rate = np.diff(np.log(1 - predicted[shown])) / np.diff(np.log(1 - measured[shown]))
    np.testing.assert_allclose(rate[-3:], 1, rtol=0, atol=1e-3)
    assert (abs(rate - 1) < 0.05).all()
    assert "predicted rate" in drawn
    tab.page.keyboard.press("g")
    tab.until("e.options.gap")
    # Parking, and where nothing is known nothing is drawn.
    levels = {level["name"]: level["value"] for level in followed(beta=64.0)[1]["levels"]}
    assert levels["Rényi centers expected"] == pytest.approx(tkf.theory.renyi_count(0.5))
    assert followed(qk=2.0)[1] == {"curves": [], "levels": [], "times": []}


def test_renyi_mode_counts_centers(tab):
    found = tab.ask("e.runs.a.begin.centers")
    x0 = tkf.simulate(Spec(**SMALL)).x.data[0]
    assert found["renyi"] == np.flatnonzero(tkf.renyi_centers(x0, beta=9.0)).tolist()
    assert f"{len(found['renyi'])} Rényi centers" in tab.page.locator(CAPTION).inner_text()
    tab.page.get_by_role("button", name="Rényi centers, in causal runs (R)").click()
    tab.page.wait_for_timeout(100)
    assert "Rényi" not in tab.page.locator(CAPTION).inner_text()


def test_the_badge_is_honest(tab):
    tab.until("e.runs.a.verdict")
    tab.page.wait_for_timeout(100)
    words = tab.page.locator(".tkf-badge").inner_text()
    run = tkf.simulate(Spec(**SMALL))
    assert f"{run.attrs['steps_accepted']} steps" in words
    assert "tolerance 10⁻⁸ met" in words
    assert "norm error" in words
    assert tab.ask("e.runs.a.verdict.state") in ("metastable", "moving")


WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "fox", "##es", "run", ",", "a", "b", "c", "d"]


@pytest.fixture(scope="module")
def heads(tmp_path_factory):
    folder = checkpoints.write_folder(tmp_path_factory.mktemp("m") / "small", *checkpoints.bert())
    (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n")
    return heads_of(load_model(folder), "the foxes run")


@pytest.mark.slow
def test_a_head_of_a_model_is_the_same_in_fewer_dimensions(heads):
    spec, x = heads.spec("layer 1 head 1"), heads.states[1]
    flow = tkf.Flow(attention_of(heads.model, 1, 1))
    with jax.disable_jit():
        v = np.asarray(flow(0.0, jnp.asarray(x)))
        w = np.asarray(flow_of(spec)(0.0, jnp.asarray(tokens_of(spec))))
    y = tokens_of(spec)
    for ours, theirs in ((w @ w.T, v @ v.T), (y @ w.T, x @ v.T), (y @ y.T, x @ x.T)):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12)
    with pytest.raises(tkf.InputError, match="no preset 'layer 9 head 0'"):
        heads.spec("layer 9 head 0")


def test_heads_of_a_model_are_explored(chromium, heads):
    with serving(heads.first, heads=heads) as running:
        tab = Tab(chromium, running.address)
        tab.settle()
        assert spec_of(tab) == heads.spec("layer 0 head 0")
        tab.page.select_option(".tkf-presets", "layer 1 head 1")
        tab.until("e.name === 'layer 1 head 1'")
        tab.settle()
        assert tab.ask("e.run.words") == ["[CLS]", "the", "fox", "##es", "run", "[SEP]"]
        np.testing.assert_allclose(
            tab.positions(),
            padding.simulate_padded(heads.spec("layer 1 head 1")).x,
            rtol=0,
            atol=1e-6,
        )
        assert "three main directions" in tab.page.locator(CAPTION).inner_text()
        tab.ask("e.edits.removeToken(0)")
        tab.until("e.run.n === 5")
        tab.settle()
        assert tab.ask("e.run.words")[0] == "the"
        assert tab.complaints == []
        tab.close()


def test_the_address_holds_everything(tab, chromium):
    tab.ask("e.set({hidden: true, theme: 'dark', log: true})")
    tab.ask("e.seek(0.4)")
    tab.ask("e.edits.change('seed', 5, false)")
    tab.settle()
    tab.page.wait_for_timeout(600)
    again = Tab(chromium, tab.page.url)
    again.settle()
    for known in ("e.spec", "e.cursor", "e.options", "e.views.tokens.camera.zoom"):
        assert again.ask(known) == tab.ask(known)
    turned = "e.views.tokens.camera.turn"
    np.testing.assert_allclose(again.ask(turned), tab.ask(turned), rtol=0, atol=1e-5)
    assert not again.page.locator(".tkf-drawer").is_visible()
    again.close()


SLOW_SOCKET = """
const all = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
Object.defineProperty(WebSocket.prototype, 'onmessage', {
  set(act) { all.set.call(this, (event) => setTimeout(() => act(event), 900)); } });"""


def test_a_late_greeting_finds_the_address_as_it_was(chromium, server):
    tab = Tab(chromium, server.address, script=SLOW_SOCKET)
    tab.settle()
    assert spec_of(tab) == Spec(**SMALL)
    tab.close()


def test_what_is_copied_makes_the_same_system(tab):
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])

    def copied(name):
        tab.page.locator("summary", has_text="Share").click()
        tab.page.get_by_role("button", name=name).click()
        tab.page.wait_for_timeout(50)
        return tab.page.evaluate("navigator.clipboard.readText()")

    known: dict = {}
    exec(copied("Copy Python").replace("run = tkf.simulate(spec)", ""), known)
    assert known["spec"] == Spec(**SMALL)
    assert Spec.from_toml(copied("Copy TOML")) == Spec(**SMALL)
    words = shlex.split(copied("Copy command"))
    assert words[:3] == ["tokenflock", "run", "full-circle"]
    options = {
        k.removeprefix("--").replace("-", "_"): v
        for k, v in zip(words[3::2], words[4::2], strict=True)
    }
    assert options.pop("out").startswith("runs/")
    assert Spec(**{k: json.loads(v) if v[0].isdigit() else v for k, v in options.items()}) == Spec(
        **SMALL
    )
    assert copied("Copy BibTeX") == bibtex(used_by(Spec(**SMALL)))


def test_pictures_and_data_are_saved(tab, tmp_path):
    def saved(name):
        tab.page.locator("summary", has_text="Share").click()
        with tab.page.expect_download() as download:
            tab.page.get_by_role("button", name=name).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        return path

    drawing = xml.etree.ElementTree.parse(saved("Save SVG")).getroot()
    assert len(drawing.findall(".//{*}circle")) >= 12
    kept = xr.load_dataset(saved("Save data (netCDF)"), engine="h5netcdf")
    np.testing.assert_allclose(kept.x, tkf.simulate(Spec(**SMALL)).x, rtol=0, atol=1e-9)
    assert saved("Save HTML").stat().st_size < 3e6
    data = tab.page.evaluate(
        "document.querySelector('.tkf').tokenflockTools.gifOf(document.querySelector('.tkf')"
        ".tokenflock, 3).then(gif => btoa(String.fromCharCode.apply(null, gif.subarray(0, 60000)))"
        "+ '|' + btoa(String.fromCharCode.apply(null, gif.subarray(60000))))"
    )
    gif = Image.open(io.BytesIO(b"".join(map(base64.b64decode, data.split("|")))))
    assert gif.n_frames == 3
    assert colors_in(gif) > 4


def test_a_video_is_saved(tab, tmp_path):
    kind = tab.page.evaluate("document.querySelector('.tkf').tokenflockTools.videoKind()?.name")
    data = base64.b64decode(tab.page.evaluate(
        "document.querySelector('.tkf').tokenflockTools.videoOf(document.querySelector('.tkf')"
        ".tokenflock, 8).then(async v => btoa(Array.from(new Uint8Array(await v.arrayBuffer()),"
        " b => String.fromCharCode(b)).join('')))"
    ))  # fmt: skip
    assert kind in ("MP4", "WebM")
    assert frames_in_mp4(data) > 1 if kind == "MP4" else frames_in_webm(data) > 1
    tab.page.locator("summary", has_text="Share").click()
    assert tab.page.get_by_role("button", name=f"Save {kind}").is_visible()


def frames_in_mp4(data):
    """Samples of all track runs, in the boxes moof / traf / trun."""
    assert data[4:8] == b"ftyp"

    def boxes(start, end):
        while start < end:
            size, kind = int.from_bytes(data[start : start + 4]), data[start + 4 : start + 8]
            yield kind, start + 8, start + size
            start += size

    counts = [
        int.from_bytes(data[run + 4 : run + 8])
        for moof, a, b in boxes(0, len(data)) if moof == b"moof"
        for traf, c, d in boxes(a, b) if traf == b"traf"
        for trun, run, _ in boxes(c, d) if trun == b"trun"
    ]  # fmt: skip
    return sum(counts)


def frames_in_webm(data):
    assert data[:4] == b"\x1a\x45\xdf\xa3"
    return data.count(b"\xa3")  # blocks begin so, and little else does


def colors_in(picture):
    return len(np.unique(np.asarray(picture.convert("RGB"), int) @ [65536, 256, 1]))


def test_two_runs_are_compared_and_a_phase_diagram_is_drawn(tab):
    tab.page.locator("summary", has_text="Compare").click()
    tab.page.get_by_role("button", name="compare with another seed").click()
    tab.until("e.runs.b?.complete")
    assert Spec(**tab.ask("e.runs.b.spec")) == Spec(**(SMALL | {"seed": 1}))
    assert tab.page.locator(".tkf-view").nth(1).is_visible()
    tab.page.get_by_role("button", name="draw the phase diagram in the background").click()
    tab.until("e.phaseSweep.view.filled === 24")
    box = tab.page.locator(".tkf-phase .tkf-box").bounding_box()
    tab.page.mouse.click(box["x"] + box["width"] - 4, box["y"] + 2)
    tab.settle()
    assert spec_of(tab).beta == pytest.approx(18 * 23.5 / 24, rel=1e-5)
    assert tab.ask("e.cursor") > 0.9


def test_hovering_and_brushing_link_the_views(tab):
    tab.page.mouse.move(*tab.place(5))
    tab.until("e.hover >= 0")
    token = tab.ask("e.hover")
    tab.until(f"e.views.matrix.hover === {token}")
    box = tab.page.locator(".tkf-matrix .tkf-box").first.bounding_box()
    tab.page.mouse.move(box["x"] + box["width"] * 2.5 / 12, box["y"] + box["width"] * 7.5 / 12)
    tab.until("e.hover === 7 && e.views.matrix.partner === 2")
    tab.page.mouse.dblclick(*tab.place(5))
    tab.until("e.chosen.size > 0")
    bar = tab.page.locator(".tkf-histogram .tkf-box").bounding_box()
    tab.page.mouse.click(bar["x"] + bar["width"] - 2, bar["y"] + bar["height"] / 2)
    tab.until("e.chosen.size > 1")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_is_wide_enough(chromium, server, scheme):
    tab = Tab(chromium, server.address, viewport={"width": 390, "height": 844}, color_scheme=scheme)
    tab.settle()
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 390
    ground = tab.page.evaluate("getComputedStyle(document.querySelector('.tkf')).backgroundColor")
    assert (ground == "rgb(17, 20, 25)") == (scheme == "dark")
    tab.page.keyboard.press("Tab")
    assert tab.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    assert not tab.ask("e.playing")  # motion is reduced: nothing moves by itself
    tab.close()


def test_an_exported_run_opens_offline_and_is_small(chromium, tmp_path):
    words = [f"word {k}" for k in range(12)]
    run = tkf.simulate(Spec(**SMALL)).assign_coords(token=words)
    path = export.save_page(run, tmp_path / "run.html")
    tab = Tab(chromium, path.as_uri(), offline=True)
    tab.until("e?.runs?.a?.complete")
    np.testing.assert_allclose(tab.positions(), run.x, rtol=0, atol=1e-7)
    assert tab.ask("e.runs.a.verdict.state")
    assert tab.ask("e.runs.a.words") == words
    assert tab.complaints == []
    assert {url.partition(":")[0] for url in tab.requested} <= {"file", "data", "blob"}
    tab.close()


def test_a_run_of_two_hundred_tokens_takes_less_than_three_megabytes(monkeypatch):
    # Random tokens compress worse than any path.
    angle = np.random.default_rng(0).uniform(0, 7, (301, 200))
    spec = Spec(n=200, t_end=30.0, samples=301)
    x, times = np.stack([np.cos(angle), np.sin(angle)], axis=-1), np.linspace(0, 30, 301)
    monkeypatch.setattr(run_messages, "verdict_on", lambda run: {"state": "moving", "reason": ""})
    run = dataset(x, times, {}).assign_attrs(spec=spec.to_json())
    assert len(export.page_of(run)) < 3e6


def test_the_bundle_is_built_from_its_sources():
    root = Path(__file__).parents[2]
    digest = hashlib.sha256()
    inside = (p for p in (root / "web" / "src").rglob("*") if p.is_file())
    sources = ["package-lock.json", "vite.config.ts",
               *sorted(p.relative_to(root / "web").as_posix() for p in inside)]  # fmt: skip
    for name in sources:
        digest.update(name.encode() + b"\0" + (root / "web" / name).read_bytes() + b"\0")
    stamp = root / "src" / "tokenflock" / "explorer" / "page" / "sources.sha256"
    assert stamp.read_text().strip() == digest.hexdigest(), "run `make page`"
    assert not list(stamp.parent.glob("*.map"))
    lock = json.loads((root / "web" / "package-lock.json").read_text())
    assert not any("resolved" in package for package in lock["packages"].values())


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="building the bundle needs npm")
def test_building_the_bundle_again_gives_the_same_bytes(tmp_path):
    web = Path(__file__).parents[2] / "web"
    if not (web / "node_modules").is_dir():
        # As the lock file says; `npm ci` wants the packages of all platforms in it.
        install = ["npm", "install", "--no-save", "--no-audit", "--no-fund"]
        subprocess.run(install, cwd=web, check=True, capture_output=True, timeout=300)
    kept = {p.name: p.read_bytes() for p in export.PAGE.iterdir()}
    command = ["node", "node_modules/vite/bin/vite.js", "build", "--outDir", str(tmp_path)]
    subprocess.run(command, cwd=web, check=True, capture_output=True, timeout=120)
    for name in ("explorer.js", "explorer.css", "index.html"):
        assert (tmp_path / name).read_bytes() == kept[name]
    assert kept == {p.name: p.read_bytes() for p in export.PAGE.iterdir()}


@pytest.mark.slow
def test_the_gallery_is_complete():
    docs = Path(__file__).parents[2] / "docs"
    shown = set(re.findall(r"\(explorer/(.*?)\.png\)", (docs / "explorer.md").read_text()))
    assert shown == {p.stem for p in (docs / "explorer").iterdir()}
    for name in shown:
        assert colors_in(Image.open(docs / "explorer" / f"{name}.png")) > 100
