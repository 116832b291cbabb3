"""axe-core, which finds what those who cannot see a page would miss: by npm, into a cache."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PACKAGE = "axe-core@4.10.3"
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice")


def script():
    """The source of axe-core; skips the test where npm cannot fetch it."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = home / "tokenflock" / PACKAGE
    file = folder / "node_modules" / "axe-core" / "axe.min.js"
    if not file.exists() and shutil.which("npm"):
        folder.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--no-save", "--silent", "--prefix", str(folder), PACKAGE]
        subprocess.run(command, capture_output=True, timeout=120, check=False)
    if not file.exists():
        pytest.skip(f"npm cannot fetch {PACKAGE} here")
    return file.read_text(encoding="utf-8")


def findings(page):
    """What axe-core finds on a page that allows no eval, one line each."""
    page.evaluate(script())
    rules = ",".join(f"'{rule}'" for rule in RULES)
    run = f"axe.run(document, {{runOnly: [{rules}]}})"
    found = page.evaluate(f"{run}.then(({{violations}}) => violations)")
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]}"
        for one in found
        for node in one["nodes"]
    ]
