"""What to cite: the works behind claims, figures and the parts of a spec, as BibTeX.

The only list of papers there is: `tokenflock cite`, the report and the page all read it.
"""

import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenflock.spec import Spec


@dataclass(frozen=True)
class Work:
    """A paper, a set of slides or a program; `fields` are those that not every work has."""

    key: str
    author: str
    title: str
    year: int
    kind: str = "misc"
    fields: tuple[tuple[str, str], ...] = ()

    def plain(self) -> dict[str, str]:
        """Its fields, in the order of an entry."""
        always = {"author": self.author, "title": self.title, "year": str(self.year)}
        return always | dict(self.fields)

    def bibtex(self) -> str:
        """Its entry in a bibliography."""
        lines = (f"  {name} = {{{text}}}" for name, text in self.plain().items())
        return f"@{self.kind}{{{self.key},\n" + ",\n".join(lines) + "\n}\n"


def _preprint(key: str, author: str, title: str, arxiv: str, venue: str = "") -> Work:
    """A paper of arXiv, whose number begins with its year; `venue` is where it appeared."""
    fields = [("eprint", arxiv), ("archivePrefix", "arXiv")]
    fields += [("url", f"https://arxiv.org/abs/{arxiv}")]
    fields += [("note", venue)] if venue else []
    return Work(key, author, title, 2000 + int(arxiv[:2]), fields=tuple(fields))


_MIT = "Geshkovski, Borjan and {} and Polyanskiy, Yury and Rigollet, Philippe"

