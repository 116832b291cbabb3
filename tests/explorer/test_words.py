"""Words of the field: each is explained where it stands, to a pointer, a keyboard and a finger."""

import json

import pytest
from support.chromium import Tab, browser
from support.explorer_server import serving

from tokenflock.explorer import controls, export
from tokenflock.spec import Spec
from tokenflock.spec.presets import PRESETS

CAUSAL = {"n": 30, "beta": 64.0, "mask": "causal", "t_end": 5.0, "samples": 21}
PLAIN = {"dashed: the second run"}  # needs no explanation

# Systems in which theory has something to say, and what the page calls that.
PREDICTED = {
    "equiangular curve": {"n": 6, "d": 6, "init": "orthogonal"},
    "two tokens": {"n": 2, "beta": 2.0},
    "Kuramoto's solution": {"n": 9, "beta": 0.0},
    "predicted rate": {"n": 9, "d": 3, "beta": 1.0, "t_end": 30.0},
    "fastest ripple": {"n": 60, "beta": 9.0},
    "predicted merges": PRESETS["five-tokens"][1] | {"t_end": 1e4, "beta": 8.0},
    "Rényi centers expected": CAUSAL,
    "strong centers expected": CAUSAL,
}


@pytest.fixture(scope="module")
def chromium():
    with browser() as launched:
        yield launched


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    return export.save_static(tmp_path_factory.mktemp("static"), Spec(**CAUSAL)).as_uri()


@pytest.fixture
def tab(chromium, address):
    tab = Tab(chromium, address)
    tab.settle()
    yield tab
    assert tab.complaints == []
    tab.close()


def opened(tab, fields):
    tab.ask(f"e.edits.open({json.dumps({'name': '', 'title': '', 'spec': fields})})")
    tab.settle()


DRAWN = """e.views.time.draw(
    {line() {}, text() {}, dot() {}, ring() {}, rect() {}, width: () => 9}, 2000, 400
).map(({words}) => words)"""
EXPLAINED = "[...document.querySelectorAll('.tkf-places dfn')].map((word) => word.ariaLabel)"
CAPTION = ".tkf-stage > .tkf-caption"
TIP = ".tkf-tip:popover-open"


def unexplained(tab):
    """Captions over time that say nothing of themselves."""
    tab.page.wait_for_timeout(100)
    return set(tab.ask(DRAWN)) - set(tab.page.evaluate(EXPLAINED)) - PLAIN


def test_every_control_says_to_somebody_new_what_it_does():
    for name, hint in controls.HINTS.items():
        assert len(hint["about"]) > 15, name


@pytest.mark.slow
def test_whatever_theory_draws_over_time_is_explained(chromium):
    with serving(Spec(**CAUSAL)) as server:
        tab = Tab(chromium, server.address, viewport={"width": 1920, "height": 1080})
        tab.settle()
        for name, fields in PREDICTED.items():
            opened(tab, {"t_end": 5.0, "samples": 41} | fields)
            assert name in tab.ask(DRAWN)
            assert unexplained(tab) == set()
        tab.close()


def test_captions_over_time_are_explained_in_all_they_may_say(tab):
    for options in ("", "tree: true", "gap: true"):
        tab.ask(f"(e.set({{{options}}}), 0)")
        for fields in CAUSAL, {"n": 5, "d": 5}, {"n": 5, "d": 2, "space": "euclidean"}:
            opened(tab, fields | {"t_end": 1.0, "samples": 5})
            assert unexplained(tab) == set()


def test_words_in_captions_are_explained_wherever_they_stand(tab):
    opened(tab, {"n": 20, "d": 5, "beta": 40.0, "mask": "causal", "t_end": 2.0, "samples": 11})
    tab.until("e.runs.a.verdict && document.querySelector('.tkf-badge b dfn')")
    for place in (f"{CAPTION} > span", ".tkf-badge b", "h2"):
        for line in tab.page.locator(place).all():
            word = line.locator("dfn")
            assert word.count() == 1, line.inner_text()
            assert len(word.get_attribute("data-tip")) > 20
    assert "L" not in tab.page.locator(".tkf-spectrum .tkf-note").inner_text().split()


def test_a_word_is_explained_to_a_pointer_until_it_leaves(tab):
    tab.page.locator(".tkf-caption dfn", has_text="Rényi center").hover()
    tip = tab.page.locator(TIP)
    assert "as cars park" in tip.inner_text()
    tab.page.locator(".tkf-places dfn").first.hover()
    assert "One line for every token" in tip.inner_text()
    tab.page.mouse.move(700, 300)
    assert tip.count() == 0
    tab.page.locator("[data-field=beta] label").hover()
    tip.wait_for()
    assert "How choosy" in tip.inner_text()
    frame, field = tip.bounding_box(), tab.page.locator("[data-field=beta]").bounding_box()
    assert frame["x"] >= field["x"] + field["width"]  # beside it: the next field stays in sight


def test_a_word_is_explained_to_a_keyboard_and_to_a_screen_reader(tab):
    tip = tab.page.locator(TIP)
    tab.page.keyboard.press("Tab")
    tab.ask(f"(document.querySelector('{CAPTION} dfn').focus(), 0)")
    assert "A cluster:" in tip.inner_text()
    described = tab.page.evaluate("document.activeElement.getAttribute('aria-describedby')")
    assert tab.page.locator(f"[id='{described}']").inner_text() == tip.inner_text()
    tab.page.keyboard.press("Tab")
    assert "Rényi centers:" in tip.inner_text()
    tab.page.keyboard.press("Escape")
    assert tip.count() == 0
    tab.page.keyboard.press("Enter")
    assert "Rényi centers:" in tip.inner_text()
    before = tab.ask("e.playing")
    tab.page.keyboard.press(" ")
    assert tab.ask("e.playing") == before  # the key was for the word


def test_the_keyboard_stays_on_a_word_while_time_goes_by(tab):
    tab.ask(f"(e.seek(0), document.querySelector('{CAPTION} dfn').focus(), 0)")
    before = tab.page.locator(CAPTION).inner_text()
    tab.ask("(e.seek(1), 0)")
    tab.page.wait_for_timeout(150)
    assert tab.page.locator(CAPTION).inner_text() != before
    assert tab.page.evaluate("document.activeElement.className") == "tkf-term"


def test_a_refusal_and_an_explanation_both_describe_a_field(tab):
    tab.ask("(e.edits.change('n', 0, false), 0)")
    tab.until("document.querySelector('.tkf-refusal')")
    box = tab.page.locator("[data-field=n] input[type=number]")
    why = box.get_attribute("aria-describedby")
    box.focus()
    both = box.get_attribute("aria-describedby").split()
    assert both[0] == why
    assert len(both) == 2
    tab.page.locator("[data-field=d] input[type=number]").focus()
    assert box.get_attribute("aria-describedby") == why


def test_words_and_switches_are_explained_to_a_finger(chromium, address):
    tab = Tab(chromium, address, viewport={"width": 390, "height": 844}, has_touch=True)
    tab.settle()
    tip = tab.page.locator(TIP)
    tab.page.locator(".tkf-caption dfn", has_text="strong center").tap()
    assert "double rings" in tip.inner_text()
    frame = tip.bounding_box()
    assert frame["x"] >= 0
    assert frame["x"] + frame["width"] <= 390
    tab.page.get_by_role("button", name="or what is left to one").tap()
    assert "powers of ten" in tip.inner_text()
    assert tab.ask("e.options.gap")
    assert tab.complaints == []
    tab.close()
