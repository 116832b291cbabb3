"""The saved times of a spec, against NumPy's and against what they promise."""

import itertools
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tokenflock as tkf
from tokenflock.spec import Spec
from tokenflock.spec.times import saved_times

ENDS = (1e-300, 1e-3, 0.3, 1.0, 7.0, 150.0, 1e80, 1e300)
COUNTS = (2, 3, 4, 7, 101, 301)


@pytest.mark.parametrize(("end", "samples"), list(itertools.product(ENDS, COUNTS)))
def test_linear_times_are_those_of_numpy_to_the_bit(end, samples):
    expected = np.linspace(0.0, end, samples)
    np.testing.assert_array_equal(saved_times(Spec(t_end=end, samples=samples)), expected)


@pytest.mark.parametrize(("end", "samples"), list(itertools.product(ENDS[1:], COUNTS)))
def test_logarithmic_times_are_those_of_numpy(end, samples):
    first = min(1e-2, 1e-3 * end) if samples > 2 else end
    expected = np.append(0.0, np.geomspace(first, end, samples - 1))
    found = saved_times(Spec(t_end=end, samples=samples, spacing="log"))
    # The exponent k step rounds, and an error of it counts log(10) |log10 t| times.
    rounding = 4 * np.spacing(1.0) * max(1.0, abs(np.log(end)))
    np.testing.assert_allclose(found, expected, rtol=rounding)
    assert (found[0], found[-1]) == (0.0, end)


@given(
    t_end=st.floats(1e-6, 1e300),
    samples=st.integers(2, 60),
    spacing=st.sampled_from(["linear", "log"]),
)
def test_times_increase_from_zero_to_the_last(t_end, samples, spacing):
    times = saved_times(Spec(t_end=t_end, samples=samples, spacing=spacing))
    assert len(times) == samples
    assert (times[0], times[-1]) == (0.0, t_end)
    assert all(a < b for a, b in itertools.pairwise(times))
    assert all(isinstance(t, float) for t in times)


@given(
    step=st.floats(1e-3, 1e3),
    depth=st.integers(1, 500),
    samples=st.integers(2, 60),
    spacing=st.sampled_from(["linear", "log"]),
    method=st.sampled_from(["layers", "no-residual"]),
)
def test_layers_are_saved_at_multiples_of_the_step(step, depth, samples, spacing, method):
    spec = Spec(
        method=method, step=step, t_end=depth * step, samples=samples, spacing=spacing
    )  # fmt: skip
    times = saved_times(spec)
    layers = [round(t / step) for t in times]
    assert times == tuple(layer * step for layer in layers)
    assert (layers[0], layers[-1]) == (0, depth)
    assert all(a < b for a, b in itertools.pairwise(layers))
    assert len(layers) <= min(samples, depth + 1)


def test_every_layer_is_saved_where_there_is_room():
    spec = Spec(method="layers", step=0.5, t_end=3.0, samples=101)
    assert saved_times(spec) == (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
    assert saved_times(spec.replace(step=None)) == (0.0, 1.0, 2.0, 3.0)


def test_two_logarithmic_samples_are_the_ends():
    assert saved_times(Spec(t_end=5.0, samples=2, spacing="log")) == (0.0, 5.0)
    assert saved_times(Spec(t_end=5.0, samples=3, spacing="log")) == (0.0, 5e-3, 5.0)


@pytest.mark.parametrize(("t_end", "step"), [(10.0, 0.3), (0.4, 1.0), (1.5, None)])
def test_a_part_of_a_layer_is_refused(t_end, step):
    with pytest.raises(tkf.InputError, match=r"whole number of layers.*Got t_end="):
        saved_times(Spec(method="layers", t_end=t_end, step=step))


def test_the_times_of_a_spec_are_those_a_simulation_saves():
    for more in ({}, {"spacing": "log", "samples": 2}, {"method": "layers", "step": 0.5}):
        spec = Spec(n=3, t_end=2.0, samples=5).replace(**more)
        np.testing.assert_allclose(tkf.simulate(spec).time, saved_times(spec), rtol=1e-14)


def test_neither_specs_nor_their_times_load_numpy():
    code = (
        "import sys; from tokenflock.spec import Spec;"
        "from tokenflock.spec.times import saved_times; saved_times(Spec());"
        "sys.exit(any(name in sys.modules for name in ('numpy', 'jax')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
