"""Masks, weightings, spaces and observables of a user's own, by their names in a sweep."""

import json

import numpy as np
import pytest
import xarray as xr
from support.small_sweeps import sweep

import tokenflock as tkf
from tokenflock.observables import observable
from tokenflock.spec import registry, vocabulary
from tokenflock.sweeps import sources
from tokenflock.sweeps.engine import prepared
from tokenflock.sweeps.solving import solved
from tokenflock.sweeps.store import stored_sweep
from tokenflock.sweeps.sweep import Sweep
from tokenflock.sweeps.validation import validate

OWN = """
import jax.numpy as jnp
import numpy as np
from tokenflock.attention.masks import Mask
from tokenflock.attention.weightings import Weighting
from tokenflock.observables import observable
from tokenflock.spaces import Space

class Near(Mask, name="near"):
    reach: int = 1
    def visible(self, i, j):
        return abs(i - j) <= self.reach

class Squared(Weighting, name="squared"):
    def rows(self, s, scale, seen, masses):
        w = jnp.where(seen, (1 + scale * s) ** 2, 0.0)
        return w / w.sum(axis=-1, keepdims=True)

class Slow(Space, name="slow"):
    def velocity(self, t, x, attention):
        return 0.1 * attention(x)

@observable
def height(x):
    return x[..., -1].mean(axis=-1)

@observable(traceable=False)
def farthest(x, *, start, power=1.0):
    return np.abs(np.asarray(x) - start).max(axis=(-2, -1)) ** power
"""

OBSERVABLE = """
from tokenflock.observables import observable
@observable
def NAME(x):
    return x[0]
"""

FILE = """
base = { n = 5, d = 2, method = "layers", step = 0.5, t_end = 2.0, samples = 5, beta = 2.0 }
seeds = 2
[axes.kind.zip]
mask = ["full", "near:2", "full", "full"]
weighting = ["softmax", "softmax", "squared", "softmax"]
space = ["sphere", "sphere", "sphere", "slow"]
[measure.height]
keep = ["all"]
[measure.farthest]
keep = ["all"]
options = { power = 2.0 }
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A user's file, imported here."""
    path = tmp_path_factory.mktemp("own") / "own_things.py"
    path.write_text(OWN)
    vocabulary.use(path)
    return path


@pytest.mark.slow
def test_workers_know_what_a_file_of_the_user_defines(own, tmp_path, tokenflock):
    file, url = tmp_path / "s.toml", tmp_path / "own.zarr"
    file.write_text(FILE)
    ran = tokenflock("sweep", file, "--out", url, "--use", own, "--workers", 1, "--events", "json")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    found, made = xr.open_zarr(url).load(), Sweep.from_file(file)
    for k in range(4):
        x = tkf.simulate(made.spec((k,)).replace(seed=1)).x.data
        np.testing.assert_allclose(found.height[k, 1], x[..., -1].mean(axis=-1), rtol=0, atol=1e-12)
        moved = np.abs(x - x[0]).max(axis=(-2, -1))
        np.testing.assert_allclose(found.farthest[k, 1], moved**2, rtol=0, atol=1e-12)
    heights = found.height.isel(time=-1, seed=0).data
    assert len(set(heights.round(9))) == 4, "one of the names stands for what it replaces"
    record = json.loads((url / "batches" / "0.0.json").read_text())
    assert record["sources"] == {"own_things.py": sources.Source("", OWN).checksum}


def test_only_the_files_that_a_sweep_names_travel(own):
    plain, named = sweep(), sweep(measure={"height": {}})
    assert sources.sources(plain) == ()
    assert sources.sources(named) == (sources.Source(str(own), OWN),)
    assert sources.sources(sweep(axes={"mask": ["full", "near:2"]}))[0].path == str(own)


def test_a_worker_elsewhere_imports_a_copy():
    text = OBSERVABLE.replace("NAME", "afar")
    sources.use(sources.Source("/nowhere/afar.py", text))
    assert tkf.observables.named("afar").__module__.startswith("tokenflock_use_afar")


def test_what_was_defined_in_a_notebook_is_measured_in_this_process(own, tmp_path):
    def cell(x):
        return x[..., 0].mean(axis=-1)

    cell.__module__ = "__notebook__"
    observable(cell)
    made = sweep(measure={"cell": {"keep": ["all"]}}, axes={}, seeds=2)
    with pytest.raises(tkf.InputError, match="Workers cannot import `cell`"):
        made.run(tmp_path / "cell.zarr", workers=1)
    found = made.run(tmp_path / "cell.zarr", workers=0)
    x = tkf.simulate(made.spec(()).replace(seed=1, samples=5)).x.sel(time=[0.0, 0.5, 1.0, 2.0])
    np.testing.assert_allclose(found.cell[1], x[..., 0].mean("token"), rtol=0, atol=1e-6)


