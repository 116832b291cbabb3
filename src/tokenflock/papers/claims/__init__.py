"""Claims: what the literature states, one file each, with what we measured.

causal          arXiv:2411.04990            emergence   arXiv:2305.05465 and the slides on it
perspective     arXiv:2312.10794            metastability   arXiv:2410.06833
beyond          the survey arXiv:2512.01868 and everything else
recent          papers of 2024 to 2026, many known by their abstracts
"""

import importlib
import importlib.util
import pkgutil
import sys
from pathlib import Path

from tokenflock.errors import InputError, did_you_mean
from tokenflock.papers.claims.claim import Check, Claim, Effort, Finding

__all__ = ["Check", "Claim", "Effort", "Finding", "all_claims", "claim", "names", "selection"]

RENAMED = {"normalisation-table": "normalization-table"}


def _modules() -> dict[str, str]:
    """The module of every claim, by the claim's name: the file's, with dashes."""
    found = pkgutil.walk_packages(__path__, f"{__name__}.")
    depth = __name__.count(".") + 2  # files of the folders of papers, not this folder's own
    files = (module.name for module in found if module.name.count(".") == depth)
    return {name.rpartition(".")[2].replace("_", "-"): name for name in sorted(files)}


def names() -> tuple[str, ...]:
    """The names of all claims."""
    return tuple(_modules())


def claim(name: str) -> Claim:
    """The claim of a name, or in a Python file of one's own."""
    if name.endswith(".py"):
        return _in_file(Path(name))
    modules = _modules()
    if name in RENAMED:
        raise InputError(f"The claim {name!r} is now called {RENAMED[name]!r}.")
    if name not in modules:
        raise InputError(
            f"There is no claim {name!r}.{did_you_mean(name, modules)} "
            "`tokenflock check --list` shows all of them; a claim of your own is a file in .py."
        )
    found: Claim = importlib.import_module(modules[name]).CLAIM
    return found


def _in_file(path: Path) -> Claim:
    """The CLAIM of a file; importing it runs it, like any script."""
    if not path.is_file():
        raise InputError(f"There is no file `{path}`. Check the path.")
    name = f"tokenflock_claim_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None  # it ends in .py
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = getattr(module, "CLAIM", None)
    if not isinstance(found, Claim):
        raise InputError(f"`{path}` must end in `CLAIM = tkf.Claim(...)`. It has none.")
    return found


def all_claims() -> tuple[Claim, ...]:
    """All claims, in the order of their papers."""
    return tuple(map(claim, names()))


def selection(listed: tuple[str, ...] = (), source: str | None = None) -> tuple[str, ...]:
    """Names and files of claims that exist: those listed, those of a source, or all of them."""
    if source is None:
        chosen = names() if listed in ((), ("all",)) else listed
        for name in chosen:
            claim(name)
        return chosen
    chosen = tuple(c.name for c in all_claims() if source in c.source)
    if not chosen:
        sources = sorted({c.source.split(",")[0] for c in all_claims()})
        raise InputError(f"No claim comes from {source!r}. The sources are {', '.join(sources)}.")
    return chosen
