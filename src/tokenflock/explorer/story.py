"""The guided story of the page: a few steps for those who are new, each bound to a system.

A step opens a preset with some fields changed, says what is seen, offers one thing to do, and says
what that shows.  `tests/explorer/test_story.py` runs every step and checks what it says.
"""

from dataclasses import asdict, dataclass, field
from typing import Any

from tokenflock.explorer.controls import fields_of
from tokenflock.spec import Spec
from tokenflock.spec.presets import PRESETS

Fields = dict[str, Any]

# One sentence for each preset: what moves, and what to try.
ABOUT = {
    "causal-circle": "200 tokens on a circle, each pulled by the ones before it that it resembles, "
    "gather in clusters that then hardly move. Try: drag a token, or raise β.",
    "full-circle": "The same 200 tokens, but now each sees all others, not only those before it. "
    "Try: lower β and watch how many clusters are left.",
    "kuramoto": "With β = 0 every token listens to all others alike and all of them agree: "
    "Kuramoto's oscillators. Try: raise β a little.",
    "sphere": "64 tokens on a sphere attract each other and end at one point. "
    "Try: drag a token, or turn the sphere.",
    "five-tokens": "Five tokens merge one by one, with long waits in between. "
    "Try: press play, then raise β to wait longer.",
    "staircase": "Merge after merge, each after a wait many times as long as the one before. "
    "Try: scrub through 80 decades of time.",
    "orthogonal": "32 tokens that start at right angles keep equal angles while they close in, so "
    "one number tells it all. Try: compare it with the orange curve of theory.",
    "two-points": "The largest eigenvalue of V decides: tokens go to the two ends of its axis "
    "(crosses). Try: drag an eigenvalue in the spectrum of V.",
    "polytope": "Tokens in the plane, seen at a scale that follows them, go to the corners of a "
    "polygon. Try: another seed.",
    "hyperplanes": "Seen at the scale of the largest eigenvalue of V, tokens go to a few parallel "
    "lines. Try: drag an eigenvalue in the spectrum of V.",
    "boolean": "On a line attention becomes Boolean: in the end each token looks at one end only. "
    "Try: watch the rows of the attention matrix.",
}


@dataclass(frozen=True)
class Step:
    """A step of the story: what is opened, seen, done, and shown by that."""

    title: str
    seen: str
    preset: str
    change: Fields = field(default_factory=dict)  # of the preset
    deed: str = ""  # what the button says
    do: Fields = field(default_factory=dict)  # fields that it changes
    shown: str = ""
    mark: int | None = None  # a token to point at
    alone: Fields = field(default_factory=dict)  # what is otherwise where there is no server

    def spec(self, *, alone: bool = False) -> Spec:
        """The system that the step opens."""
        change = self.alone.get("change", self.change) if alone else self.change
        return Spec(**PRESETS[self.preset][1] | change)

    def done(self, *, alone: bool = False) -> Spec:
        """The system after its deed."""
        do = self.alone.get("do", self.do) if alone else self.do
        return self.spec(alone=alone).replace(**do)


SHORT_WAIT = {
    "title": "Metastable: at rest, or only slow?",
    "seen": "Five tokens have become two clusters and seem at rest at t = 400. The badge at the "
    "top does not believe it: they still attract each other.",
    "change": {"beta": 5.0},
    "deed": "Wait until t = 10⁴",
    "do": {"t_end": 1e4},
    "shown": "Near t = 2000 the two have met: what looks final is often only slow. The wait grows "
    "exponentially with β; `tokenflock explore` follows it to 10¹² and beyond.",
}

STORY = (
    Step(
        "Tokens are particles",
        "Every dot is a token, a direction in space. Attention pulls each toward the tokens it "
        "resembles; layers of a transformer are steps in time. Here all end at one point.",
        "sphere",
        deed="Start elsewhere",
        do={"seed": 7},
        shown="Other starts, the same end. Drag any dot: it starts where you let go.",
    ),
    Step(
        "Raise β: clusters multiply",
        "β says how choosy attention is. With β = 4 each token listens to nearly all others, and "
        "at the end two clusters are left.",
        "full-circle",
        change={"beta": 4.0},
        deed="Raise β to 64",
        do={"beta": 64.0},
        shown="Now eight are left: who listens to near neighbors only does not hear of the rest.",
    ),
    Step(
        "Mask the future: the first token wins",
        "Every token sees all others, and they meet somewhere between. The ring marks the first "
        "token: it moves like everybody else.",
        "sphere",
        change={"n": 40, "beta": 2.0, "t_end": 60.0, "seed": 3, "spacing": "log"},
        deed="Mask the future",
        do={"mask": "causal"},
        shown="Now a token sees only those before it, as when text is written. The first sees "
        "nobody else and never moves; all others end where it stands.",
        mark=0,
    ),
    Step(
        "Clusters park like cars",
        "200 tokens under that mask, and a large β. A token far from all before it founds a "
        "cluster (ring, with the arc it claims), as cars park at random along a street. Hardly "
        "anything pulls those with double rings away.",
        "causal-circle",
        deed="Lower β to 16",
        do={"beta": 16.0},
        shown="Arcs are twice as wide, so fewer cars fit: the number of clusters falls to half.",
    ),
    Step(
        "Metastable: wait 10¹²",
        "Five tokens have become two clusters and seem at rest. They are not: the badge at the top "
        "predicts when they will merge.",
        "five-tokens",
        change={"beta": 16.0, "t_end": 1e4},
        deed="Wait until t = 10¹²",
        do={"t_end": 1e12},
        shown="Near t = 10¹² the two have met: what looks final is often only slow.",
        alone=SHORT_WAIT,
    ),
    Step(
        "One eigenvalue of V decides",
        "The matrix V turns and stretches what a token says. All tokens go to the two ends of the "
        "axis that it stretches most, that of its largest eigenvalue (crosses).",
        "two-points",
        deed="Make another the largest",
        do={"ov": [[0.3, 0.0, 0.0], [0.0, 0.6, 0.0], [0.0, 0.0, 1.0]]},
        shown="The two points are now on the axis of the third. Drag eigenvalues in the panel "
        "`Spectrum of V` to try others.",
    ),
    Step(
        "Noise melts clusters",
        "100 tokens, three clusters at the end, and nothing but attention acts.",
        "full-circle",
        change={"n": 100, "beta": 16.0, "t_end": 30.0, "samples": 101, "spacing": "linear"},
        deed="Heat them",
        do={"kappa": 5.0},
        shown="Now every token is shaken as well, and the three fall apart into dozens (a token "
        "alone counts as a cluster): attention gathers only where it is stronger than noise.",
    ),
    Step(
        "Your own sentence",
        "Words of a real model move by the same equation. In a terminal: "
        '`tokenflock explore --model MODEL --text "Your own sentence."`; every head of the model '
        "is then a preset, with the words beside their tokens.",
        "causal-circle",
    ),
)


def story() -> list[Fields]:
    """The steps as the page shows them: specs before and after, with and without a server."""
    return [_told(step) for step in STORY]


def _told(step: Step) -> Fields:
    words = {k: v for k, v in asdict(step).items() if k in ("preset", "mark")}
    return words | _variant(step) | ({"alone": _variant(step, alone=True)} if step.alone else {})


def _variant(step: Step, *, alone: bool = False) -> Fields:
    said = step.alone if alone else {}
    return {
        "title": said.get("title", step.title),
        "seen": said.get("seen", step.seen),
        "spec": fields_of(step.spec(alone=alone)),
        "deed": said.get("deed", step.deed),
        "do": said.get("do", step.do),
        "shown": said.get("shown", step.shown),
    }
