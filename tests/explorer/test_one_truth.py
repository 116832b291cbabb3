"""One truth on the screen: what differs from the picture is marked, and damaged links say so."""

import base64
import json

import pytest
from support.chromium import Tab, browser

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
    fill(tab, "n", 10)
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


DAMAGED = (link({"spec": SMALL})[:-9], "%%%", link([1]), link({"spec": 7}), "preset=none")


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
