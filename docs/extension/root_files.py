"""Files of the repository's root as pages: links into docs/ stay links, others become words."""

import re
from pathlib import Path

LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|mailto:|#)([^)\s]+)\)")


def page(path: Path) -> str:
    """The text of a Markdown file, for a page in docs/."""
    return LINK.sub(_moved, path.read_text(encoding="utf-8"))


def _moved(link: re.Match) -> str:
    words, target = link.groups()
    if target.startswith("docs/") and target.partition("#")[0].endswith(".md"):
        return f"[{words}]({target.removeprefix('docs/')})"
    return words
