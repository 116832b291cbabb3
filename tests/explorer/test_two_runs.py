"""Two runs side by side: pinned or contrasted, edited apart, and both in what is saved."""

import io
import json

import numpy as np
import pytest
import xarray as xr
from PIL import Image
from support.chromium import EXPLORER, Tab, browser
from support.explorer_server import serving

import tokenflock as tkf
from tokenflock.explorer import export
from tokenflock.spec import Spec

SMALL = {"n": 12, "beta": 9.0, "mask": "causal", "t_end": 5.0, "samples": 21}


@pytest.fixture(scope="module")
def chromium():
    with browser() as launched:
        yield launched


@pytest.fixture(scope="module")
def page(chromium):
    with serving(Spec(**SMALL)) as server:
        opened = Tab(chromium, server.address)
        opened.settle()
        yield opened
        assert opened.complaints == []


@pytest.fixture
def tab(page):
    page.page.mouse.up()
    start = json.dumps({"name": "", "title": "", "spec": SMALL})
    page.ask(f"(e.edits.compare(null), e.set({{sorted: false, head: -1}}), e.edits.open({start}))")
    page.settle()
    return page


def both(tab):
    tab.settle()
    tab.until("!e.requests.busy('b') && e.runs.b?.complete && !e.runs.b.preview")


def rows(tab, slot, row=0):
    n, d = tab.ask(f"[e.runs.{slot}.n, e.runs.{slot}.d]")
    x = tab.ask(f"Array.from(e.runs.{slot}.x.slice({row} * {n * d}, {row + 1} * {n * d}))")
    return np.reshape(x, (n, d))


def test_a_drag_in_the_second_view_changes_the_second_run_alone(tab):
    tab.ask("e.edits.compare({mask: 'full', seed: 5})")
    both(tab)
    tab.page.keyboard.press("Home")
    first, before = tab.ask("e.runs.a.id"), rows(tab, "b")
    box = tab.page.locator(".tkf-view").nth(1).bounding_box()
    x, y, _ = tab.ask("e.views.second.project(e.views.second.xyz, 3 * 4)")
    tab.page.mouse.move(box["x"] + x, box["y"] + y)
    tab.page.mouse.down()
    for share in (0.5, 1.0):
        tab.page.mouse.move(
            box["x"] + x + share * (box["width"] / 2 - x),
            box["y"] + y + share * (box["height"] * 0.95 - y),
        )
        tab.page.wait_for_timeout(40)
    tab.page.mouse.up()
    both(tab)
    assert tab.ask("e.runs.a.id") == first  # the first was not even asked for again
    after = rows(tab, "b")
    np.testing.assert_allclose(after[4], [0, -1], rtol=0, atol=0.05)
    others = np.arange(12) != 4
    np.testing.assert_allclose(after[others], before[others], rtol=0, atol=1e-6)
    assert tab.ask("e.runs.b.spec.mask ?? 'full'") == "full"
    expected = tkf.simulate(Spec(**tab.ask("e.runs.b.spec"))).x.data[-1]
    np.testing.assert_allclose(rows(tab, "b", 20), expected, rtol=0, atol=1e-6)
    tab.page.keyboard.press("Control+z")
    both(tab)
    np.testing.assert_allclose(rows(tab, "b"), before, rtol=0, atol=1e-6)


def test_a_pinned_run_stays_while_the_first_changes_each_with_its_verdict(tab):
    tab.page.locator("summary", has_text="Compare").click()
    tab.page.get_by_role("button", name="keep this run beside what comes next").click()
    tab.ask("e.edits.change('beta', 2, false)")
    both(tab)
    tab.until("e.runs.a.verdict && e.runs.b.verdict", 20)
    assert tab.ask("[e.runs.a.beta, e.runs.b.beta]") == [2, 9]
    labels = [view.get_attribute("data-label") for view in tab.page.locator(".tkf-view").all()]
    assert labels == ["β = 2", "β = 9"]
    for slot, caption in zip("ab", tab.page.locator(".tkf-view-caption").all(), strict=True):
        run = tkf.simulate(Spec(**tab.ask(f"e.runs.{slot}.spec")))
        assert tab.ask(f"e.runs.{slot}.verdict.state") == tkf.verdict(run).state
        tab.ask("e.seek(1)")
        tab.page.wait_for_timeout(80)
        count = int(tkf.count_clusters(run)[-1])
        assert f"{count} cluster" in caption.inner_text()
    second = "Array.from(e.views.secondMatrix.values().w)"
    tab.until("e.views.secondMatrix.values()?.size === 12")
    wanted = np.asarray(tkf.flow_of(Spec(**SMALL)).attention.matrix(rows(tab, "b", 20)))[0]
    np.testing.assert_allclose(np.reshape(tab.ask(second), (12, 12)), wanted, rtol=0, atol=1e-5)


