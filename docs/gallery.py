"""The pictures of docs/explorer.md: `python docs/gallery.py`, with Debian's chromium installed."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from support.chromium import Tab, browser
from support.explorer_server import serving
from support.weights import folder_of

from tokenflock.explorer.heads import heads_of
from tokenflock.pretrained import load_model

SENTENCE = "Attention is a vector field, depth is time, tokens are particles."
HERE = Path(__file__).parent
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

# Name, preset, theme, size, place of the cursor, and what is done before the picture is taken.
PICTURES = [
    ("causal", "causal-circle", "light", WIDE, 0.62, ""),
    ("sphere", "sphere", "dark", WIDE, 0.27, "e.point(3)"),
    ("staircase", "staircase", "light", WIDE, 0.6, ""),
    (
        "compare",
        "causal-circle",
        "dark",
        WIDE,
        0.5,
        "e.set({contrast: {mask: 'full'}, tree: true})",
    ),
    ("two-points", "two-points", "light", WIDE, 0.45, ""),
    (
        "phase",
        "kuramoto",
        "light",
        WIDE,
        0.3,
        "e.edits.change('beta', 4, false), e.phaseSweep.begin()",
    ),
    ("theory", "orthogonal", "light", WIDE, 0.35, "e.set({contrast: {space: 'preln'}, gap: true})"),
    ("head", "layer 3 head 2", "dark", WIDE, 0.45, "e.point(4)"),
    ("phone", "causal-circle", "light", PHONE, 0.62, ""),
]


def take(chromium, address, name, preset, theme, size, cursor, act):
    tab = Tab(chromium, address, viewport=size, color_scheme=theme)
    tab.settle(120)
    preset_of = f"e.presets.find((p) => p.name === '{preset}')"
    tab.ask(f"e.edits.open({preset_of})")
    tab.until(f"e.name === '{preset}'")
    tab.settle(120)
    if act:
        tab.ask(f"({act})")
        tab.settle(120)
        tab.until("!e.options.contrast || e.runs.b?.complete", 120)
        tab.until("e.phaseSweep.id === 0 || e.phaseSweep.view.filled === 24", 120)
    tab.until("e.runs.a.verdict", 120)
    tab.ask(f"(e.pause(), e.seek({cursor}))")
    tab.page.wait_for_timeout(500)
    assert tab.complaints == []
    tab.page.screenshot(path=HERE / "explorer" / f"{name}.png")
    tab.close()


if __name__ == "__main__":
    (HERE / "explorer").mkdir(exist_ok=True)
    names = sys.argv[1:]
    heads = heads_of(load_model(folder_of("minilm")), SENTENCE)
    with serving(heads=heads) as server, browser() as chromium:
        for picture in PICTURES:
            if not names or picture[0] in names:
                take(chromium, server.address, *picture)
                print(picture[0])
