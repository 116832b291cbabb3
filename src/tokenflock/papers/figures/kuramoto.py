"""Attention at beta = 0 on the circle is the Kuramoto model: angles and the order parameter."""

import numpy as np

import tokenflock as tkf
from tokenflock import theory
from tokenflock.papers.claims import circle
from tokenflock.papers.paper_figure import PaperFigure
from tokenflock.plots import circle_over_time
from tokenflock.plots.style import BLUE
from tokenflock.spec.presets import preset


def data(effort):
    run = tkf.simulate(preset("kuramoto"))
    order = np.linalg.norm(run.x.data.mean(axis=1), axis=-1)
    exact = theory.kuramoto_points(run.time.data, circle.angles(run.x.data[0])).mean(axis=1)
    return run.assign(order=("time", order), exact=("time", np.abs(exact)))


def draw(figure, data):
    figure.set_size_inches(8.4, 3.2)
    left, right = figure.subplots(1, 2, width_ratios=[1.5, 1])
    circle_over_time(left, data.x, time_scale="linear")
    left.set_title("phases of identical oscillators")
    right.plot(data.time, data.order, color=BLUE, label="tokens")
    right.plot(data.time, data.exact, "k:", lw=2, label="one Moebius map (exact)")
    right.set(title="Kuramoto's order parameter", xlabel="time $t$", ylim=(0, 1.03),
              ylabel="$r(t)$, length of the mean token")  # fmt: skip
    right.legend(loc="lower right")


FIGURE = PaperFigure(
    name="kuramoto",
    source="arXiv:2312.10794, beta = 0 in the plane",
    title="attention at beta = 0 on the circle is the Kuramoto model",
    caption="Attention with beta = 0 on the circle, Q = K = V = I: identical oscillators that "
    "synchronize. Left: their phases. Right: the order parameter r(t), the length of the mean "
    "token, beside the exact one of the reduced equation.",
    cost="3 s of CPU",
    data=data,
    draw=draw,
)
