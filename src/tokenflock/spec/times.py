"""The times at which a spec saves tokens, in plain Python: sweeps plan without loading NumPy."""

import math

from tokenflock.errors import InputError
from tokenflock.spec.spec import Spec


def saved_times(spec: Spec) -> tuple[float, ...]:
    """The saved times of a spec, increasing, from 0 to its last.

    Linear times are those of `np.linspace` to the bit; logarithmic ones, after the 0, those of
    `np.geomspace` to rounding, at most 4 eps |log t_end| relative.  Layers are saved at multiples
    of `step`, each once: fewer than `samples` where there are fewer layers.
    """
    if not spec.is_layered:
        return tuple(_spaced(spec, spec.t_end))
    step = 1.0 if spec.step is None else spec.step
    # A dictionary keeps the order, and each layer once.
    layers = dict.fromkeys(round(t) for t in _spaced(spec, _depth(spec, step)))
    return tuple(layer * step for layer in layers)


def _depth(spec: Spec, step: float) -> int:
    """The number of layers until the last time."""
    depth = round(spec.t_end / step)
    if abs(spec.t_end - depth * step) > 1e-9 * spec.t_end:
        raise InputError(
            f"With `method={spec.method!r}` the last time must be a whole number of layers, a "
            f"multiple of `step={step:g}`. Got t_end={spec.t_end:g}."
        )
    return depth


def _spaced(spec: Spec, end: float) -> list[float]:
    if spec.spacing == "linear":
        return linear(end, spec.samples)
    return [0.0, *geometric(min(1e-2, 1e-3 * end), end, spec.samples - 1)]


def linear(end: float, count: int) -> list[float]:
    """`count` >= 2 equally spaced numbers from 0 to `end`."""
    step = end / (count - 1)
    return [*(k * step for k in range(count - 1)), float(end)]


def geometric(first: float, last: float, count: int) -> list[float]:
    """`count` numbers of equal ratios from `first` to `last`; of one number, the last."""
    if count == 1:
        return [float(last)]
    low, high = math.log10(first), math.log10(last)
    step = (high - low) / (count - 1)
    return [first, *(10.0 ** (low + k * step) for k in range(1, count - 1)), float(last)]
