"""What others must know about a space, so that nobody lists spaces by name."""

from typing import Literal, NamedTuple

Metric = Literal["angle", "euclidean"]


class SpaceRecord(NamedTuple):
    """The facts about a space.

    `name` stands for it in a spec and in datasets; `unit` says whether tokens have norm one;
    `metric` whether directions or places of tokens count when they are compared; `title` stands in
    figures, empty for what goes without saying; `number` is what may stand behind a colon.
    """

    name: str
    unit: bool = False
    metric: Metric = "euclidean"
    title: str = ""
    number: str | None = None
