"""The spectrum of every head's V = W_O W_V, and what the theory makes of it.

Theorem 4.2 of arXiv:2305.05465: for a good triple (Q, K, V), that is a leading eigenvalue of V
which is real, positive, simple and larger than all others in modulus, with an eigenvector phi that
attracts, <Q phi, K phi> > 0, rescaled tokens approach at most three parallel hyperplanes.
"""

from collections.abc import Callable

import numpy as np
import xarray as xr

from tokenflock.pretrained.attention_heads.factors import Factors, effective_beta, factors_of
from tokenflock.pretrained.model import Model

REAL = 1e-9  # relative to the modulus: below, an imaginary part is rounding
KINDS = {
    "good triple": "at most three parallel hyperplanes (arXiv:2305.05465, Theorem 4.2)",
    "real, repelling": "no theorem: the leading direction is not simple or repels itself",
    "real negative": "no theorem: the largest eigenvalue is negative",
    "complex, growing": "no theorem: a complex pair of positive real part leads",
    "complex, shrinking": "no theorem: a complex pair of negative real part leads",
}


def outside_theorem(model: Model) -> str:
    """What a model has that Theorem 4.2 does not speak of, as the end of a sentence."""
    heads = model.layer(0).heads
    found = [
        words for words, there in (
            ("a mask", model.mask != "full" or bool(model.masks)),
            ("rotary positions", heads.frequencies is not None),
            ("norms of queries and keys", heads.q_norm is not None),
            ("a bias by distance", heads.bias is not None),
            ("capped logits", heads.cap is not None),
        ) if there
    ]  # fmt: skip
    return f"; of {', '.join(found)}, as here, it does not speak" if found else ""


def head_spectra(
    model: Model,
    *,
    fold: bool = True,
    sums: bool = True,
    progress: Callable[[int], None] | None = None,
) -> xr.Dataset:
    """Eigenvalues and their meaning for every head (layer, head), of stored layers only.

    `real` and `imag` (layer, head, eigenvalue) are sorted by modulus, the leading one first;
    `sum_real` and `sum_imag`, with `sums`, are those of the sum over the heads of a layer, a
    problem of size d.
    """
    depths = [model.order.index(k) for k in model.stored]
    rows = []
    for done, depth in enumerate(depths):
        f = factors_of(model, depth, fold=fold)
        one = _spectra_of_heads(f)
        rows.append(one.merge(_spectrum_of_sum(f)) if sums else one)
        if progress is not None:
            progress(done + 1)
    table = xr.concat(rows, "layer").assign_coords(layer=depths, head=np.arange(model.config.heads))
    return table.assign_attrs(model=model.name, family=model.family, folded=int(fold))


def _spectra_of_heads(f: Factors) -> xr.Dataset:
    values, leading = _by_modulus(f)
    attraction = _attraction(f, leading)
    # Words as objects: Zarr has no settled form for strings of fixed length.
    kinds = np.array([_kind(*pair) for pair in zip(values, attraction, strict=True)], object)
    heads = ("head",)
    return xr.Dataset(
        {
            "real": (("head", "eigenvalue"), values.real),
            "imag": (("head", "eigenvalue"), values.imag),
            "attraction": (heads, attraction),
            "positive_share": (heads, (values.real > 0).mean(axis=-1)),
            "beta": (heads, effective_beta(f)),
            "kind": (heads, kinds),
        }
    )


def _spectrum_of_sum(f: Factors) -> xr.Dataset:
    total = np.linalg.eigvals(f.value_sum())
    total = total[np.argsort(-np.abs(total))]
    parts = {"sum_real": total.real, "sum_imag": total.imag}
    return xr.Dataset({name: ("sum_eigenvalue", part) for name, part in parts.items()})


def _by_modulus(f: Factors) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues (heads, r), the largest modulus first, and leading eigenvectors (heads, d)."""
    values, vectors = np.linalg.eig(f.V @ f.O)
    # Of a conjugate pair, the one above the axis.
    order = np.lexsort((-values.imag, -np.abs(values).round(12)), axis=-1)
    values = np.take_along_axis(values, order, axis=-1)
    first = np.take_along_axis(vectors, order[:, None, :1], axis=-1)[..., 0]
    # W_V W_O y = lambda y makes W_O y an eigenvector of W_O W_V.
    phi = np.einsum("hdr,hr->hd", f.O, first)
    norms = np.linalg.norm(phi, axis=-1, keepdims=True)
    return values.astype(complex), phi / np.where(norms > 0, norms, 1.0)


def _attraction(f: Factors, phi: np.ndarray) -> np.ndarray:
    """<Q phi, K phi> scale for unit phi, the real part where phi is complex."""
    q, k = (np.einsum("hrd,hd->hr", m, phi) for m in (f.Q, f.K))
    return f.scale * (q.conj() * k).sum(axis=-1).real


def _kind(values: np.ndarray, attraction: float) -> str:
    first = values[0]
    if abs(first.imag) > REAL * abs(first):
        return "complex, growing" if first.real > 0 else "complex, shrinking"
    if first.real <= 0:
        return "real negative"
    simple = len(values) == 1 or abs(values[1]) < (1 - REAL) * abs(first)
    return "good triple" if simple and attraction > 0 else "real, repelling"
