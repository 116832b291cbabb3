"""What may happen to the files of a store."""

import json
import random


def flipped(data):
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


# Bytes before, bytes after; None where the file is gone.
HARMS = {
    "flipped": flipped, "cut off": lambda data: data[: len(data) // 2],
    "emptied": lambda data: b"", "removed": lambda data: None,
    "a list": lambda data: b"[1, 2]", "a number": lambda data: b"7",
    "no fields": lambda data: b"{}",
}  # fmt: skip
OTHERS = (None, 7, -1, 1.5, True, "x", "float32", [], [1], {})


def hurt(folder, file, harm):
    """Do harm to a file."""
    after = HARMS[harm]((folder / file).read_bytes())
    if after is None:
        (folder / file).unlink()
    else:
        (folder / file).write_bytes(after)


def changed(data, seed):
    """JSON with a value somewhere in it replaced by another, or taken out."""
    rng, found = random.Random(seed), json.loads(data)
    *way, last = rng.choice(list(places(found)))
    at = found
    for part in way:
        at = at[part]
    others = [value for value in OTHERS if value != at[last]]
    if rng.random() < 0.3:
        del at[last]
    else:
        at[last] = rng.choice(others)
    return json.dumps(found).encode()


def places(found):
    """The ways to all values in JSON."""
    inside = found.items() if isinstance(found, dict) else enumerate(found)
    for name, value in inside:
        yield (name,)
        if isinstance(value, dict | list):
            yield from ((name, *rest) for rest in places(value))
