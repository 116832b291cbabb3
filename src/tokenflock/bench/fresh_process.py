"""Measurements that need a process of their own: imports, an empty cache, peak memory."""

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

# Defines `peak()`, the most bytes that the process ever held.
PEAK = """
import pathlib, re, resource

def peak():
    # Linux hands ru_maxrss down from the parent process, so it is read elsewhere there.
    status = pathlib.Path("/proc/self/status")
    if status.exists():
        return 1024 * int(re.search(r"VmHWM:\\s+(\\d+)", status.read_text())[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
"""


def said_by(code: str) -> Any:
    """The JSON that a fresh process with an empty cache of compiled programs prints."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"TOKENFLOCK_CACHE": folder}
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)
