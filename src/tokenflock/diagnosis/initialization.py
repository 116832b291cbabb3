"""The trainability diagram of an architecture: what depth does to angles and gradients at first.

    lambda_a = 1/L log (1 - rho_L) / (1 - rho_0) ,     lambda_g = 1/L log |ds/dx_0| / |ds/dx_L| ,

rho the mean cosine of tokens that nearly agree, 1 - rho_0 = 0.01, s a random linear function of the
last state after a norm.  lambda_a < 0: such tokens merge (order), > 0: they part (chaos).
lambda_g > 0: gradients explode on their way back, < 0: they vanish.  Networks train near lambda_a =
lambda_g = 0 (arXiv:2403.02579, as we read its abstract).  Where logits deviate by more than
sqrt(2 log n), attention picks single ones of tokens that do not agree (arXiv:2505.24333).

Gains are sigma sqrt(d) of the matrices: of queries and keys on one axis, of all others on the
other.  Networks are as wide as 96 at most, with the same gains; exponents are per layer.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import equinox as eqx
import numpy as np
import xarray as xr
from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp
from tokenflock.diagnosis.architecture import Architecture, read_architecture
from tokenflock.errors import InputError
from tokenflock.pretrained.forward_pass.layers import layer_output, norm_output
from tokenflock.pretrained.model import MLP, Heads, Layer, Norm

WIDTH, DEPTH, HEAD = 96, 12, 32  # at most
TINY = 1e-12
GAP = 0.01  # 1 - rho of the tokens to begin with


@dataclass(frozen=True)
class Trainability:
    """Exponents over gains (`qk_gain`, `gain`), and those of the model's own initialization."""

    table: xr.Dataset
    architecture: Architecture

    def sentences(self) -> list[str]:
        """What the model's own initialization does."""
        own, a = self.table.attrs, self.architecture
        angle, gradient = own["own_lambda_a"], own["own_lambda_g"]
        merge = np.expm1(angle * a.depth)
        grow = np.exp(np.clip(gradient * a.depth, -200, 200))
        ratio = own["own_spread"] / own["critical_spread"]
        side = "averages" if ratio < 1 else "picks single tokens"
        return [
            f"At its own initialization, sigma sqrt(d) = {a.gain:.2f}, lambda_a = {angle:+.3f} and "
            f"lambda_g = {gradient:+.3f} per layer.",
            f"Over {a.depth} layers the gap 1 - cosine of tokens that nearly agree changes by "
            f"{merge:+.0%}, and "
            f"a gradient is {grow:.2g} times as large in front of the first layer as after the "
            "last.",
            f"Logits spread by {own['own_spread']:.2g}, {ratio:.2f} times the critical "
            f"{own['critical_spread']:.2g} for {own['tokens']} tokens: attention {side}.",
        ]


def trainability(
    config: str | Path | Mapping[str, Any], *, n: int = 48, points: int = 11, seed: int = 0
) -> Trainability:
    """The diagram of the architecture of a config.json, its own initialization marked.

    `n` random tokens, `points` gains on each axis, around the model's own by factors of 2.
    """
    if not 4 <= n <= 512 or not 3 <= points <= 41:
        raise InputError(
            f"`n` must lie between 4 and 512, `points` between 3 and 41. Got {n}, {points}."
        )
    a = read_architecture(config)
    gains = np.geomspace(min(a.gain, 1.0) / 4, 8 * max(a.gain, 0.5), points)
    network = _Network.drawn(a, n, seed)
    pairs = [(qk, g) for qk in gains for g in gains] + [(a.gain, a.gain)]
    found = np.array(network.exponents(jnp.asarray(pairs)))
    own, grid = found[-1], found[:-1].reshape(points, points, -1)
    dims = ("qk_gain", "gain")
    names = ("lambda_a", "lambda_g", "spread")
    table = xr.Dataset(
        {name: (dims, grid[..., k]) for k, name in enumerate(names)},
        coords={"qk_gain": gains, "gain": gains},
        attrs={f"own_{name}": float(own[k]) for k, name in enumerate(names)}
        | {"critical_spread": float(np.sqrt(2 * np.log(n))), "tokens": n,
           "model": a.name, "own_gain": a.gain, "seed": seed, "width": network.x.shape[1],
           "depth": network.depth},
    )  # fmt: skip
    return Trainability(table, a)


