"""What is read: by screen readers (axe-core), in captions, numbers and copied commands."""

import json
import shlex

import pytest
from support import axe
from support.chromium import Tab, browser

from tokenflock.explorer import export, overlays, predictions
from tokenflock.explorer.story import STORY
from tokenflock.spec import Spec

SMALL = {"n": 12, "beta": 9.0, "mask": "causal", "t_end": 5.0, "samples": 21}


@pytest.fixture(scope="module")
def chromium():
    with browser() as launched:
        yield launched


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    return export.save_static(tmp_path_factory.mktemp("static"), Spec(**SMALL)).as_uri()


@pytest.fixture(scope="module")
def tab(chromium, address):
    opened = Tab(chromium, address)
    opened.settle()
    yield opened
    assert opened.complaints == []


def opened(tab, fields):
    tab.ask(f"e.edits.open({json.dumps({'name': '', 'title': '', 'spec': fields})})")
    tab.settle()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_axe_finds_nothing(chromium, address, width, scheme):
    view = {"width": width, "height": 900}
    tab = Tab(chromium, address, viewport=view, color_scheme=scheme, bypass_csp=True)
    tab.settle()
    assert axe.findings(tab.page) == []
    tab.ask("(e.story.go(3), e.edits.pin(), e.edits.change('n', 0, false), 0)")
    tab.page.wait_for_timeout(300)
    for menu in tab.page.locator(".tkf-menu > summary, .tkf-more > summary").all():
        menu.click()
    tab.ask("(e.controls.point('mask'), 0)")
    assert axe.findings(tab.page) == []
    tab.page.evaluate("document.querySelectorAll('.tkf-menu').forEach((menu) => menu.open = false)")
    tab.page.get_by_role("button", name="large phase diagram").click()
    assert axe.findings(tab.page) == []
    tab.page.get_by_role("button", name="large phase diagram").click()
    tab.page.locator("summary", has_text="Share").click()
    tab.page.get_by_role("button", name="Save PNG").click()
    assert axe.findings(tab.page) == []
    tab.close()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_axe_finds_nothing_in_any_step_of_the_story(chromium, address, width, scheme):
    view = {"width": width, "height": 900}
    tab = Tab(chromium, address, viewport=view, color_scheme=scheme, bypass_csp=True)
    tab.settle()
    for number, step in enumerate(STORY, 1):
        tab.ask(f"(e.story.go({number}), 0)")
        tab.settle()
        if step.deed:
            tab.page.locator(".tkf-steps .tkf-deed:visible").click()
            tab.settle()
        # A refusal in the field that the step lights: hints and reasons on its color.
        field = next(iter(step.do), "n")
        tab.ask(f"(e.edits.change('{field}', 'none such', false), e.story.go({number}), 0)")
        tab.ask(f"(e.controls.point('{field}'), e.edits.change('{field}', 'none such', false), 0)")
        tab.until("document.querySelector('.tkf-refusal')")
        assert axe.findings(tab.page) == [], number
    tab.close()


def test_pictures_have_names(tab):
    names = tab.page.evaluate(
        "[...document.querySelectorAll('canvas.tkf-top')].map((c) => c.getAttribute('aria-label'))"
    )
    assert all(names)
    assert len(set(names)) == len(names)
    assert "7 clusters" in " ".join(names) or "clusters" in " ".join(names)


def test_one_of_a_thing_is_no_plural(tab):
    opened(tab, SMALL | {"n": 1, "t_end": 1.0})
    caption = tab.page.locator(".tkf-stage > .tkf-caption").inner_text()
    assert "1 cluster" in caption.split("\n")
    assert "1 Rényi center" in " ".join(caption.split())
    assert "1 Rényi centers" not in caption
    assert "1 token in 2 dimensions" in tab.page.locator(".tkf-told").inner_text()


def test_a_thinned_matrix_says_so_without_ordinals(tab):
    opened(tab, {"n": 460, "t_end": 0.5, "samples": 3})
    tab.until("document.querySelector('.tkf-matrix .tkf-note').textContent === 'one row in 3'")


def test_no_more_centers_are_predicted_than_there_are_tokens():
    # A street of delta = 4 / sqrt(beta) holds 0.7476 * 2 pi / delta cars: 1174 for beta = 1e6.
    crowded = Spec(n=200, beta=1e6, mask="causal")
    assert predictions.parking(crowded, 4e-3)["renyi"] is None
    assert [level["value"] <= 200 for level in overlays.levels(crowded)] in ([], [True])
    assert predictions.parking(Spec(n=200, beta=64.0, mask="causal"), 0.5)["renyi"] > 9
    assert overlays.levels(Spec(n=4, beta=1e4)) == []


def test_the_page_alone_predicts_no_more_either(tab):
    opened(tab, {"n": 50, "beta": 1e5, "mask": "causal", "t_end": 0.01, "samples": 3})
    assert tab.ask("e.runs.a.begin.centers.predicted.renyi") is None


def test_a_copied_command_names_a_folder_of_the_system(chromium, address):
    tab = Tab(chromium, address, permissions=["clipboard-read", "clipboard-write"])
    tab.settle()

    def copied():
        tab.page.locator("summary", has_text="Share").click()
        tab.page.get_by_role("button", name="Copy command").click()
        tab.page.wait_for_timeout(80)
        return shlex.split(tab.page.evaluate("navigator.clipboard.readText()"))

    assert copied()[-2:] == ["--out", "runs/n-12-beta-9-causal"]
    tab.page.select_option(".tkf-presets", "sphere")
    tab.settle()
    assert copied()[-2:] == ["--out", "runs/sphere"]
    tab.close()
