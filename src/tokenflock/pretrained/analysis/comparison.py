"""Where the flow that the heads predict and the states of the real model part ways.

Between the model and the theory stand its parts: the MLP, the second norm, the biases, the size of
a step.  They are taken away one by one, and each time the same sentence is followed.
"""

from collections.abc import Callable

import numpy as np
import xarray as xr
from jaxtyping import Bool, Float, Int

from tokenflock.fields.flow import Flow
from tokenflock.integrate import solve
from tokenflock.observables import alignment
from tokenflock.observables.configuration import angle
from tokenflock.pretrained.ablations import attention_only, without_bias, without_mlp
from tokenflock.pretrained.attention_heads.attention import attention_of, unit_tokens
from tokenflock.pretrained.forward_pass.whole_pass import forward
from tokenflock.pretrained.model import Model
from tokenflock.spaces import Sphere

APART = 0.5  # radians between a token and its prediction: from here on they have parted

VERSIONS: dict[str, Callable[[Model], Model]] = {
    "model": lambda model: model,
    "without MLP": without_mlp,
    "attention only": attention_only,
    "attention, no biases": lambda model: without_bias(attention_only(model)),
}


def compare(
    model: Model,
    ids: Int[np.ndarray, " n"],
    *,
    tol: float = 1e-6,
    progress: Callable[[int], None] | None = None,
) -> xr.Dataset:
    """Angles between each version's tokens and the model's, by depth.

    `angle` (version, time) is the mean over tokens, in radians; `cosine` (version, time) the mean
    cosine between tokens of one version; `parted` (version) the first depth with an angle above
    0.5, nan if there is none.  The last version is the flow of the heads on the sphere.
    `progress` is called with the number of versions done.
    """
    paths = {}
    for done, (name, change) in enumerate(VERSIONS.items()):
        paths[name] = unit_tokens(model, forward(change(model), ids, matrices=False).x.data)
        if progress is not None:
            progress(done + 1)
    paths["flow of the heads"] = flow_path(model, paths["model"][0], tol=tol)
    x = np.stack(list(paths.values()))
    apart = angle(x, x[:1]).mean(axis=-1)
    return xr.Dataset(
        {
            "x": (("version", "time", "token", "coord"), x),
            "angle": (("version", "time"), apart),
            "cosine": (("version", "time"), alignment(x)),
            "parted": (("version",), [_first(row > APART) for row in apart]),
        },
        coords={
            "version": np.array(list(paths), object),
            "time": np.arange(x.shape[1], dtype=float),
        },
        attrs={"model": model.name, "apart": APART},
    )


def flow_path(
    model: Model, start: Float[np.ndarray, "n d"], *, tol: float
) -> Float[np.ndarray, "states n d"]:
    """The path (depth + 1, n, d) of the heads' flow on the sphere, one unit of time per layer."""
    states = [start]
    for depth in range(len(model.order)):
        flow = Flow(attention_of(model, depth), Sphere())
        end = solve(flow, states[-1], [0.0, 1.0], tol=tol).x.data[-1]
        states.append(end / np.linalg.norm(end, axis=-1, keepdims=True))
    return np.stack(states)


def _first(where: Bool[np.ndarray, " time"]) -> float:
    """The index of the first True, nan if there is none."""
    return float(np.argmax(where)) if where.any() else np.nan