def test_both_runs_are_in_what_is_saved(tab, chromium, tmp_path):
    tab.ask("(e.edits.pin(), e.edits.change('beta', 2, false))")
    both(tab)
    names = []

    def keep(download):
        download.save_as(tmp_path / download.suggested_filename)
        names.append(download.suggested_filename)

    tab.page.on("download", keep)
    for name in ("Save HTML", "Save data (netCDF)"):
        tab.page.locator("summary", has_text="Share").click()
        tab.page.get_by_role("button", name=name).click()
    stem = "n-12-beta-2-causal"
    wanted = {f"{stem}.html", f"{stem}.nc", f"{stem}-second.nc"}
    for _ in range(100):
        if set(names) >= wanted:
            break
        tab.page.wait_for_timeout(100)
    assert set(names) == wanted
    betas = [json.loads(xr.load_dataset(tmp_path / f"{stem}{end}.nc", engine="h5netcdf")
                        .attrs["spec"])["beta"] for end in ("", "-second")]  # fmt: skip
    assert betas == [2.0, 9.0]
    saved = Tab(chromium, (tmp_path / f"{stem}.html").as_uri(), offline=True)
    saved.until("e?.runs?.a?.verdict && e.runs.b?.verdict")
    assert saved.ask("[e.runs.a.beta, e.runs.b.beta, e.isCompared]") == [2, 9, True]
    assert saved.complaints == []
    saved.close()


def test_captions_hide_no_tokens_and_matrices_are_in_pictures(tab):
    tab.ask("e.edits.compare({mask: 'full'})")
    both(tab)
    tab.until("e.runs.a.verdict && e.runs.b.verdict", 20)
    views = [view.bounding_box() for view in tab.page.locator(".tkf-view").all()]
    captions = [one.bounding_box() for one in tab.page.locator(".tkf-view-caption").all()]
    for view, caption in zip(views, captions, strict=True):
        assert caption["height"] > 10
        assert caption["y"] + caption["height"] <= view["y"] + 1
    assert views[0]["height"] == views[1]["height"]  # both runs are drawn at one scale
    tools = "document.querySelector('.tkf').tokenflockTools"
    svg = tab.page.evaluate(f"{tools}.svgOf(document.querySelector('.tkf').tokenflock)")
    assert svg.count("<image ") == 2
    for words in ("mask = causal", "mask = full", tab.ask("e.runs.b.verdict.state")):
        assert words in svg
    tab.page.locator("summary", has_text="Share").click()
    tab.page.get_by_role("button", name="Save PNG").click()
    dialog = tab.page.get_by_role("dialog")
    assert dialog.get_by_label("Attention").is_checked()
    dialog.get_by_role("button", name="close").click()


ANIMATED = """document.querySelector('.tkf').tokenflockTools.gifOf(
    document.querySelector('.tkf').tokenflock, 3
).then((gif) => Array.from(gif))"""


def test_an_animation_keeps_its_size_and_its_colors_while_the_page_changes(tab):
    tab.ask("e.edits.compare({mask: 'full'})")
    both(tab)
    tab.until("e.runs.a.verdict && e.runs.b.verdict", 20)
    # A caption that grows a line on the way, and a window that is made smaller.
    tab.page.evaluate(
        f"""(() => {{ const e = {EXPLORER}, say = e.captionBoth.bind(e); e.captionBoth = () => {{
        say(); if (e.cursor > 0.4) e.parts.firstCaption.append(document.createElement('p'));
        if (e.cursor > 0.8) document.querySelector('.tkf-main').style.width = '1000px'; }}; }})()"""
    )
    data = tab.page.evaluate(ANIMATED)
    tab.page.evaluate("document.querySelector('.tkf-main').style.width = ''")
    tab.ask("(delete e.captionBoth, 0)")
    gif, frames = Image.open(io.BytesIO(bytes(data))), []
    for k in range(3):
        gif.seek(k)
        frames.append(np.asarray(gif.convert("RGB"), int))
    assert len({frame.shape for frame in frames}) == 1
    label = [frame[4:22, :90] for frame in frames]  # what the first run is: it stays the same
    assert (label[0] < 90).sum() > 40
    np.testing.assert_allclose(label[1], label[0], rtol=0, atol=90)
    beside = frames[2][4:16, 140 : frames[2].shape[1] // 2 - 10]  # nothing: no row is shifted
    assert beside.min() > 200
    color = tab.ask("e.drawing.colors[0].list[0]")
    wanted = [int(color[k : k + 2], 16) for k in (1, 3, 5)]
    assert np.abs(frames[0] - wanted).max(axis=-1).min() < 6


def test_a_picture_has_the_chosen_panels_at_the_chosen_scale(tab):
    tab.page.locator("summary", has_text="Share").click()
    tab.page.get_by_role("button", name="Save PNG").click()
    assert tab.page.get_by_label("name of the file").input_value() == "n-12-beta-9-causal"
    dialog = tab.page.get_by_role("dialog")
    dialog.get_by_label("Time").uncheck()
    dialog.get_by_label("Attention").check()
    tab.page.get_by_label("pixels").select_option("4")
    before = tab.ask("e.views.tokens.layers.top.width")
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name="save the picture").click()
    assert download.value.suggested_filename == "n-12-beta-9-causal.png"
    picture = Image.open(io.BytesIO(download.value.path().read_bytes()))
    width = tab.ask("e.views.tokens.layers.width")
    heights = tab.ask("[e.views.tokens.layers.height, e.views.matrix.layers.height]")
    assert picture.size == (4 * (width + 24), 4 * (sum(heights) + 2 * 20 + 3 * 12))
    assert len(picture.convert("RGB").getcolors(10**7)) > 20
    assert tab.ask("e.views.tokens.layers.top.width") == before  # the page is as it was