def test_a_store_opens_without_what_it_names(tmp_path):
    made = Sweep(
        base={"n": 4, "mask": "lost", "t_end": 1.0, "samples": 3}, axes={"space": ["gone:2"]},
        measure={"missing": {"at": [0.5]}},
    )  # fmt: skip
    assert Sweep.from_json(made.to_json()) == made
    assert made.saved == (0.0, 0.5, 1.0)
    with pytest.raises(tkf.InputError, match="There is no observable 'missing'"):
        made.run(tmp_path / "s.zarr", workers=0)
    assert stored_sweep(str(tmp_path / "s.zarr")) is None


def test_who_continues_must_know_the_names_too(own, tmp_path, monkeypatch):
    made = sweep(axes={"mask": ["full", "near:2"]})
    prepared(made, str(tmp_path / "s.zarr"))
    monkeypatch.delitem(registry._ENTRIES["mask"], "near")
    with pytest.raises(tkf.InputError, match=r"`mask` must be one of .*Got 'near:2'"):
        made.run(tmp_path / "s.zarr", scheduler="tcp://127.0.0.1:9")  # nobody is asked


def entries(x):
    return x[..., 0, :]


def numpy_only(x):
    return np.linalg.norm(np.asarray(x), axis=(-2, -1))


@pytest.mark.parametrize(("measure", "sentence"), [
    ({"of": "allignment"}, "no observable 'allignment'.*Did you mean 'alignment'"),
    ({"of": "clusters"}, "`clusters` returns several numbers.* one along `token`"),
    ({"of": "entries"}, r"`entries` returns several numbers.*shape \(2, 3\) for tokens of shape"),
    ({"of": "attention_entropy"}, "`attention_entropy` measures arrays with dims .*'source'"),
    ({"of": "numpy_only"}, r"`numpy_only` fails on tokens.*Tracer.*traceable=False"),
    ({"of": "close_pairs", "options": {"abov": 0.5}}, "no option 'abov'.*Did you mean 'above'"),
    ({"of": "consumed", "options": {"radius": "near"}}, "`consumed` fails on tokens of shape"),
])  # fmt: skip
def test_a_measure_that_is_no_number_is_refused(measure, sentence):
    for function in (entries, numpy_only):
        observable(function)
    with pytest.raises(tkf.InputError, match=sentence):
        validate(sweep(measure={"one": measure}))


@pytest.mark.parametrize(("axes", "sentence"), [
    ({"mask": ["full", "neer:2"]}, "At mask=neer:2: `mask` must be one of .*Did you mean 'near"),
    ({"weighting": ["sqared"]}, "Did you mean 'squared'"),
    ({"space": ["slwo"]}, "Did you mean 'slow"),
])  # fmt: skip
def test_a_misspelt_name_of_ones_own_is_refused(own, axes, sentence):
    with pytest.raises(tkf.InputError, match=sentence):
        validate(sweep(axes=axes))


@pytest.mark.slow
def test_an_annealed_run_is_measured_with_its_present_beta():
    times = [0.0, 1.0, 2.0]
    made = sweep(base={"n": 6, "d": 3, "beta": 1.0, "beta_end": 5.0}, axes={}, times=times, seeds=1,
                 measure={"energy": {"keep": ["all"]}})  # fmt: skip
    arrays, _ = solved(made, made.batches[0])
    x = tkf.simulate(made.spec(()).replace(samples=3)).x.data
    expected = [tkf.energy(x[k], beta=beta) for k, beta in enumerate([1.0, 3.0, 5.0])]
    np.testing.assert_allclose(arrays["energy"][0], expected, rtol=1e-6)


def test_a_worker_keeps_to_the_file_as_the_sweep_began(tmp_path):
    path = tmp_path / "edited.py"
    path.write_text(
        "from tokenflock.observables import observable\n@observable\ndef edited(x):\n    return x"
    )
    begun = sources.Source(str(path), path.read_text())
    sources.use(begun)
    path.write_text("broken(")
    sources.use(begun)


def test_a_worker_does_not_measure_by_a_file_that_has_changed():
    old = OBSERVABLE.replace("NAME", "stale")
    sources.use(sources.Source("/nowhere/stale.py", old))
    sources.use(sources.Source("/nowhere/stale.py", old))
    with pytest.raises(tkf.InputError, match=r"before it was changed.* Restart them"):
        sources.use(sources.Source("/nowhere/stale.py", old.replace("x[0]", "x[1]")))
