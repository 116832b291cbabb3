"""What theory says about a run, to be drawn over what was measured: curves, levels and moments.

Only where a formula of `tokenflock.theory` applies: Q = K = V = I, tokens of equal mass.
"""

from typing import Any

import numpy as np

from tokenflock import theory
from tokenflock.explorer import predictions
from tokenflock.explorer.measures import Measures
from tokenflock.observables import center_distance
from tokenflock.spec import Spec
from tokenflock.theory.normalization import Normalization

NOTHING: dict[str, Any] = {"curves": [], "levels": [], "times": []}
Curve = dict[str, Any]  # of: what it predicts, name, values: one for each saved time or None
LINEAR = 0.02  # |beta| (1 - cosine) below which tokens close in at the rate of the linearized flow
MOST_MERGING = 8  # clusters whose merges are predicted: the cost grows like the cube
LAWS = {
    "sphere": theory.post_ln,
    "preln": theory.pre_ln,
    "periln": theory.peri_ln,
    "sqrtscaled": theory.sqrt_scaling,
}
SHARP = 4.0  # beta from which clusters are clusters, and merge one pair after another
LARGEST_BETA = 350.0  # of the closed forms
LONGEST = 1e4


def overlay(spec: Spec, times: np.ndarray, x: np.ndarray, measured: Measures) -> dict[str, Any]:
    """Curves over the mean cosine, levels of the number of clusters, and moments of merging."""
    if not is_plain(spec):
        return NOTHING
    found = closed_form(spec, times, x[0]) or closing_in(spec, times, measured)
    return {
        "curves": [found] if found else [],
        "levels": levels(spec),
        "times": merges(spec, times, x, measured),
    }


def is_plain(spec: Spec) -> bool:
    """Whether tokens of equal mass move by Q = K = V = I and nothing else, in continuous time."""
    extras = (spec.qk, spec.ov, spec.masses, spec.frozen, spec.kappa, spec.position, spec.beta_end)
    return extras == (None,) * 7 and not spec.has_terms and spec.method == "auto"


def closed_form(spec: Spec, times: np.ndarray, x0: np.ndarray) -> Curve | None:
    """The mean cosine of tokens that start orthogonal, of two tokens, or of Kuramoto's."""
    if abs(spec.beta) > LARGEST_BETA or times[-1] > LONGEST:
        return None
    if spec.init == "orthogonal" and spec.mask == "full" and spec.n > 1:
        return _curve("equiangular curve", _equiangular(spec, times))
    if spec.space != "sphere" or spec.weighting != "softmax":
        return None
    if spec.n == 2 and spec.mask in ("full", "causal"):
        causal, u0 = spec.mask == "causal", float(np.clip(x0[0] @ x0[1], -1, 1))
        return _curve("two tokens", theory.two_tokens(times, beta=spec.beta, u0=u0, causal=causal))
    if spec.beta == 0 and spec.d == 2 and spec.mask == "full":
        return _curve("Kuramoto's solution", _kuramoto(times, x0))
    return None


def _curve(name: str, values: np.ndarray | None) -> Curve | None:
    return None if values is None else {"of": "alignment", "name": name, "values": values.tolist()}


def _equiangular(spec: Spec, times: np.ndarray) -> np.ndarray | None:
    law, n, beta = law_of(spec), spec.n, spec.beta
    if spec.weighting.startswith("unnormalized") and spec.space == "sphere":
        slower = np.exp(-abs(beta)) if spec.weighting.endswith("scaled") else 1.0
        return theory.equiangular_usa(slower * times, n=n, beta=beta)
    if law is None or spec.weighting != "softmax":
        return None
    if law is theory.post_ln:
        return theory.equiangular(times, n=n, beta=beta)
    return theory.normalized_equiangular(times, law, n=n, beta=beta).gamma


def law_of(spec: Spec) -> Normalization | None:
    """The law of normalization of a space, where theory knows it."""
    name, _, number = spec.space.partition(":")
    if name == "ngpt":
        return theory.ngpt(float(number or 1.0))
    return theory.mix_ln(float(number)) if name == "mixln" else LAWS.get(name)


def _kuramoto(times: np.ndarray, x0: np.ndarray) -> np.ndarray:
    n = len(x0)
    order = theory.kuramoto_points(times, np.arctan2(x0[:, 1], x0[:, 0])).mean(axis=-1)
    return (n * np.abs(order) ** 2 - 1) / (n - 1)


def closing_in(spec: Spec, times: np.ndarray, measured: Measures) -> Curve | None:
    """The rate at which tokens that nearly agree close in, 1 - cosine = C e^(-2 clock(t)).

    From the first measured time at which beta (1 - cosine) < LINEAR; C is what was measured there.
    """
    law, gap = law_of(spec), 1 - measured["alignment"]
    near = np.flatnonzero((gap < LINEAR / max(1.0, abs(spec.beta))) & (times[measured["rows"]] > 0))
    if law is None or spec.weighting != "softmax" or spec.mask != "full" or not len(near):
        return None
    start = measured["rows"][near[0]]
    clock = np.asarray(law.clock(times[start:]), float)
    values = 1 - gap[near[0]] * np.exp(-2 * (clock - clock[0]))
    return {
        "of": "alignment",
        "name": "predicted rate",
        "values": [None] * int(start) + values.tolist(),
    }


def levels(spec: Spec) -> list[dict[str, Any]]:
    """Numbers of clusters on the circle: parked centers, or the ripple that grows fastest."""
    if spec.d != 2 or spec.space != "sphere" or spec.init != "uniform" or not spec.beta:
        return []
    if spec.mask == "full" and spec.weighting.startswith(("softmax", "unnormalized")):
        ripple = theory.fastest_mode(spec.beta)
        return [{"name": "fastest ripple", "value": ripple}] if ripple <= spec.n else []
    if spec.mask != "causal" or spec.weighting != "softmax" or spec.beta < 0:
        return []
    expected = predictions.parking(spec, center_distance(spec.beta))
    return [
        {"name": f"{name} centers expected", "value": expected[kind]}
        for kind, name in (("renyi", "Rényi"), ("strong", "strong"))
        if expected[kind]
    ]


def merges(
    spec: Spec, times: np.ndarray, x: np.ndarray, measured: Measures
) -> list[dict[str, Any]]:
    """When clusters merge one after another, from the first time at which there are only few."""
    few = (measured["count"] > 1) & (measured["count"] <= MOST_MERGING) & (measured["loose"] == 0)
    full = spec.mask == "full" and spec.weighting == "softmax" and spec.space == "sphere"
    if not (full and spec.beta >= SHARP and few.any()):
        return []
    k = int(np.argmax(few))
    start, labels = measured["rows"][k], measured["labels"][k]
    sizes = np.bincount(labels)
    middle = np.stack([x[start][labels == a].mean(axis=0) for a in range(len(sizes))])
    middle /= np.linalg.norm(middle, axis=-1, keepdims=True)
    story = theory.merge_order(middle, beta=spec.beta, masses=sizes / len(labels))
    found = [times[start] + 10.0 ** min(m.log10_time, 300.0) for m in story]
    return [
        {"name": "predicted merges", "t": float(t)} for t in found if times[start] < t <= times[-1]
    ]
