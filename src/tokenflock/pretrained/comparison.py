"""Where the flow that the heads predict and the states of the real model part ways.

Between the model and the theory stand its parts: the MLP, the second norm, the biases, the size of
a step.  They are taken away one by one, and each time the same sentence is followed.
"""

from collections.abc import Callable

import numpy as np
import xarray as xr

from tokenflock.attention import SelfAttention
from tokenflock.fields.flow import Flow
from tokenflock.integrate import solve
from tokenflock.observables.configuration import directions
from tokenflock.pretrained.ablations import attention_only, without_bias, without_mlp
from tokenflock.pretrained.model import Model
from tokenflock.pretrained.passes import forward
from tokenflock.spaces import Sphere

APART = 0.5  # radians between a token and its prediction: from here on they have parted

LADDER: dict[str, Callable[[Model], Model]] = {
    "model": lambda model: model,
    "without MLP": without_mlp,
    "attention only": attention_only,
    "attention, no biases": lambda model: without_bias(attention_only(model)),
}


def compared(
    model: Model,
    ids: np.ndarray,
    *,
    tol: float = 1e-6,
    progress: Callable[[int], None] | None = None,
) -> xr.Dataset:
    """Angles between each version's tokens and the model's, by depth.

    `angle` (version, time) is the mean over tokens, in radians; `cosine` (version, time) the mean
    cosine between tokens of one version; `parted` (version) the first depth with an angle above
    0.5, nan if there is none.  The last version is the flow of the heads on the sphere.
    """
    paths = {}
    for done, (name, change) in enumerate(LADDER.items()):
        paths[name] = seen_directions(model, forward(change(model), ids, matrices=False).x.data)
        if progress is not None:
            progress(done + 1)
    paths["flow of the heads"] = predicted(model, paths["model"][0], tol=tol)
    x = np.stack(list(paths.values()))
    angle = _angles(x, x[:1]).mean(axis=-1)
    return xr.Dataset(
        {
            "x": (("version", "time", "token", "coord"), x),
            "angle": (("version", "time"), angle),
            "cosine": (("version", "time"), _cosines(x)),
            "parted": (("version",), [_first(row > APART) for row in angle]),
        },
        coords={
            "version": np.array(list(paths), object),
            "time": np.arange(x.shape[1], dtype=float),
        },
        attrs={"model": model.name, "apart": APART},
    )


def seen_directions(model: Model, x: np.ndarray) -> np.ndarray:
    """Tokens as the norms see them: without their mean where norms take it away, of norm one."""
    layer = model.layer(0)
    norm = layer.attention_norm
    centered = norm is not None and norm.centered
    return directions(x - x.mean(axis=-1, keepdims=True) if centered else x)


def predicted(model: Model, start: np.ndarray, *, tol: float) -> np.ndarray:
    """The path (depth + 1, n, d) of the flow on the sphere, one unit of time for each layer."""
    states = [start]
    for depth in range(len(model.order)):
        flow = Flow(SelfAttention.from_layer(model, depth), Sphere())
        end = solve(flow, states[-1], [0.0, 1.0], tol=tol).x.data[-1]
        states.append(end / np.linalg.norm(end, axis=-1, keepdims=True))
    return np.stack(states)


def _angles(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Angles between tokens of equal place, from the half chord: exact where they are small."""
    return 2 * np.arcsin(np.clip(np.linalg.norm(x - y, axis=-1) / 2, 0.0, 1.0))


def _cosines(u: np.ndarray) -> np.ndarray:
    n = u.shape[-2]
    total = (u.sum(axis=-2) ** 2).sum(axis=-1)
    return (total - n) / max(1, n * (n - 1))


def _first(where: np.ndarray) -> float:
    return float(np.argmax(where)) if where.any() else np.nan