WORKS = (
    _preprint(
        "geshkovski2023emergence", _MIT.format("Letrouit, Cyril"),
        "The emergence of clusters in self-attention dynamics", "2305.05465", "NeurIPS 2023",
    ),
    _preprint(
        "geshkovski2023mathematical", _MIT.format("Letrouit, Cyril"),
        "A mathematical perspective on Transformers", "2312.10794",
    ),
    _preprint(
        "geshkovski2024dynamic", _MIT.format("Koubbi, Hugo"),
        "Dynamic metastability in the self-attention model", "2410.06833",
    ),
    _preprint(
        "karagodin2024clustering",
        "Karagodin, Nikita and Polyanskiy, Yury and Rigollet, Philippe",
        "Clustering in Causal Attention Masking", "2411.04990", "NeurIPS 2024",
    ),
    _preprint(
        "karagodin2025normalization",
        "Karagodin, Nikita and Ge, Shu and Polyanskiy, Yury and Rigollet, Philippe",
        "Normalization in Attention Dynamics", "2510.22026", "NeurIPS 2025",
    ),
    _preprint(
        "chen2025critical",
        "Chen, Shi and Lin, Zhengjiang and Polyanskiy, Yury and Rigollet, Philippe",
        "Critical attention scaling in long-context transformers", "2510.05554", "ICLR 2026",
    ),
    _preprint(
        "rigollet2025meanfield", "Rigollet, Philippe",
        "The Mean-Field Dynamics of Transformers", "2512.01868",
    ),
    _preprint(
        "bruno2024emergence",
        "Bruno, Giuseppe and Pasqualotto, Federico and Agazzi, Andrea",
        "Emergence of meta-stable clustering in mean-field transformer models", "2410.23228",
        "ICLR 2025",
    ),
    _preprint(
        "bruno2025multiscale",
        "Bruno, Giuseppe and Pasqualotto, Federico and Agazzi, Andrea",
        "A multiscale analysis of mean-field transformers in the moderate interaction regime",
        "2509.25040", "NeurIPS 2025",
    ),
    _preprint(
        "alcalde2024clustering",
        "Alcalde, Albert and Fantuzzi, Giovanni and Zuazua, Enrique",
        "Clustering in pure-attention hardmax transformers and its role in sentiment analysis",
        "2407.01602",
    ),
    _preprint(
        "sander2021sinkformers",
        "Sander, Michael E. and Ablin, Pierre and Blondel, Mathieu and Peyr{\\'e}, Gabriel",
        "Sinkformers: Transformers with Doubly Stochastic Attention", "2110.11773",
    ),
    _preprint(
        "dong2021attention",
        "Dong, Yihe and Cordonnier, Jean-Baptiste and Loukas, Andreas",
        "Attention is not all you need: pure attention loses rank doubly exponentially with depth",
        "2103.03404", "ICML 2021",
    ),
    _preprint(
        "wu2024role",
        "Wu, Xinyi and Ajorlou, Amir and Wang, Yifei and Jegelka, Stefanie and Jadbabaie, Ali",
        "On the Role of Attention Masks and LayerNorm in Transformers", "2405.18781",
        "NeurIPS 2024",
    ),
    _preprint(
        "loshchilov2024ngpt",
        "Loshchilov, Ilya and Hsieh, Cheng-Ping and Sun, Simeng and Ginsburg, Boris",
        "nGPT: Normalized Transformer with Representation Learning on the Hypersphere",
        "2410.01131",
    ),
    _preprint(
        "press2021train", "Press, Ofir and Smith, Noah A. and Lewis, Mike",
        "Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation",
        "2108.12409",
    ),
    _preprint(
        "su2021roformer",
        "Su, Jianlin and Lu, Yu and Pan, Shengfeng and Murtadha, Ahmed and Wen, Bo and "
        "Liu, Yunfeng",
        "RoFormer: Enhanced Transformer with Rotary Position Embedding", "2104.09864",
    ),
    _preprint(
        "abella2024asymptotic",
        "Rodr{\\'i}guez Abella, {\\'A}lvaro and Silvestre, Jo{\\~a}o Pedro and Tabuada, Paulo",
        "The Asymptotic Behavior of Attention in Transformers", "2412.02682",
    ),
    _preprint(
        "vo2024demystifying", "Vo, Thieu N. and others",
        "Demystifying the Token Dynamics of Deep Selective State Space Models", "2410.03292",
    ),
    _preprint(
        "giorlandino2025two", "Giorlandino, Alessio and Goldt, Sebastian",
        "Two failure modes of deep transformers and how to avoid them: a unified theory of signal "
        "propagation at initialisation", "2505.24333",
    ),
    _preprint(
        "cowsik2024geometric",
        "Cowsik, Aditya and Nebabu, Tamra and Qi, Xiao-Liang and Ganguli, Surya",
        "Geometric Dynamics of Signal Propagation Predict Trainability of Transformers",
        "2403.02579",
    ),
    _preprint(
        "sun2024massive",
        "Sun, Mingjie and Chen, Xinlei and Kolter, J. Zico and Liu, Zhuang",
        "Massive Activations in Large Language Models", "2402.17762",
    ),
    _preprint(
        "chowdhury2026lost", "Chowdhury, Borun D.",
        "Lost in the Middle at Birth: An Exact Theory of Transformer Position Bias", "2603.10123",
    ),
    _preprint(
        "mun2026phase", "Mun, Kyunghoo and Rosenzweig, Matthew",
        "Phase transitions for the noisy transformer model in arbitrary dimension", "2606.05140",
    ),
    _preprint(
        "polyanskiy2025synchronization",
        "Polyanskiy, Yury and Rigollet, Philippe and Yao, Andrew",
        "Synchronization of mean-field models on the circle", "2507.22857",
    ),
    _preprint(
        "geshkovski2024number",
        "Geshkovski, Borjan and Rigollet, Philippe and Sun, Yihang",
        "On the number of modes of Gaussian kernel density estimators", "2412.09080",
    ),
    _preprint(
        "chen2025quantitative",
        "Chen, Shi and Lin, Zhengjiang and Polyanskiy, Yury and Rigollet, Philippe",
        "Quantitative Clustering in Mean-Field Transformer Models", "2504.14697",
    ),
    _preprint(
        "alvarez2026perceptrons",
        "{\\'A}lvarez-L{\\'o}pez, Antonio and Geshkovski, Borjan and Ruiz-Balet, Dom{\\`e}nec",
        "Perceptrons and localization of attention's mean-field landscape", "2601.21366",
    ),
    _preprint(
        "zimin2026yuriiformer",
        "Zimin, Aleksandr and Polyanskiy, Yury and Rigollet, Philippe",
        "YuriiFormer: A Suite of Nesterov-Accelerated Transformers", "2601.23236",
    ),
    _preprint(
        "isobe2026training",
        "Isobe, Noboru and Inoue, Daisuke and Imaizumi, Masaaki",
        "Training-Induced Escape from Token Clustering in a Mean-Field Formulation of "
        "Transformers", "2605.07772",
    ),
    _preprint(
        "fedorov2026clustering",
        "Fedorov, Lev and Sander, Micha{\\\"e}l E. and Elie, Romuald and Marion, Pierre and "
        "Lauri{\\`e}re, Mathieu",
        "Clustering in Deep Stochastic Transformers", "2601.21942",
    ),
    _preprint(
        "koubbi2026homogenized",
        "Koubbi, Hugo and Geshkovski, Borjan and Rigollet, Philippe",
        "Homogenized Transformers", "2604.01978",
    ),
    _preprint(
        "agazzi2026stochastic",
        "Agazzi, Andrea and Bruno, Giuseppe and Mosig Garc{\\'i}a, Eloy and Saviozzi, Samuele and "
        "Romito, Marco",
        "Stochastic Scaling Limits and Synchronization by Noise in Deep Transformer Models",
        "2604.26898",
    ),
    _preprint(
        "alcalde2025attention",
        "Alcalde, Albert and Geshkovski, Borjan and Ruiz-Balet, Dom{\\`e}nec",
        "Attention's forward pass and Frank-Wolfe", "2508.09628", "ICML 2026",
    ),
    _preprint(
        "alcalde2026quantifying",
        "Alcalde, Albert and Bungert, Leon and Riedl, Konstantin and Roith, Tim",
        "Quantifying Concentration Phenomena of Mean-Field Transformers in the Low-Temperature "
        "Regime", "2605.10931",
    ),
    _preprint(
        "gibson2026uniform", "Gibson, William and Reisinger, Christoph",
        "Uniform Scaling Limits in AdamW-Trained Transformers", "2605.11059",
    ),
    _preprint(
        "arangath2024lambda",
        "Arangath Joseph, Federico and Sieber, Jerome and Zeilinger, Melanie N. and "
        "Amo Alonso, Carmen",
        "Lambda-Skip Connections: the architectural component that prevents Rank Collapse",
        "2410.10609", "ICLR 2025",
    ),
    _preprint(
        "barbero2025why",
        "Barbero, Federico and Arroyo, {\\'A}lvaro and Gu, Xiangming and Perivolaropoulos, "
        "Christos and Bronstein, Michael and Veli{\\v{c}}kovi{\\'c}, Petar and Pascanu, Razvan",
        "Why do LLMs attend to the first token?", "2504.02732",
    ),
    _preprint(
        "guo2024active",
        "Guo, Tianyu and Pai, Druv and Bai, Yu and Jiao, Jiantao and Jordan, Michael I. and Mei, "
        "Song",
        "Active-Dormant Attention Heads: Mechanistically Demystifying Extreme-Token Phenomena in "
        "LLMs", "2410.13835",
    ),
    Work(
        "sugolov2023slides", "Sugolov and Aubry",
        "Emergence of Clustering in Self-Attention", 2023,
        fields=(("note", "slides on arXiv:2305.05465"),),
    ),
    Work(
        "wendel1962problem", "Wendel, J. G.", "A problem in geometric probability", 1962, "article",
        (("journal", "Mathematica Scandinavica"), ("volume", "11"), ("pages", "109--111")),
    ),
    Work(
        "kidger2021on", "Kidger, Patrick", "On Neural Differential Equations", 2021, "phdthesis",
        (("school", "University of Oxford"), ("note", "diffrax, the solver of the paths")),
    ),
)  # fmt: skip

