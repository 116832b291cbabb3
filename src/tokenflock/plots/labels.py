"""Words beside points, moved until they cover neither each other nor a point."""

from collections.abc import Iterator, Sequence
from typing import cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tokenflock.plots.letters import drawable
from tokenflock.plots.style import GRAY

SIZE = 6.5  # of the letters, in points
NEAR, FARTHEST, RING = 2.0, 72.0, 7.0  # from a point to its word; a farther word has a line to it
DIRECTIONS = 16
DOT = 2.0  # half the width of a point


def write_words(ax: Axes, places: np.ndarray, words: Sequence[str]) -> None:
    """Write a word at each place (k, 2), the first ones nearest.  Limits must have been set."""
    figure = cast(Figure, ax.figure)
    figure.draw_without_rendering()  # layout gives the axes their size
    scale = 72 / figure.dpi
    dots = scale * ax.transData.transform(places)
    room = scale * np.asarray(ax.get_window_extent().extents)
    taken = [np.array([*(dot - DOT), *(dot + DOT)]) for dot in dots]
    for place, dot, word in zip(places, dots, words, strict=True):
        shown = drawable(word.strip()) or "␣"
        box = _free(dot, _size(ax, shown, scale), taken, room)
        taken.append(box)
        offset = box[:2] - dot
        far = np.hypot(*np.maximum(0.0, np.maximum(box[:2] - dot, dot - box[2:]))) > 2 * NEAR
        line = {"arrowstyle": "-", "lw": 0.4, "color": GRAY, "shrinkA": 0.0, "shrinkB": 1.5}
        ax.annotate(
            shown, place, offset, textcoords="offset points", fontsize=SIZE, va="bottom",
            arrowprops=line if far else None, parse_math=False, annotation_clip=False,
        ).set_in_layout(False)  # fmt: skip


def _size(ax: Axes, word: str, scale: float) -> np.ndarray:
    """Width and height of a word in points."""
    text = ax.text(0.0, 0.0, word, fontsize=SIZE, va="bottom", parse_math=False)
    box = text.get_window_extent()
    text.remove()
    return scale * np.array([box.width, box.height])


def _free(
    dot: np.ndarray, size: np.ndarray, taken: Sequence[np.ndarray], room: np.ndarray
) -> np.ndarray:
    """The nearest box (left, bottom, right, top) that covers nothing, or that covers least."""
    others = np.array(taken)
    boxes = np.array(list(_candidates(dot, size)))
    covered = _overlaps(boxes, others).sum(axis=1)
    inside = (boxes[:, :2] >= room[:2]).all(axis=1) & (boxes[:, 2:] <= room[2:]).all(axis=1)
    return boxes[np.argmin(covered + np.where(inside, 0.0, size.prod()))]


def _candidates(dot: np.ndarray, size: np.ndarray) -> Iterator[np.ndarray]:
    """Boxes around a point, near ones first, to the upper right of it before others."""
    turns = np.pi / 4 + 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    for distance in np.arange(NEAR, FARTHEST, RING):
        for way in np.stack([np.cos(turns), np.sin(turns)], axis=-1):
            # The box touches a circle of this radius from outside.
            corner = dot + distance * way + size * (np.clip(way / np.sqrt(0.5), -1, 1) - 1) / 2
            yield np.concatenate([corner, corner + size])


def _overlaps(boxes: np.ndarray, others: np.ndarray) -> np.ndarray:
    """The areas that boxes (a, 4) have in common with others (b, 4)."""
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    area: np.ndarray = np.clip(high - low, 0.0, None).prod(axis=-1)
    return area
