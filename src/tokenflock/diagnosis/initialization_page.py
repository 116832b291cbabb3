"""The trainability diagram as one HTML page that stands alone."""

import html
from functools import partial

from tokenflock.diagnosis.initialization import Trainability
from tokenflock.diagnosis.page import figure_of, page_of
from tokenflock.plots.diagnosis import EXPONENTS, exponent_figure

CAPTION = (
    "Exponents per layer of random networks of this architecture over the gain σ√d of their "
    "weights; black: zero. Star: the initialization of the configuration. Networks train near "
    "λ_a = λ_g = 0 (arXiv:2403.02579); above the dashed line logits spread by more than √(2 log n) "
    "and attention picks single tokens (arXiv:2505.24333)."
)


def initialization_page(found: Trainability) -> str:
    """The page of a diagram: sentences, then the figure."""
    a, about = found.architecture, found.table.attrs
    sizes = (
        f"{a.depth} layers, {a.heads} heads, d = {a.d}, norms "
        f"{'after' if a.norm_after else 'before'}, σ = {a.sigma:g}. Networks drawn: width "
        f"{about['width']}, {about['depth']} layers, {about['tokens']} tokens, the same gains."
    )
    told = "".join(f'<li class="finding">{html.escape(one)}</li>' for one in found.sentences())
    return page_of(
        title=f"Trainability of {a.name}",
        summary=f"<p>{html.escape(sizes)}</p>",
        findings=f'<ul class="findings">{told}</ul>',
        figures="".join(
            figure_of(title, CAPTION, partial(exponent_figure, found.table, name))
            for name, (_, title) in EXPONENTS.items()
        ),
    )