class _Network(eqx.Module):
    """Matrices of unit gain for every layer, tokens to begin with, and a direction to ask about."""

    heads: dict[str, Array]
    mlp: dict[str, Array]
    x: Float[Array, "n d"]
    probe: Float[Array, "n d"]
    visible: Array
    stretch: float = eqx.field(static=True)  # sqrt(hidden / d) of the architecture
    activation: str = eqx.field(static=True)
    norm_after: bool = eqx.field(static=True)
    centered: bool = eqx.field(static=True)

    @classmethod
    def drawn(cls, a: Architecture, n: int, seed: int) -> "_Network":
        rng = np.random.default_rng(seed)
        r = min(HEAD, a.d // a.heads)
        d = max(r, min(a.d, WIDTH) // r * r)
        depth, count, hidden = min(a.depth, DEPTH), d // r, 2 * d

        def normal(*shape: int) -> Array:
            """Entries of deviation 1 / sqrt(fan in), the last axis."""
            return jnp.asarray(rng.normal(size=(depth, *shape)) / shape[-1] ** 0.5)

        heads = {name: normal(count, r, d) for name in ("W_Q", "W_K", "W_V")}
        # The heads together are one matrix of fan in count r = d.
        heads["W_O"] = jnp.asarray(rng.normal(size=(depth, count, d, r)) / d**0.5)
        mlp = {"W_in": normal(hidden, d), "W_out": normal(d, hidden)}
        seen = np.tri(n, dtype=bool) if a.causal else np.ones((n, n), bool)
        x = (1 - GAP) ** 0.5 * rng.normal(size=(1, d)) + GAP**0.5 * rng.normal(size=(n, d))
        return cls(
            heads, mlp, jnp.asarray(x), jnp.asarray(rng.normal(size=(n, d))),
            jnp.asarray(seen)[None], (a.hidden / a.d) ** 0.5, a.activation, a.norm_after,
            a.centered,
        )  # fmt: skip

    @property
    def depth(self) -> int:
        return int(self.mlp["W_in"].shape[0])

    @eqx.filter_jit
    def exponents(self, gains: Float[Array, "cases 2"]) -> Float[Array, "cases 3"]:
        """lambda_a, lambda_g and the deviation of logits for each pair of gains."""
        return jax.lax.map(lambda pair: self._one(pair[0], pair[1]), gains)

    def _one(self, qk: Float[Array, ""], gain: Float[Array, ""]) -> Float[Array, " 3"]:
        start = norm_output(self._norm(), self.x)
        end, back = jax.vjp(lambda x: self._run(x, qk, gain), start)
        # Asked about what a norm makes of the last state: else a norm after would seem to forget.
        (last,) = jax.vjp(lambda x: norm_output(self._norm(), x), end)[1](self.probe)
        (gradient,) = back(last)
        gap = [jnp.log(jnp.maximum(1 - _cosine(x), TINY)) for x in (start, end)]
        growth = jnp.log(jnp.linalg.norm(gradient) / jnp.linalg.norm(last))
        return jnp.stack([(gap[1] - gap[0]) / self.depth, growth / self.depth, qk**2])

    def _run(
        self, x: Float[Array, "n d"], qk: Float[Array, ""], gain: Float[Array, ""]
    ) -> Float[Array, "n d"]:
        def step(
            x: Float[Array, "n d"], weights: tuple[dict[str, Array], dict[str, Array]]
        ) -> tuple[Float[Array, "n d"], None]:
            return layer_output(self._layer(*weights, qk, gain), x, self.visible)[0], None

        return jax.lax.scan(step, x, (self.heads, self.mlp))[0]

    def _layer(
        self, heads: dict[str, Array], mlp: dict[str, Array], qk: Float[Array, ""],
        gain: Float[Array, ""],
    ) -> Layer:  # fmt: skip
        r = heads["W_Q"].shape[1]
        none: dict[str, None] = dict.fromkeys(("b_Q", "b_K", "b_V", "b_O"))
        norm = self._norm()
        return Layer(
            Heads(
                qk * heads["W_Q"], qk * heads["W_K"], gain * heads["W_V"], gain * heads["W_O"],
                **none, kept=jnp.ones(len(heads["W_Q"])), scale=jnp.asarray(r**-0.5),
            ),
            MLP(
                gain * mlp["W_in"], None, gain * self.stretch * mlp["W_out"], None, None,
                self.activation,
            ),
            norm, norm, self.norm_after,
        )  # fmt: skip

    def _norm(self) -> Norm:
        return Norm(jnp.ones(self.x.shape[1]), None, 1e-6, self.centered)


def _cosine(x: Float[Array, "n d"]) -> Float[Array, ""]:
    """The mean cosine over pairs of different tokens."""
    n = x.shape[0]
    u = x / jnp.maximum(jnp.linalg.norm(x, axis=-1, keepdims=True), TINY)
    return (jnp.square(u.sum(axis=0)).sum() - n) / (n * (n - 1))
