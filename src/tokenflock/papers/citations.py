"""What to cite for a preset, a spec file, a claim, a figure or a paper."""

from collections.abc import Callable, Iterator
from pathlib import Path

from tokenflock.errors import InputError, did_you_mean
from tokenflock.papers import bibliography, claims, figures
from tokenflock.papers.bibliography import Work
from tokenflock.spec import Spec
from tokenflock.spec.presets import PRESETS

Cited = Iterator[tuple[str, Work]]


def works_behind(name: str) -> Cited:
    """The works behind one name, each with the reason; a name may be of several kinds."""
    if Path(name).suffix in (".toml", ".json"):
        return bibliography.behind_spec(name, Spec.from_file(Path(name)))
    if work := bibliography.numbered(name.removeprefix("arXiv:")):
        return iter([(name, work)])
    kinds = [read for known, read in _KINDS if name in known()]
    if not kinds:
        raise _unknown(name)
    return (pair for read in kinds for pair in read(name))


def _of_claim(name: str) -> Cited:
    claim = claims.claim(name)
    yield from ((f"claim {name}: {claim.source}", w) for w in bibliography.named_in(claim.source))
    for spec in claim.systems(claims.Effort(quick=True)):
        yield from bibliography.behind_spec(name, spec)


def _of_figure(name: str) -> Cited:
    source = figures.figure(name).source
    yield from ((f"figure {name}: {source}", work) for work in bibliography.named_in(source))


_KINDS: tuple[tuple[Callable[[], tuple[str, ...]], Callable[[str], Cited]], ...] = (
    (lambda: tuple(PRESETS), bibliography.behind_preset),
    (claims.names, _of_claim),
    (figures.names, _of_figure),
)


def _unknown(name: str) -> InputError:
    valid = [known for names, _ in _KINDS for known in names()]
    return InputError(
        f"There is no preset, claim, figure or paper {name!r}.{did_you_mean(name, valid)} "
        "`tokenflock run --help`, `check --list` and `reproduce --list` show the names; a spec "
        "file ends in .toml or .json."
    )
