"""The vocabulary of specs, and names of one's own in it."""

import sys

import pytest

import tokenflock as tkf
from tokenflock import attention, spaces
from tokenflock.attention.masks import Mask, as_mask
from tokenflock.attention.weightings import Weighting, as_weighting
from tokenflock.spec import Spec, modernized, registry, vocabulary

OWN = """
import tokenflock as tkf
from tokenflock.attention.masks import Mask

class Odd(Mask, name="{name}"):
    step: int = {default}

    def visible(self, i, j):
        return (i - j) % self.step == 0
"""


@pytest.fixture
def clean_registry(monkeypatch):
    """The registry, to be filled and forgotten."""
    entries = {kind: dict(known) for kind, known in registry._ENTRIES.items()}
    monkeypatch.setattr(registry, "_ENTRIES", entries)
    monkeypatch.setattr(registry, "_USED", set())
    monkeypatch.setattr(sys, "modules", dict(sys.modules))


def by_file(path, name="every-other", default=2):
    path.write_text(OWN.format(name=name, default=default))
    return path


def test_every_word_stands_for_something_and_everything_has_a_word():
    def names(words):
        return {word.partition(":")[0] for word in words}

    ours = {kind: {n for n, e in known.items() if not e.is_own}
            for kind, known in registry._ENTRIES.items()}  # fmt: skip
    assert ours["mask"] == names(vocabulary.MASKS)
    assert ours["space"] == names(vocabulary.SPACES)
    assert ours["weighting"] == names(vocabulary.WEIGHTINGS)
    for word in vocabulary.WEIGHTINGS:
        assert isinstance(as_weighting(word), Weighting)
    for word in vocabulary.MASKS:
        assert isinstance(as_mask(word.replace("K", "3")), Mask)


@pytest.mark.usefixtures("clean_registry")
def test_a_class_with_a_name_is_a_word_of_specs():
    class Ring(Mask, name="ring-of-three"):
        def visible(self, i, j):
            return abs(i - j) <= 1

    assert Spec(mask="ring-of-three").mask == "ring-of-three"
    assert type(as_mask("ring-of-three")) is Ring
    assert "ring-of-three" in vocabulary.words("mask")
    assert "ring-of-three" not in vocabulary.words("weighting")
    with pytest.raises(tkf.InputError, match="Did you mean 'ring-of-three'"):
        Spec(mask="ring-of-thre")
    with pytest.raises(tkf.InputError, match="`mask` must be one of"):
        Spec(mask="ring-of-three:2")


@pytest.mark.usefixtures("clean_registry")
@pytest.mark.parametrize("default", [True, False])
def test_a_number_may_stand_behind_a_name(default):
    if default:

        class Ring(Mask, name="wide-ring"):
            reach: int = 1

            def visible(self, i, j):
                return abs(i - j) <= self.reach

    else:

        class Ring(Mask, name="wide-ring"):
            reach: int

            def visible(self, i, j):
                return abs(i - j) <= self.reach

    expected = ("wide-ring", "wide-ring:REACH") if default else ("wide-ring:REACH",)
    assert registry.own_words("mask")[-len(expected) :] == expected
    assert as_mask(Spec(mask="wide-ring:3").mask).reach == 3
    for wrong in ("wide-ring:x", "wide-ring:-1", *(() if default else ("wide-ring",))):
        with pytest.raises(tkf.InputError, match="'wide-ring:REACH'"):
            Spec(mask=wrong)


@pytest.mark.usefixtures("clean_registry")
def test_a_name_without_a_class_is_refused():
    with pytest.raises(tkf.InputError, match=r"`mask` must be one of .* Got 'unheard'"):
        Spec(mask="unheard")
    with pytest.raises(tkf.InputError, match=r"There is no space 'spher'. Did you mean 'sphere'"):
        spaces.record_of("spher")


@pytest.mark.usefixtures("clean_registry")
def test_using_a_file_makes_its_names_known(tmp_path):
    path = by_file(tmp_path / "own.py")
    with pytest.raises(tkf.InputError, match="`mask` must be one of"):
        Spec(mask="every-other")
    before = vocabulary.sources()
    vocabulary.use(path)
    assert set(vocabulary.sources()) - set(before) == {path.resolve()}
    assert as_mask(Spec(mask="every-other").mask).step == 2
    first = registry.find("mask", "every-other")
    vocabulary.use(path)  # once
    assert registry.find("mask", "every-other") is first


@pytest.mark.usefixtures("clean_registry")
def test_two_files_cannot_share_a_name(tmp_path):
    vocabulary.use(by_file(tmp_path / "one.py"))
    with pytest.raises(tkf.InputError, match=r"'every-other' names another mask already.*one\.py"):
        vocabulary.use(by_file(tmp_path / "two.py"))
    with pytest.raises(tkf.InputError, match="'causal' names another mask already"):
        vocabulary.use(by_file(tmp_path / "three.py", name="causal"))
    assert as_mask("causal") == attention.causal


@pytest.mark.usefixtures("clean_registry")
def test_a_cell_of_a_notebook_may_be_run_again(monkeypatch):
    monkeypatch.delattr(sys.modules[__name__], "__file__")
    for reach in (1, 2):

        class Ring(Mask, name="cell-ring"):
            width: int = reach

            def visible(self, i, j):
                return abs(i - j) <= self.width

        assert as_mask("cell-ring").width == reach
    assert "cell-ring" in vocabulary.without_source()


@pytest.mark.usefixtures("clean_registry")
def test_code_without_a_module_may_define_things():
    known = {}
    for height in (1, 2):
        exec(f"def height(x): return {height}", known)
        registry.register("observable", "height", known["height"])
        assert registry.find("observable", "height")(None) == height
    assert "height" in vocabulary.words("observable")
    assert "height" in vocabulary.without_source()


@pytest.mark.usefixtures("clean_registry")
@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("own.py", "import nothing_of_this_name", "ModuleNotFoundError"),
        ("own.py", "def (", "SyntaxError"),
        ("own.txt", "", "must be an existing Python file"),
        (None, None, "must be an existing Python file"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_sentence(tmp_path, name, text, said):
    path = tmp_path / (name or "missing.py")
    if text is not None:
        path.write_text(text)
    with pytest.raises(tkf.InputError, match=said):
        vocabulary.use(path)


@pytest.mark.usefixtures("clean_registry")
@pytest.mark.parametrize("name", ["ring:2", "", "ri ng", "1ring"])
def test_names_are_single_words(name):
    with pytest.raises(tkf.InputError, match="must be letters"):

        class Ring(Mask, name=name):
            def visible(self, i, j):
                return i == j


def test_old_words_of_files_are_read_and_refused_by_hand():
    old = '{"weighting": "unnormalised:scaled", "beta": 2.0}'
    assert Spec.from_json(old) == Spec(weighting="unnormalized:scaled", beta=2.0)
    assert Spec.from_toml('weighting = "unnormalised"') == Spec(weighting="unnormalized")
    nested = {"base": {"n": 3}, "axes": {"weighting": ["softmax", "unnormalised"]}}
    assert modernized(nested)["axes"]["weighting"] == ["softmax", "unnormalized"]
    with pytest.raises(tkf.InputError, match="Did you mean 'unnormalized'"):
        Spec(weighting="unnormalised")
