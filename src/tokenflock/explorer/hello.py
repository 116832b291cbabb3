"""What a page is told first: the schema of its controls, the presets, the spaces, the limits."""

from typing import TYPE_CHECKING, Any

from tokenflock.explorer import controls
from tokenflock.explorer.limits import Limits
from tokenflock.explorer.story import ABOUT, story
from tokenflock.papers import bibliography
from tokenflock.spaces import record_of
from tokenflock.spec import Spec
from tokenflock.spec.presets import PRESETS, preset
from tokenflock.spec.vocabulary import words

if TYPE_CHECKING:
    from tokenflock.explorer.heads import ModelHeads


def hello(
    limits: Limits, first: str | Spec, is_opened: bool, heads: "ModelHeads | None" = None
) -> dict[str, Any]:
    """The first message of a live page, which can be asked for presets and other runs."""
    listed = [] if heads is None else heads.presets()
    return common(preset_message(first, heads)) | {
        "presets": [*listed, *(preset_message(name) for name in PRESETS)],
        "opened": is_opened,
        "limits": {"tokens": limits.tokens, "rows": limits.rows, "solves": limits.solves},
    }


def common(first: dict[str, Any]) -> dict[str, Any]:
    """The first message of any page: what it needs even if nobody answers it."""
    return {
        "type": "hello",
        "schema": controls.schema(),
        "contrasts": [{"title": t, "change": c} for t, c in controls.CONTRASTS.items()],
        "command": controls.copied_command(),
        "unit_spaces": unit_spaces(),
        "story": story(),
        "first": first,
        "presets": [],
        "opened": False,
        "limits": {},
    }


def unit_spaces() -> list[str]:
    """The names of the spaces whose tokens have norm one."""
    names = dict.fromkeys(word.partition(":")[0] for word in words("space"))
    return [name for name in names if record_of(name).unit]


def preset_message(first: str | Spec, heads: "ModelHeads | None" = None) -> dict[str, Any]:
    """A preset, a head of a model or a spec as the page opens it."""
    if isinstance(first, Spec):
        return {"name": None, "title": "", "spec": controls.fields_of(first)}
    if first in PRESETS or heads is None:
        spec = controls.fields_of(preset(first))
        bibtex = bibliography.bibtex(bibliography.behind_preset(first))
        about = {"name": first, "title": PRESETS[first][0], "about": ABOUT[first]}
        return about | {"spec": spec, "bibtex": bibtex}
    spec = controls.fields_of(heads.spec(first))
    return {"name": first, "title": heads.title, "spec": spec, "words": heads.words}
