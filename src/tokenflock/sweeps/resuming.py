"""Continue a sweep in its store: what differs, and what may be added to it."""

from typing import Any

from tokenflock.errors import InputError
from tokenflock.sweeps.axes import Axis
from tokenflock.sweeps.sweep import Sweep


def continued(stored: Sweep, sweep: Sweep, url: str, *, extend: bool) -> Sweep:
    """The sweep to go on with: the stored one, or with `extend` the larger one on its plan."""
    sweep = sweep.model_copy(update={"plan": stored.plan})
    if sweep == stored:
        return stored
    if not extend:
        raise _different(
            url, differences(stored, sweep),
            "Name another store, or add new values or seeds to this one (--extend, `extend=True`).",
        )  # fmt: skip
    larger = sweep.model_copy(update={"plan": stored.chunks})
    obstacles = _obstacles(stored, larger)
    if obstacles:
        raise _different(
            url, obstacles, "Only new values at the end of axes, or new seeds, can be added."
        )
    return Sweep(**larger.model_dump(exclude_none=True))


def _different(url: str, phrases: list[str], advice: str) -> InputError:
    return InputError(f"`{url}` was made by a different sweep: {'; '.join(phrases)}. {advice}")


def differences(a: Sweep, b: Sweep) -> list[str]:
    """What distinguishes two sweeps, one phrase for each difference."""
    phrases = []
    for name in Sweep.model_fields:
        old, new = getattr(a, name), getattr(b, name)
        if old == new or name in ("plan", "title", "name"):
            continue
        if name == "axes":
            phrases += _axes_differences(old, new)
        elif isinstance(old, dict):
            phrases += [
                f"`{name}.{key}` is {_short(old.get(key))} there and {_short(new.get(key))} here"
                for key in {**old, **new}
                if old.get(key) != new.get(key)
            ]
        else:
            phrases.append(f"`{name}` is {_short(old)} there and {_short(new)} here")
    return phrases or ["its name or title"]


def _axes_differences(old: tuple[Axis, ...], new: tuple[Axis, ...]) -> list[str]:
    there, here = ({ax.dim: ax for ax in axes} for axes in (old, new))
    phrases = [f"the axis `{dim}` is only there" for dim in there if dim not in here]
    phrases += [f"the axis `{dim}` is only here" for dim in here if dim not in there]
    phrases += [
        f"the axis `{dim}` has {_values(there[dim])} there and {_values(here[dim])} here"
        for dim in there
        if dim in here and there[dim] != here[dim]
    ]
    return phrases or ["the axes stand in another order"]


def _values(axis: Axis) -> str:
    values = next(iter(axis.fields.values()))
    ends = f"{_short(values[0])} ... {_short(values[-1])}" if len(values) > 1 else _short(values[0])
    return f"{len(values)} value{'s' * (len(values) > 1)} ({ends})"


def _short(value: Any) -> str:
    if isinstance(value, tuple) and len(value) > 4:
        return f"{len(value)} values ({value[0]} ... {value[-1]})"
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _obstacles(old: Sweep, new: Sweep) -> list[str]:
    """Why `new` is not `old` with values added at the end; nothing if it is."""
    same = {"axes": old.axes, "seeds": old.seeds, "name": old.name, "title": old.title}
    rest = new.model_copy(update=same | {"plan": old.plan})
    if rest != old:
        return differences(old, rest)
    if [ax.dim for ax in old.axes] != [ax.dim for ax in new.axes]:
        return _axes_differences(old.axes, new.axes)
    pairs = zip(old.axes, new.axes, old.chunks, strict=False)
    found = [why for before, after, chunk in pairs for why in _axis_obstacle(before, after, chunk)]
    return found + _seed_obstacle(old, new)


def _axis_obstacle(old: Axis, new: Axis, chunk: int) -> list[str]:
    begins = all(
        set(old.fields) == set(new.fields) and new.fields[name][: old.size] == values
        for name, values in old.fields.items()
    )
    if not begins or (old.names and (new.names or ())[: old.size] != old.names):
        return [f"the axis `{old.dim}` does not begin with the values of the store"]
    return _misfit(old.dim, old.size, new.size, chunk)


def _seed_obstacle(old: Sweep, new: Sweep) -> list[str]:
    if old.seeds == new.seeds:
        return []
    if old.seeds.first != new.seeds.first or new.seeds.count < old.seeds.count:
        return ["`seeds` do not begin with those of the store"]
    if any(measure.reduced for measure in old.measure.values()):
        return ['seeds were reduced to statistics; only `keep = ["all"]` can take more of them']
    return _misfit("seeds", old.seeds.count, new.seeds.count, old.chunks[-1])


def _misfit(what: str, old: int, new: int, chunk: int) -> list[str]:
    """A chunk that is not full would be written twice."""
    if old == new or old % chunk == 0:
        return []
    return [f"`{what}` has {old} values in batches of {chunk}, and the last batch is not full"]
