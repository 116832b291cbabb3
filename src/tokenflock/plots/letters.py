"""Words in letters that the font of figures has.

Hangul is written in Latin letters, syllable by syllable (Revised Romanization, without the changes
between syllables); any other letter that is missing by its number, as U+5B57.
"""

import functools

# Of a syllable: what it begins with, its vowel, what it ends with.
FIRST = (
    "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p",
    "h",
)  # fmt: skip
MIDDLE = (
    "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we",
    "wi", "yu", "eu", "ui", "i",
)  # fmt: skip
LAST = (
    "", "k", "k", "ks", "n", "nj", "nh", "t", "l", "lk", "lm", "lb", "ls", "lt", "lp", "lh", "m",
    "p", "ps", "t", "t", "ng", "t", "t", "k", "t", "p", "t",
)  # fmt: skip
HANGUL = range(0xAC00, 0xD7A4)


def drawable(word: str) -> str:
    """The word with letters that the font lacks written by others."""
    return "".join(letter if _is_there(letter) else _written(letter) for letter in word)


def _written(letter: str) -> str:
    place = ord(letter)
    if place not in HANGUL:
        return f"U+{place:04X}"
    first, rest = divmod(place - HANGUL.start, len(MIDDLE) * len(LAST))
    middle, last = divmod(rest, len(LAST))
    return FIRST[first] + MIDDLE[middle] + LAST[last]


def _is_there(letter: str) -> bool:
    return ord(letter) in _letters()


@functools.cache
def _letters() -> frozenset[int]:
    """The letters of the font that figures are drawn in, by number."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    return frozenset(get_font(findfont(FontProperties())).get_charmap())
