"""The energy climbs a staircase: plateaus at sum (m_a / n)^2, steps of 2 m_a m_b / n^2."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims.claim import Check, Claim
from tokenflock.spec.presets import preset

BETAS = (1000.0, 2000.0, 4000.0)


def runs(effort):
    return [one(beta) for beta in effort.of(quick=BETAS, full=(500.0, *BETAS, 6000.0))]


def one(beta):
    # The wait for the last merge grows like e^(beta (1 - cos gap)).
    spec = preset("staircase").replace(beta=beta, t_end=10.0 ** (80 * beta / 2000 + 10))
    run = tkf.simulate(spec)
    stairs, t = tkf.staircase(run), run.time.data
    energy = tkf.normalized_energy(run.x.data, beta=beta)
    # The first two tokens start within the interaction range: the first stair is never level.
    seen = [middle(t, energy, stair) for stair in stairs[1:]]
    return {
        "beta": beta, "time": t, "energy": energy, "stairs": stairs,
        "error": max(abs(value - level) for value, level in seen), "seen": len(seen),
        "fall": -np.diff(energy).min(), "levels": tuple(s.plateau for s in stairs),
    }  # fmt: skip


def middle(t, energy, stair):
    at = np.sqrt(max(stair.start, 1e-2) * stair.end)
    return energy[np.argmin(np.abs(np.log(np.maximum(t, 1e-9) / at)))], stair.plateau


def check(runs):
    ladders = {(0.2, 0.28, 0.36, 0.52, 1.0), (0.2, 0.28, 0.44, 0.68, 1.0),
               (0.2, 0.28, 0.36, 0.68, 1.0), (0.2, 0.28, 0.44, 0.52, 1.0)}  # fmt: skip
    strange = sum(tuple(np.round(run["levels"], 12)) not in ladders for run in runs)
    return [
        Check("runs with other plateaus than five tokens allow", strange, bound=0),
        Check(
            "energy off its plateau half-way, largest", max(r["error"] for r in runs), bound=0.01
        ),
        Check("plateaus seen per run, fewest", min(r["seen"] for r in runs), least=4),
        Check("largest fall of the energy", max(r["fall"] for r in runs), bound=1e-9),
        Check("energy at the end, smallest", min(r["energy"][-1] for r in runs), least=1 - 1e-9),
    ]


def draw(ax, runs):
    for run in runs:
        ax.semilogx(run["time"][1:], run["energy"][1:], label=f"β = {run['beta']:g}")
    for level in sorted({level for run in runs for level in run["levels"]}):
        ax.axhline(level, color="0.8", lw=0.8, zorder=0)
    ax.set(xlabel="time $t$", ylabel="normalized energy")
    ax.legend(title=r"gray: $\sum_a (m_a / n)^2$")


CLAIM = Claim(
    name="staircase",
    question="How does the energy rise from the first cluster to the last?",
    source="arXiv:2410.06833, Section 6",
    statement="In steps: between merges it rests at sum_a (m_a / n)^2, each merge adds "
    "2 m_a m_b / n^2; five tokens: 0.20, 0.28, 0.36 or 0.44, 0.52 or 0.68, 1.",
    hypotheses="unnormalized attention on the circle, the start of the paper's code, large beta",
    runs=runs,
    check=check,
    draw=draw,
    note="In physical time, up to 1e90; the paper's code plots against arc length.",
)
