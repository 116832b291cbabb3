"""One truth on the screen: what differs from the picture is marked, and damaged links say so."""

import base64
import json

import pytest
from support.chromium import Tab, browser
from support.explorer_server import serving

from tokenflock.explorer import export
from tokenflock.spec import Spec

SMALL = {"n": 12, "beta": 9.0, "mask": "causal", "t_end": 5.0, "samples": 21}


@pytest.fixture(scope="module")
def chromium():
    with browser() as launched:
        yield launched


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    return export.save_static(tmp_path_factory.mktemp("static"), Spec(**SMALL)).as_uri()


@pytest.fixture
def tab(chromium, address):
    opened = Tab(chromium, address)
    opened.settle()
    yield opened
    assert opened.complaints == []
    opened.close()


def fill(tab, field, value):
    box = tab.page.locator(f"[data-field={field}] input[type=number]")
    box.fill(str(value))
    box.press("Enter")
    tab.until("!e.requests.busy('a')")
    tab.page.wait_for_timeout(60)


def test_a_refused_value_says_why_at_its_field_until_it_is_mended(tab):
    fill(tab, "n", 0)
    field = tab.page.locator("[data-field=n]")
    assert "at least 1" in field.locator(".tkf-refusal").inner_text()
    box = field.locator("input[aria-invalid=true]")
    described = box.get_attribute("aria-describedby")
    assert "at least 1" in tab.page.locator(f"#{described}").inner_text()
    assert field.locator(".tkf-shown").inner_text() == "shown: 12"
    fill(tab, "beta", 4)  # the other field is still refused, and both differ from the picture
    assert tab.page.locator(".tkf-differs").count() == 2
    assert tab.page.locator("[data-field=beta] .tkf-shown").inner_text() == "shown: 9"
    assert tab.page.locator(".tkf-toast").is_visible()
    fill(tab, "n", 10)
    assert tab.page.locator(".tkf-toast").is_hidden()  # nothing is refused any more
    assert tab.page.locator(".tkf-differs, .tkf-refusal, [aria-invalid]").count() == 0
    assert tab.ask("[e.runs.a.n, e.runs.a.beta]") == [10, 4]


UNPREDICTED = [
    {"kappa": 5.0}, {"frozen": [3]}, {"method": "layers", "step": 0.25, "samples": 11},
    {"weighting": "unnormalized"}, {"mask": "full"}, {"space": "preln"}, {"external": [1.0, 0.0]},
]  # fmt: skip


def test_limits_are_predicted_only_where_they_hold(tab):
    note = tab.page.locator(".tkf-spectrum .tkf-note")
    assert note.inner_text() == "predicted: one point, where the first token starts"
    for change in UNPREDICTED:
        preset = json.dumps({"name": "", "title": "", "spec": SMALL | change})
        tab.ask(f"e.edits.open({preset})")
        tab.settle()
        assert "predicted" not in note.inner_text(), change


def link(state):
    return base64.urlsafe_b64encode(json.dumps(state).encode()).decode().rstrip("=")


def test_a_link_that_is_opened_in_the_page_is_followed(tab):
    state = {"spec": SMALL | {"beta": 2.0}, "name": None, "cursor": 1}
    tab.page.evaluate(f"location.hash = '{link(state)}'")
    tab.until("e.runs.a?.beta === 2 && e.cursor === 1")
    tab.page.evaluate("location.hash = 'preset=five-tokens'")
    tab.until("e.name === 'five-tokens' && e.runs.a.n === 5")


DAMAGED = (
    link({"spec": SMALL})[:-9], "%%%", link([1]), link({"spec": 7}), "preset=none",
    link({"spec": SMALL, "moved": {"x": [0, 1]}}), link({"spec": SMALL, "moved": {"1": ["x"]}}),
)  # fmt: skip


def test_a_damaged_link_says_so_and_the_page_begins_as_usual(chromium, address):
    tab = Tab(chromium, f"{address}#{DAMAGED[0]}")
    tab.settle()
    toast = tab.page.locator(".tkf-toast")
    assert "damaged" in toast.inner_text()
    for hash_ in DAMAGED:
        tab.page.evaluate("document.querySelector('.tkf-toast').textContent = ''")
        tab.page.evaluate(f"location.hash = '{hash_}x'")
        tab.until("document.querySelector('.tkf-toast').textContent.includes('damaged')")
    assert tab.ask("e.runs.a.n") == 12
    assert tab.complaints == []
    tab.close()


HOSTILE = (
    {"cursor": "x", "camera": {"turn": [1], "zoom": -1}, "options": {"log": 3, "evil": 1}},
    {"name": {"a": 1}, "words": "no", "options": [], "camera": 7},
)


