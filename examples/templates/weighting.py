"""A template for a weighting: attention by squares instead of exponentials.  Copy it, and weigh.

    w_ij ~ m_j (1 + l_ij / 2)^2,     l_ij = beta <x_i, M x_j>,     over the j that i sees.

A weighting turns scores into `rows` of weights; logits are scale * scores.  Nothing is assumed
of it that it does not say: it is evaluated in pure JAX, and its tokens are never merged.

    tokenflock run full-circle --weighting squares --use weighting.py
"""

import jax.numpy as jnp

import tokenflock as tkf


class Squares(tkf.Weighting, name="squares"):
    """Weights (1 + l / 2)^2, rows that sum to one."""

    def rows(self, scores, scale, seen, masses):
        w = jnp.where(seen, (1 + scale * scores / 2) ** 2, 0.0)
        w = w if masses is None else w * masses
        return w / w.sum(axis=-1, keepdims=True)


if __name__ == "__main__":
    for weighting in ("softmax", "squares"):
        run = tkf.simulate(tkf.Spec(n=32, beta=4.0, weighting=weighting))
        print(weighting, tkf.count_clusters(run).data[[0, 20, 100]])