_BY_KEY = {work.key: work for work in WORKS}
_BY_NUMBER = {number: work for work in WORKS if (number := dict(work.fields).get("eprint"))}
# Works without a number of arXiv, by the words with which a source names them.
_BY_WORDS = {"Sugolov and Aubry": "sugolov2023slides", "Wendel": "wendel1962problem"}
NUMBER = re.compile(r"\b\d{4}\.\d{5}\b")

# Which words in a field of a spec stand for which works; what holds by default is not listed.
_PARTS: dict[str, dict[str, tuple[str, ...]]] = {
    "space": {
        "sphere": ("2312.10794",),
        "euclidean": ("2305.05465",),
        "rescaled": ("2305.05465",),
        "preln": ("2510.22026",),
        "periln": ("2510.22026",),
        "mixln": ("2510.22026",),
        "ngpt": ("2510.22026", "2410.01131"),
        "sqrtscaled": ("2510.22026",),
    },
    "mask": {"causal": ("2411.04990",), "window": ("2405.18781",)},
    "weighting": {
        "unnormalized": ("2312.10794",),
        "unnormalized:scaled": ("2410.06833",),
        "hardmax": ("2407.01602",),
        "hardmax:others": ("2512.01868",),
        "sinkhorn": ("2110.11773",),
    },
    "position": {"alibi": ("2108.12409",), "rotary": ("2104.09864",)},
    "method": {"no-residual": ("2103.03404",)},
}
# Fields that need no word: that they are given is enough.
_GIVEN = {"kappa": "2512.01868", "gamma": "2510.05554"}


