"""A real browser for tests: Debian's Chromium, driven by Playwright."""

import contextlib
import fcntl
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

ARGUMENTS = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
EXPLORER = "document.querySelector('.tkf').tokenflock"


def executable():
    """The path of Chromium, installed if it is missing and we may."""
    # Files of tests run side by side: one installs, the others wait.
    with open(Path(tempfile.gettempdir()) / "tokenflock-chromium.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = shutil.which("chromium") or installed()
    return found or pytest.skip("needs Debian's chromium, which only root can install")


def installed():
    """The path of Chromium after its installation; None if that is not ours to do."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return None
    patient = ["apt-get", "-o", "DPkg::Lock::Timeout=200", "--yes"]
    for verb in (["update"], ["install", "--no-install-recommends", "chromium"]):
        subprocess.run([*patient, *verb], check=True, capture_output=True, timeout=400)
    return shutil.which("chromium")


@contextlib.contextmanager
def browser():
    from playwright.sync_api import sync_playwright

    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=executable(), args=[*ARGUMENTS, *sandbox]
        )
        yield launched
        launched.close()


class Tab:
    """A page of the explorer: what it knows, what it shows, and what went wrong on it."""

    def __init__(self, browser, address, offline=False, script=None, **options):
        options = {"viewport": {"width": 1280, "height": 860}, "reduced_motion": "reduce"} | options
        self.context = browser.new_context(**options)
        self.context.set_offline(offline)
        self.page = self.context.new_page()
        if script:
            self.page.add_init_script(script)
        self.complaints, self.requested = [], []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requested.append(request.url))
        self.page.on("websocket", lambda socket: self.requested.append(socket.url))
        self.page.goto(address)

    def _heard(self, message):
        # Software rendering complains of its own slowness.
        if message.type in ("error", "warning") and "GPU stall" not in message.text:
            self.complaints.append(message.text)

    def ask(self, expression):
        """The value of an expression in which `e` is the explorer."""
        return self.page.evaluate(f"(() => {{ const e = {EXPLORER}; return {expression}; }})()")

    def until(self, expression, seconds=30):
        """Wait for an expression to be true; Playwright's own way needs eval, which we forbid."""
        deadline = time.monotonic() + seconds
        while not self.page.evaluate(
            f"(() => {{ const e = {EXPLORER}; return !!({expression}); }})()"
        ):
            assert time.monotonic() < deadline, expression
            self.page.wait_for_timeout(25)

    def settle(self, seconds=30):
        """Wait until a complete run is shown that nobody waits to replace."""
        shown = "e && !e.requests.busy('a') && e.runs.a?.complete && !e.runs.a.preview"
        self.until(shown, seconds)
        self.page.wait_for_timeout(60)

    def positions(self, row=None):
        """Saved tokens as the page holds them, (time, token, coord) or one row."""
        import numpy as np

        n, d, count = self.ask("[e.runs.a.n, e.runs.a.d, e.runs.a.rows]")
        x = np.array(self.ask("Array.from(e.runs.a.x)")).reshape(-1, n, d)[:count]
        return x if row is None else x[row]

    def place(self, token, box=".tkf-view"):
        """Where a token is on the screen."""
        x, y, _ = self.ask(f"e.views.tokens.project(e.views.tokens.xyz, 3 * {token})")
        frame = self.page.locator(box).first.bounding_box()
        return frame["x"] + x, frame["y"] + y

    def close(self):
        self.context.close()


if __name__ == "__main__":  # set-up for `make test`
    if shutil.which("chromium") is None:
        installed()
