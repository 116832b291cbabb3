"""Make the README's picture, docs/causal-circle.png: `make picture`."""

from pathlib import Path

from tokenflock.plots import figure_of, save_figure
from tokenflock.simulation import simulate
from tokenflock.spec.presets import preset

target = Path(__file__).with_name("causal-circle.png")
target.unlink(missing_ok=True)
save_figure(figure_of(simulate(preset("causal-circle"))), target)
print(target)
