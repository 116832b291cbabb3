"""The widget in JupyterLab: the same bundle, answered by a kernel."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request

import numpy as np
import playwright.sync_api
from support.chromium import Tab, browser

import tokenflock as tkf
from tokenflock.explorer import widget
from tokenflock.spec import Spec

SMALL = {"n": 12, "beta": 9.0, "mask": "causal", "t_end": 5.0, "samples": 21}
CELL = "from tokenflock import Spec\nfrom tokenflock.explorer.widget import Explorer\n"


def notebook(code):
    cell = {"cell_type": "code", "id": "a", "execution_count": None, "metadata": {}, "outputs": [],
            "source": code}  # fmt: skip
    kernel = {"name": "python3", "display_name": "Python 3"}
    about = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": [cell], "metadata": about, "nbformat": 4, "nbformat_minor": 5}


@contextlib.contextmanager
def jupyter(folder):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    environment = os.environ | {"JUPYTER_CONFIG_DIR": str(folder / "config"),
                                "JUPYTER_DATA_DIR": str(folder / "data"),
                                "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
                                "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
                                "JUPYTERLAB_WORKSPACES_DIR": str(folder / "spaces")}  # fmt: skip
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}",
        f"--ServerApp.root_dir={folder}", "--IdentityProvider.token=", "--ServerApp.ip=127.0.0.1",
        "--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]  # fmt: skip
    with open(folder / "lab.log", "wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            wait_for(address, process)
            yield address
        finally:
            process.terminate()
            process.wait(20)


def wait_for(address, process):
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        assert process.poll() is None
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/api", timeout=5):
            return
        time.sleep(0.2)
    raise TimeoutError


def run_cell(page):
    """Run the cell until the widget is there: keys are lost while JupyterLab is still loading."""
    for _ in range(5):
        page.locator(".jp-CodeCell .cm-content").first.click(timeout=90_000)
        page.keyboard.press("Shift+Enter")
        with contextlib.suppress(playwright.sync_api.TimeoutError):
            return page.locator(".tkf").first.wait_for(timeout=40_000)
    raise TimeoutError("the cell was run five times and showed no widget")


def test_the_widget_runs_in_jupyterlab(tmp_path):
    code = f"{CELL}Explorer(Spec(**{SMALL!r}))"
    (tmp_path / "page.ipynb").write_text(json.dumps(notebook(code)))
    with jupyter(tmp_path) as address, browser() as chromium:
        tab = Tab(chromium, f"{address}/lab/tree/page.ipynb")
        run_cell(tab.page)
        tab.until("e?.runs?.a?.complete", 90)
        np.testing.assert_allclose(
            tab.positions(), tkf.simulate(Spec(**SMALL)).x, rtol=0, atol=1e-6
        )
        assert tab.ask("e.views.tokens.layers.width") > 100
        tab.close()


def test_the_widget_carries_the_bundle_of_the_page():
    page = widget.PAGE / "explorer.js"
    assert str(widget.Explorer._esm) == page.read_text(encoding="utf-8")
