"""The API reference: one page per group of public names, read off the package itself."""

import importlib
import inspect
from pathlib import Path

import tokenflock
from extension.docstrings import inline
from tokenflock.spec import Spec

# Title, what is in it, and the packages whose public names it holds.
GROUPS = {
    "doors": ("The two doors", "Specs, flows, paths and files.",
              ("spec", "simulation", "integrate", "results", "errors")),
    "fields": ("Vector fields", "What solvers follow: flows, tangent flows, noise, your own.",
               ("fields",)),
    "attention": ("Attention", "Masks, weightings, positions, and weights that change.",
                  ("attention",)),
    "spaces": ("Spaces", "Where tokens live, and how they are normalized.", ("spaces",)),
    "observables": ("Observables", "What a configuration, a path or an ensemble shows.",
                    ("observables",)),
    "analysis": ("Analysis", "Verdicts, linearization, sensitivity, exponents, the master "
                 "equation.", ("analysis",)),
    "sweeps": ("Sweeps", "Many runs in one store.", ("sweeps",)),
    "claims": ("Claims", "A statement of a paper as a number with a bound.", ("papers",)),
}  # fmt: skip
# Packages that are public as they are.
PACKAGES = {
    "pretrained": ("Pretrained models", "Checkpoints, their passes and heads, and what can be "
                   "taken away: `tkf.pretrained`."),
    "theory": ("Theory", "Closed forms, counts and rates to compare with: `tkf.theory`."),
    "plots": ("Plots", "Functions that draw labeled data on given axes: `tkf.plots`."),
}  # fmt: skip


def write(folder: Path) -> None:
    """Write all pages of the reference into a folder."""
    folder.mkdir(exist_ok=True)
    pages = {key: _public(*group) for key, group in _groups().items()}
    pages |= {key: _module(key, *about) for key, about in PACKAGES.items()}
    pages["index"] = _index(list(pages))
    for name, text in pages.items():
        _write(folder / f"{name}.rst", text)


def _write(path: Path, text: str) -> None:
    # An equal file keeps its date, so that Sphinx need not read it again.
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def _groups() -> dict[str, tuple[str, str, tuple[str, ...]]]:
    """The groups, with a last one for packages that were placed in none."""
    placed = {package for *_, packages in GROUPS.values() for package in packages} | set(PACKAGES)
    rest = tuple(dict.fromkeys(p for p in map(_package, tokenflock._PUBLIC) if p not in placed))
    return GROUPS | ({"more": ("More", "Everything else.", rest)} if rest else {})


def _package(module: str) -> str:
    """The package of a module, both named as below tokenflock."""
    return module.partition(".")[0]


def _index(keys: list[str]) -> str:
    lines = ["API reference", "=============", "", ".. currentmodule:: tokenflock", ""]
    lines += [
        inline(
            "Everything public is an attribute of `tokenflock`, here `tkf`, and is "
            "imported on first use. Observables take NumPy, JAX and xarray arrays."
        ),
        "",
    ]
    return "\n".join([*lines, ".. toctree::", "   :maxdepth: 1", "", *(f"   {k}" for k in keys)])


def _public(title: str, about: str, packages: tuple[str, ...]) -> str:
    modules = [module for module in tokenflock._PUBLIC if _package(module) in packages]
    names = [name for module in modules for name in tokenflock._PUBLIC[module]]
    return _page(title, about, "tokenflock", names)


def _module(name: str, title: str, about: str) -> str:
    module = importlib.import_module(f"tokenflock.{name}")
    return _page(title, about, module.__name__, sorted(module.__all__))


def _page(title: str, about: str, module: str, names: list[str]) -> str:
    head = [title, "=" * len(title), "", inline(about), "", f".. currentmodule:: {module}", ""]
    rows = [line for name in names for line in _row(module, name)]
    table = [".. list-table::", "   :widths: 30 70", "   :class: names", "", *rows, ""]
    entries = [line for name in names for line in _entry(module, name)]
    return "\n".join([*head, *table, *entries]) + "\n"


def _value(module: str, name: str) -> object:
    value: object = importlib.import_module(module)
    for part in name.split("."):
        value = getattr(value, part)
    return value


def _row(module: str, name: str) -> list[str]:
    """A line of the table: the name, and the first sentence of its docstring."""
    link = f":py:obj:`{name} <{module}.{name}>`"
    return [f"   * - {link}", f"     - {inline(first_sentence(_value(module, name)))}"]


def first_sentence(value: object) -> str:
    """What a docstring begins with, up to its first full stop or formula."""
    text = (inspect.getdoc(value) or "").split("\n\n")[0].replace("\n", " ")
    return text.split(".  ")[0].split(". ")[0].rstrip(".,:") + "."


def _entry(module: str, name: str) -> list[str]:
    value, full = _value(module, name), f"{module}.{name}"
    if inspect.isclass(value) and issubclass(value, Exception):
        return [f".. autoexception:: {full}", ""]
    if inspect.isclass(value):
        fields = "(**fields)" if value is Spec else ""  # a table tells them
        return [f".. autoclass:: {full}{fields}", *_members(value), "", *_fields(value)]
    if callable(value) and hasattr(value, "__name__"):
        return [f".. autofunction:: {full}", ""]
    return [f".. py:data:: {name}", "", f"   {inline(first_sentence(value))}", ""]


def _members(kind: type) -> list[str]:
    own = {n for c in kind.__mro__ if c.__module__.startswith("tokenflock") for n in vars(c)}
    shown = [n for n in sorted(own) if _is_told(kind, n)]
    return [f"   :members: {', '.join(shown)}"] if shown else []


def _is_told(kind: type, name: str) -> bool:
    """Whether a member is a public one that says something of its own."""
    if name == "__call__":
        return True
    value = getattr(kind, name)
    is_part = isinstance(value, property) or (callable(value) and not inspect.isclass(value))
    return not name.startswith("_") and is_part and bool(value.__doc__)


def _fields(kind: type) -> list[str]:
    """The table of the fields of a spec."""
    if kind is not Spec:
        return []
    rows = [".. list-table:: Fields of a spec", "   :header-rows: 1", "   :widths: 16 16 68", "",
            "   * - field", "     - default", "     - meaning"]  # fmt: skip
    for name, field in Spec.model_fields.items():
        rows += [f"   * - ``{name}``", f"     - ``{field.default!r}``",
                 f"     - {inline(field.description or '')}"]  # fmt: skip
    return [*rows, ""]
