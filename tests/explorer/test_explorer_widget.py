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
import pytest
from support.chromium import Tab, browser

import tokenflock as tkf
from tokenflock.explorer import frames, widget
from tokenflock.spec import Spec

SMALL = {"n": 12, "beta": 9.0, "mask": "causal", "t_end": 5.0, "samples": 21}
CELL = "from tokenflock import Spec\nfrom tokenflock.explorer.widget import Explorer\n"


def notebook(*codes):
    cells = [{"cell_type": "code", "id": "abcd"[k], "execution_count": None, "metadata": {},
              "outputs": [], "source": code} for k, code in enumerate(codes)]  # fmt: skip
    kernel = {"name": "python3", "display_name": "Python 3"}
    about = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}


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
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()  # it has gone, or would never
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
    page.locator(".jp-CodeCell .cm-content").first.wait_for(timeout=90_000)
    # A cell that is run before its kernel is there opens a dialog over the page: "Select Kernel".
    with contextlib.suppress(playwright.sync_api.TimeoutError):
        page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=60_000)
    for _ in range(5):
        accept_dialogs(page)
        with contextlib.suppress(playwright.sync_api.TimeoutError):
            page.locator(".jp-CodeCell .cm-content").first.click(timeout=20_000)
            page.keyboard.press("Shift+Enter")
            return page.locator(".tkf").first.wait_for(timeout=40_000)
    raise TimeoutError("the cell was run five times and showed no widget")


def accept_dialogs(page):
    """Press the default button of every dialog that is open (the kernel it proposes is ours)."""
    for _ in range(5):
        button = page.locator(".jp-Dialog .jp-Dialog-button.jp-mod-accept")
        if not button.count():
            return
        button.first.click(timeout=5_000)
        page.wait_for_timeout(500)


@pytest.mark.slow
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


SET = """page.spec = page.spec.replace(beta=4.0, seed=3)
page.selection = [3, 5]
page.time = 2.5"""
GIVE = """from tokenflock import simulate
page.run = simulate(Spec(n=9, beta=2.0, t_end=3.0, samples=13))"""
TOLD = """run = page.run
print('told', page.spec.beta, run.attrs['seed'], run.sizes['time'], page.time, page.selection)"""


def run_other_cell(page, number):
    page.locator(".jp-CodeCell .cm-content").nth(number).click()
    page.keyboard.press("Control+Enter")


@pytest.mark.slow
def test_python_reads_and_sets_what_the_widget_shows_and_keys_stay_with_it(tmp_path):
    code = f"{CELL}page = Explorer(Spec(**{SMALL!r}))\npage"
    (tmp_path / "page.ipynb").write_text(json.dumps(notebook(code, SET, TOLD, GIVE)))
    with jupyter(tmp_path) as address, browser() as chromium:
        view = {"width": 1280, "height": 1600}
        tab = Tab(chromium, f"{address}/lab/tree/page.ipynb", viewport=view)
        run_cell(tab.page)
        tab.until("e?.runs?.a?.complete", 90)
        run_other_cell(tab.page, 1)
        tab.until("e.runs.a.beta === 4 && e.runs.a.complete && e.chosen.size === 2", 60)
        tab.until("Math.abs(e.t - 2.5) < 1e-6")
        expected = tkf.simulate(Spec(**(SMALL | {"beta": 4.0, "seed": 3})))
        np.testing.assert_allclose(tab.positions(), expected.x, rtol=0, atol=1e-6)
        run_other_cell(tab.page, 2)
        output = tab.page.locator(".jp-OutputArea-output", has_text="told")
        output.wait_for(timeout=60_000)
        assert output.inner_text().strip() == "told 4.0 3 21 2.5 [3, 5]"
        # What is done on the page, Python reads; JupyterLab would take d d as: delete the cell.
        tab.ask("(e.edits.change('beta', 2, false), e.choose([7]), 0)")
        tab.until("e.runs.a.beta === 2 && e.runs.a.complete")
        tab.page.locator(".tkf-view canvas.tkf-top").first.focus()
        for key in ("d", "d", "a", "m"):
            tab.page.keyboard.press(key)
        assert tab.page.locator(".jp-CodeCell").count() == 4
        assert tab.ask("e.tool") == "move"
        tab.page.wait_for_timeout(1000)
        run_other_cell(tab.page, 2)
        tab.page.locator(".jp-OutputArea-output", has_text="told 2.0").wait_for(timeout=60_000)
        assert "[7]" in tab.page.locator(".jp-OutputArea-output", has_text="told").inner_text()
        run_other_cell(tab.page, 3)
        tab.until("e.runs.a.n === 9 && e.runs.a.complete && e.spec.n === 9", 60)
        expected = tkf.simulate(Spec(n=9, beta=2.0, t_end=3.0, samples=13))
        np.testing.assert_allclose(tab.positions(), expected.x, rtol=0, atol=1e-6)
        run_other_cell(tab.page, 2)
        told = tab.page.locator(".jp-OutputArea-output", has_text="told 2.0 0 13")
        told.wait_for(timeout=60_000)
        tab.close()


@pytest.fixture
def shown():
    """A widget, and what it has sent to its page."""
    page, sent = widget.Explorer(Spec(**SMALL)), []
    page.send = lambda content, buffers=(): sent.append(
        content if content else frames.unpacked(bytes(buffers[0]))[0]
    )
    yield page, sent
    page.close()


def until(sent, kind):
    deadline = time.monotonic() + 60
    while not any(message.get("type") == kind for message in sent):
        assert time.monotonic() < deadline, sent
        time.sleep(0.02)
    return next(message for message in sent if message.get("type") == kind)


def test_a_run_that_python_sets_is_shown_as_it_is(shown):
    page, sent = shown
    run = tkf.simulate(Spec(**(SMALL | {"beta": 2.0, "n": 7})))
    told = []
    page.observe(lambda change: told.append(change["new"].beta), "spec")
    page.run = run
    assert until(sent, "opened")["spec"]["beta"] == 2.0  # the page asks for it
    assert (page.spec.n, told) == (7, [2.0])
    page._on_message(None, {"type": "open", "id": 4}, [])
    assert until(sent, "ended")["status"] == "done"
    assert {message["id"] for message in sent if "id" in message} == {4}
    assert until(sent, "begin")["n"] == 7
    assert page.run is run  # not another one, computed anew
    page.run = None  # nothing to look at
    assert page.spec.n == 7
    page._on_message(None, {"type": "ready"}, [])  # as when the page is shown in another cell
    assert until(sent, "hello")["opened"]
    assert until(sent, "hello")["first"]["spec"]["beta"] == 2.0


def test_a_run_without_a_spec_is_refused(shown):
    page, sent = shown
    with pytest.raises(tkf.InputError, match="spec"):
        page.run = tkf.solve(tkf.Flow(tkf.SelfAttention(1.0)), np.eye(2), [0.0, 1.0])
    assert page.run is None
    assert page.spec == Spec(**SMALL)
    assert sent == []


def test_the_widget_carries_the_bundle_of_the_page():
    page = widget.PAGE / "explorer.js"
    assert str(widget.Explorer._esm) == page.read_text(encoding="utf-8")