@functools.cache
def software() -> Work:
    """tokenflock itself, in the version that is installed."""
    from importlib.metadata import version

    title = "tokenflock: the laboratory for transformer dynamics"
    about = (("version", version("tokenflock")),)
    return Work("tokenflock", "{The tokenflock developers}", title, 2026, "software", about)


def numbered(number: str) -> Work | None:
    """The work with a number of arXiv, if it is on our list."""
    return _BY_NUMBER.get(number)


def named_in(source: str) -> list[Work]:
    """The works that the source of a claim, a figure or a preset names."""
    by_number = [_BY_NUMBER[n] for n in NUMBER.findall(source) if n in _BY_NUMBER]
    return [_BY_KEY[key] for words, key in _BY_WORDS.items() if words in source] + by_number


def paper_of(source: str) -> str:
    """The paper of a claim: the first that its source names."""
    named = re.search(r"arXiv:\d{4}\.\d{5}", source)
    return named[0] if named else source.split(",")[0]


def used_by(spec: "Spec") -> Iterator[tuple[str, Work]]:
    """The parts of a spec that come from a paper, each with its work."""
    for field, known in _PARTS.items():
        value = getattr(spec, field)
        word = value if isinstance(value, str) else ""
        for number in known.get(word) or known.get(word.partition(":")[0], ()):
            yield f"{field} = {word}", _BY_NUMBER[number]
    for field, number in _GIVEN.items():
        if getattr(spec, field) is not None:
            yield field, _BY_NUMBER[number]
    if not spec.is_layered:
        yield f"method = {spec.method}", _BY_KEY["kidger2021on"]


def behind_preset(name: str) -> Iterator[tuple[str, Work]]:
    """The works that a preset names, and those behind its parts."""
    from tokenflock.spec.presets import PRESETS, preset

    yield from ((f"preset {name}", work) for work in named_in(PRESETS[name][0]))
    yield from behind_spec(name, preset(name))


def behind_spec(name: str, spec: "Spec") -> Iterator[tuple[str, Work]]:
    """The works behind the parts of a spec, which is known under some name."""
    yield from ((f"{name}: {part}", work) for part, work in used_by(spec))


def because(cited: Iterable[tuple[str, Work]]) -> dict[Work, list[str]]:
    """Every work once, with all reasons for it; the program comes first."""
    reasons: dict[Work, list[str]] = {}
    for reason, work in (("the program", software()), *cited):
        known = reasons.setdefault(work, [])
        known += [reason] if reason not in known else []
    return reasons


def bibtex(cited: Iterable[tuple[str, Work]]) -> str:
    """Entries, each under a comment that tells why it is there."""
    entries = (f"% {'; '.join(why)}\n{work.bibtex()}" for work, why in because(cited).items())
    return "\n".join(entries)
