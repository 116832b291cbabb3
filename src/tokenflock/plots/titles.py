"""The parameters of a run in one line."""

import json
from typing import Any

import xarray as xr

from tokenflock.spec.vocabulary import is_layered


def run_title(run: xr.Dataset) -> str:
    """The parameters of a run in one line: n, d, beta, space, mask, seed."""
    x = run["x"]
    about = run.attrs | x.attrs
    parts = [f"$n = {x.sizes['token']}$", f"$d = {x.sizes['coord']}$"]
    if "beta" in about:
        parts.append(rf"$\beta = {about['beta']:g}$")
    parts += [f"{about['mask']} attention"] if "mask" in about else []
    parts += [about["space_title"]] if about.get("space_title") else []
    spec = json.loads(about.get("spec", "{}"))
    parts += _matrices(spec) + _laws(spec)
    parts += [f"seed {about['seed']}"] if "seed" in about else []
    return ",  ".join(parts)


def _matrices(spec: dict[str, Any]) -> list[str]:
    symbols = {"qk": r"Q^\top\! K", "ov": "V"}
    given = {name: spec[name] for name in symbols if name in spec}
    return [
        f"${symbols[name]} = {_scalar(value)}I$" if isinstance(value, int | float)
        else f"{value} ${symbols[name]}$" if isinstance(value, str)
        else f"given ${symbols[name]}$"
        for name, value in given.items()
    ]  # fmt: skip


def _laws(spec: dict[str, Any]) -> list[str]:
    """What distinguishes a spec from softmax attention in continuous time without noise."""
    weighting = spec.get("weighting", "softmax").replace(":", ", ")
    parts = [] if weighting == "softmax" else [f"{weighting} weights"]
    parts += [spec["position"].replace(":", " ")] if "position" in spec else []
    parts += (
        [f"MLP {spec['mlp']}" if isinstance(spec["mlp"], str) else "MLP"] if "mlp" in spec else []
    )
    parts += [f"{name} term" for name in ("linear", "external") if name in spec]
    kind = spec.get("noise", "token").replace("token", "").replace("-", " ")
    noise = rf"{kind} noise $\kappa = {spec.get('kappa', 0.0):g}$".lstrip()
    parts += [noise] if "kappa" in spec else []
    method = spec.get("method", "auto")
    return parts + ([method.replace("-", " ")] if is_layered(method) else [])


def _scalar(value: float) -> str:
    return {1.0: "", -1.0: "-"}.get(value, rf"{value:g}\,")