def test_the_matrix_is_sorted_and_read_and_edges_are_its_rows(tab):
    tab.ask("(e.set({sorted: true}), e.seek(1), 0)")
    tab.until("e.runs.a.measured === 21")
    tab.page.wait_for_timeout(200)
    labels = np.array(tab.ask("Array.from(e.runs.a.labels.slice(20 * 12))"))
    order = tab.ask("e.views.matrix.order")
    assert (np.diff(labels[order]) >= 0).all()
    box = tab.page.locator(".tkf-matrix .tkf-box").first.bounding_box()
    side = box["width"]
    tab.page.mouse.move(box["x"] + 2.5 * side / 12, box["y"] + 7.5 * side / 12)
    i, j = order[7], order[2]
    w = np.asarray(tkf.flow_of(Spec(**SMALL)).attention.matrix(rows(tab, "a", 20)))[0]
    tab.until(f"e.parts.readout.textContent.startsWith('token {i} ← token {j}: w = ')")
    read = float(tab.page.locator(".tkf-readout").inner_text().split("w = ")[1])
    assert abs(read - w[i, j]) < 6e-4
    edges = tab.ask("e.views.tokens.state.edges")
    assert {edge["from"] for edge in edges} == {i}
    for edge in edges:
        assert abs(edge["weight"] - w[i, edge["to"]]) < 1e-5
    heard = {j for j in range(12) if j != i and w[i, j] > 0.0041}
    assert heard <= {edge["to"] for edge in edges}


def test_one_head_of_several_is_shown(tab):
    fields = SMALL | {"heads": 3, "qk": "gaussian", "t_end": 1.0}
    tab.ask(f"e.edits.open({json.dumps({'name': '', 'title': '', 'spec': fields})})")
    tab.settle()
    tab.page.get_by_label("head of the attention matrix").select_option("head 2")
    tab.page.wait_for_timeout(150)
    tab.ask("e.seek(0)")
    tab.page.wait_for_timeout(150)
    w = np.asarray(tkf.flow_of(Spec(**fields)).attention.matrix(rows(tab, "a")))
    shown = np.reshape(tab.ask("Array.from(e.views.matrix.values().w)"), (12, 12))
    np.testing.assert_allclose(shown, w[1], rtol=0, atol=1e-5)


def test_a_phase_diagram_of_another_system_goes(tab):
    tab.page.get_by_role("button", name="draw the phase diagram in the background").click()
    tab.until("e.phaseSweep.view.filled === 24")
    tab.page.get_by_label("quantity of the phase diagram").select_option("clusters")
    tab.page.get_by_role("button", name="large phase diagram").click()
    box = tab.page.locator(".tkf-phase .tkf-box").bounding_box()
    assert box["width"] > 800
    row = tkf.simulate(Spec(**(SMALL | {"beta": 18 * 0.5 / 24, "tol": 1e-6})))
    tab.page.mouse.move(box["x"] + box["width"] - 44, box["y"] + box["height"] - 24)
    said = tab.page.locator(".tkf-phase .tkf-note").inner_text()
    assert said == f"β = 0.375, t = 5: {int(tkf.count_clusters(row)[-1])}"
    tab.page.get_by_role("button", name="large phase diagram").click()
    tab.ask("e.edits.change('beta', 4, false)")
    assert tab.ask("e.phaseSweep.view.filled") == 24
    tab.ask("e.edits.change('mask', 'full', false)")
    assert tab.ask("e.phaseSweep.view.filled") == 0
    assert "changed" in tab.page.locator(".tkf-phase .tkf-note").inner_text()


def test_a_link_to_edited_tokens_is_short_and_says_the_same(chromium, tmp_path):
    path = export.save_static(tmp_path, Spec(n=200, t_end=1.0, samples=11)).as_uri()
    tab = Tab(chromium, path)
    tab.settle()
    tab.ask("(e.edits.pin(), e.seek(0), e.tokenEdits.move(3, [0, 1], true), 0)")
    tab.settle()
    tab.ask("(e.seek(0), e.tokenEdits.move(9, [1, 0], true), e.edits.change('beta', 2, false), 0)")
    tab.settle()
    tab.page.wait_for_timeout(700)
    link = tab.page.evaluate("location.href")
    assert len(link) - len(path) < 600  # 11 kB as all tokens, 3 kB as those compressed
    other = Tab(chromium, link)
    other.until("Array.isArray(e?.runs?.a?.spec.init)")
    other.settle()
    assert other.ask("e.spec.init[3]") == [0, 1]
    assert other.ask("e.spec") == tab.ask("e.spec")
    assert other.ask("e.system.pinned") == tab.ask("e.system.pinned")
    assert other.complaints == tab.complaints == []
    tab.close()
    other.close()
