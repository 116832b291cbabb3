"""The guided story: what its steps say is what their systems do, and the page tells it."""

import numpy as np
import pytest
from support.chromium import Tab, browser

import tokenflock as tkf
from tokenflock.explorer import export
from tokenflock.explorer.story import ABOUT, STORY, story
from tokenflock.spec import Spec
from tokenflock.spec.presets import PRESETS

BY_TITLE = {step.title.partition(":")[0]: step for step in STORY}


def test_every_preset_has_a_sentence_and_says_what_to_try():
    assert set(ABOUT) == set(PRESETS)
    assert all("Try: " in sentence for sentence in ABOUT.values())


def clusters_at_the_end(spec):
    return int(tkf.count_clusters(tkf.simulate(spec).isel(time=[-1]))[0])


@pytest.mark.parametrize(
    ("title", "before", "after"),
    [("Tokens are particles", 1, 1), ("Raise β", 2, 8), ("Clusters park like cars", 7, 4)],
)
def test_the_story_counts_clusters_as_they_are(title, before, after):
    step = BY_TITLE[title]
    assert clusters_at_the_end(step.spec()) == before
    assert clusters_at_the_end(step.done()) == after


@pytest.mark.parametrize("alone", [False, True])
def test_who_waits_sees_two_clusters_become_one(alone):
    step = BY_TITLE["Metastable"]
    run = tkf.simulate(step.spec(alone=alone))
    verdict = tkf.verdict(run)
    wanted = np.log10(2000) if alone else 12  # "near t = ..."
    assert (verdict.state, clusters_at_the_end(step.spec(alone=alone))) == ("metastable", 2)
    assert abs(verdict.log10_next_merge - wanted) < 0.15
    assert clusters_at_the_end(step.done(alone=alone)) == 1


def test_behind_the_mask_the_first_token_wins_and_noise_melts_clusters():
    step = BY_TITLE["Mask the future"]
    free, masked = tkf.simulate(step.spec()).x.data, tkf.simulate(step.done()).x.data
    assert np.linalg.norm(free[-1] - free[0, 0], axis=-1).min() > 1
    np.testing.assert_allclose(masked[:, 0], masked[[0] * len(masked), 0], rtol=0, atol=1e-12)
    np.testing.assert_allclose(masked[-1], masked[[0] * 40, 0][:40], rtol=0, atol=1e-6)
    noisy = BY_TITLE["Noise melts clusters"]
    assert clusters_at_the_end(noisy.spec()) == 3
    assert clusters_at_the_end(noisy.done()) > 20


def test_the_largest_eigenvalue_decides():
    step = BY_TITLE["One eigenvalue of V decides"]
    for spec, axis in (step.spec(), 0), (step.done(), 2):
        end = np.abs(tkf.simulate(spec).x.data[-1])
        np.testing.assert_allclose(end, np.eye(3)[[axis] * len(end)], rtol=0, atol=1e-3)


@pytest.fixture(scope="module")
def chromium():
    with browser() as launched:
        yield launched


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    return export.save_static(tmp_path_factory.mktemp("static"), Spec(n=8, t_end=2.0)).as_uri()


@pytest.fixture(scope="module")
def tab(chromium, address):
    tab = Tab(chromium, address)
    tab.settle()
    yield tab
    assert tab.complaints == []


def test_the_page_tells_the_story_step_by_step(tab):
    steps = story()
    tab.page.get_by_role("button", name="begin the guided story").click()
    for number, step in enumerate(steps, 1):
        tab.settle()
        said = tab.page.locator(".tkf-told").inner_text()
        told = step.get("alone", step)
        assert said.startswith(told["title"])
        lit = tab.page.locator(".tkf-meant").evaluate_all("all => all.map((f) => f.dataset.field)")
        assert lit == list(told["do"])  # the control of this step, not of the one before
        assert f"{number} of {len(steps)}" in tab.page.locator(".tkf-steps").inner_text()
        if number in (2, 5):  # of two: what is done, and taken back
            tab.page.get_by_role("button", name=told["deed"]).click()
            tab.settle()
            assert tab.ask("e.spec") == told["spec"] | told["do"]
            assert told["shown"][:40] in tab.page.locator(".tkf-told").inner_text()
            [field] = told["do"]
            assert tab.page.locator(f".tkf-meant[data-field={field}]").count() == 1
            tab.page.get_by_role("button", name="Take it back").click()
            tab.settle()
            assert tab.ask("e.spec") == told["spec"]
        if number < len(steps):
            tab.page.get_by_role("button", name="next step of the story").click()
    tab.page.get_by_role("button", name="leave the story").click()
    assert ABOUT["causal-circle"] not in tab.page.locator(".tkf-told").inner_text()
    tab.page.select_option(".tkf-presets", "sphere")
    tab.settle()
    assert tab.page.locator(".tkf-told").inner_text() == ABOUT["sphere"]


def test_on_a_phone_the_words_of_every_step_stay_in_sight(chromium, address):
    tab = Tab(chromium, address, viewport={"width": 390, "height": 844}, has_touch=True)
    tab.settle()
    tab.page.get_by_role("button", name="begin the guided story").click()
    for number in range(2, len(STORY) + 1):
        tab.page.get_by_role("button", name="next step of the story").click()
        tab.settle()
        assert tab.page.evaluate("scrollY") == 0, number
        told = tab.page.locator(".tkf-told").bounding_box()
        assert told["y"] >= 0
        assert told["y"] + told["height"] < 400
    assert tab.complaints == []
    tab.close()


LIT = "[...document.querySelectorAll('math .tkf-lit')].map((part) => part.textContent)"


@pytest.mark.parametrize(
    ("field", "lit"),
    [("beta", ["β"]), ("mask", ["∑j"]), ("ov", ["V"]), ("kappa", ["2/κW˙i"]), ("space", ["Pxi"])],
)
def test_the_term_that_a_control_changes_is_lit_while_it_is_touched(tab, field, lit):
    tab.page.locator(f"[data-field={field}] label").hover()
    assert tab.page.evaluate(LIT) == lit
    tab.page.locator(".tkf-head h1").hover()
    assert tab.page.evaluate(LIT) == []


def test_the_equation_is_that_of_the_system(tab):
    shown = "document.querySelector('math').textContent"
    tab.ask("e.edits.open({name: '', spec: {n: 6, mask: 'causal', kappa: 2, t_end: 1}})")
    tab.settle()
    assert tab.page.evaluate(shown).startswith("x˙i=Pxi∑j≤iwijVxj+2/κW˙i")
    tab.ask("e.edits.open({name: '', spec: {n: 6, space: 'rescaled', t_end: 1}})")
    tab.settle()
    assert tab.page.evaluate(shown).startswith("z˙i=∑jwijV(zj−zi)")