def test_a_hostile_link_gives_no_more_than_its_spec(tab):
    for beta, state in enumerate(HOSTILE, 2):
        given = link({"spec": SMALL | {"beta": beta}} | state)
        tab.page.evaluate(f"location.hash = '{given}'")
        tab.until(f"e.runs.a?.beta === {beta}")
        assert tab.ask("[e.options.log, 'evil' in e.options, e.name]") == [True, False, None]


def test_moved_tokens_that_are_none_of_the_system_are_said(tab):
    moved = {"spec": SMALL | {"beta": 2.0}, "moved": {"99": [0.0, 1.0]}}
    tab.page.evaluate(f"location.hash = '{link(moved)}'")
    tab.until("document.querySelector('.tkf-toast').textContent.includes('damaged')")
    tab.settle()
    assert tab.ask("[e.runs.a.beta, e.runs.a.n]") == [2, 12]


def test_while_only_the_start_is_there_the_page_says_why(tab):
    # As while a server compiles: nothing but the starting tokens has come.
    tab.ask("(e.runs.a.ended = null, e.runs.a.rows = 1, e.drawing.data())")
    tab.page.wait_for_timeout(100)
    assert tab.page.locator(".tkf-badge b").inner_text() == "preparing"
    assert "takes some seconds" in tab.page.locator(".tkf-badge > span").inner_text()


def test_a_drag_of_a_slider_or_an_eigenvalue_is_undone_and_redone_at_once(tab):
    slider = tab.page.locator("[data-field=beta] input[type=range]")
    box = slider.bounding_box()
    tab.page.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + box["height"] / 2)
    tab.page.mouse.down()
    for share in (0.6, 0.5, 0.45):
        tab.page.mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
        tab.page.wait_for_timeout(30)
    tab.page.mouse.up()
    tab.settle()
    dragged = tab.ask("e.spec.beta")
    assert dragged != 9
    for v, done in (2, "false"), (3, "true"):
        tab.ask(f"e.edits.changeMatrix([[{v}, 0], [0, 1]], {done})")
    tab.settle()
    steps = [
        ("Control+z", dragged, None), ("Control+z", 9, None), ("Control+z", 9, None),
        ("Control+Shift+Z", dragged, None), ("Control+y", dragged, [[3, 0], [0, 1]]),
    ]  # fmt: skip
    for key, beta, ov in steps:
        tab.page.keyboard.press(key)  # the slider still has the focus
        tab.settle()
        assert tab.ask("[e.spec.beta, e.spec.ov ?? null]") == [beta, ov], key


def test_a_server_that_is_gone_is_told_of_until_it_is_back(chromium):
    with serving(Spec(**SMALL)) as server:
        tab = Tab(chromium, server.address)
        tab.settle()
        assert tab.page.locator(".tkf-bar").is_hidden()
    tab.until("!e.parts.bar.hidden && e.parts.bar.textContent.includes('asks again')")
    tab.ask("e.edits.change('beta', 4, false)")  # nobody hears
    with serving("sphere", port=server.port):
        tab.until("e.parts.bar.hidden && e.runs.a.beta === 4 && e.runs.a.complete")
        assert tab.ask("e.runs.a.n") == 12  # of the system that was looked at
    tab.close()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_the_badge_is_whole_and_panels_are_reached_on_small_screens(
    chromium, address, width, height
):
    tab = Tab(chromium, address, viewport={"width": width, "height": height}, has_touch=True)
    tab.settle()
    verdict = {"state": "metastable", "reason": "", "log10_next_merge": 25.7}
    tab.ask(f"(e.runs.a.verdict = {json.dumps(verdict)}, e.drawing.data())")
    tab.page.wait_for_timeout(100)
    badge = tab.page.locator(".tkf-badge b").bounding_box()
    assert badge["x"] + badge["width"] <= width
    assert tab.ask("e.parts.badge.scrollWidth <= e.parts.badge.clientWidth + 1")
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
    touched = "getComputedStyle(document.querySelector('.tkf-time canvas.tkf-top')).touchAction"
    assert tab.page.evaluate(touched) == "pan-y"
    tab.page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    phase = tab.page.locator(".tkf-phase").bounding_box()
    assert 0 <= phase["y"] < phase["y"] + phase["height"] <= height
    for name in ("large", "small"):  # and seen at once, there and back
        tab.page.get_by_role("button", name="large phase diagram").click()
        phase = tab.page.locator(".tkf-phase").bounding_box()
        assert 0 <= phase["y"] < phase["y"] + phase["height"] <= height, name
    tab.close()
