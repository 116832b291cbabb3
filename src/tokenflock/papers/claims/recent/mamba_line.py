"""Tokens of a one-dimensional Mamba all vanish, or all that start off zero grow without bound."""

import numpy as np

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim

N, DECAY, GATE = 8, 1.0, 0.5
END = {-1.0: 3e3, 1.0: 200.0}
LARGE = 30.0  # where a growing path is left


class Mamba(tkf.VectorField):
    """The continuous limit of S6 layers on the line,

        dx_l/dt = mu sum_{j <= l} x_l x_j^2 Delta_j exp(-a sum_{j < k <= l} Delta_k),

    with Delta_k = log(1 + e^{s x_k}).
    """

    mu: float

    def __call__(self, t, x):
        u = x[..., 0]
        delta = jax.nn.softplus(GATE * u)
        past = jnp.cumsum(delta, axis=-1)
        fade = jnp.exp(-DECAY * (past[..., :, None] - past[..., None, :]))
        seen = jnp.tril(fade) * (u**2 * delta)[..., None, :]
        # Beyond LARGE the clock stops: tokens that grow would get to infinity in finite time.
        slower = 1 / (1 + (u / LARGE) ** 4)
        return (self.mu * slower * u * seen.sum(axis=-1))[..., None]


def runs(effort):
    seeds = range(effort.of(quick=8, full=200))
    return [one(mu, seeds) for mu in END]


def one(mu, seeds):
    starts = [start(chance.generator(seed)) for seed in seeds]
    times = np.append(0.0, np.geomspace(1e-2, END[mu], 60))
    x = np.stack([tkf.solve(Mamba(mu), x0, times, tol=1e-8).x.data for x0 in starts])
    return {"mu": mu, "time": times, "x": x[..., 0]}


def start(rng):
    """Tokens of both signs, none close to zero: that takes a time of 1 / x^2 to leave."""
    return (rng.choice([-1.0, 1.0], N) * rng.uniform(0.3, 1.5, N))[:, None]


def check(runs):
    falling, growing = runs
    late = falling["time"] > 300
    sizes = np.abs(falling["x"]).max(axis=2)
    power = np.polyfit(np.log(falling["time"][late]), np.log(sizes[:, late].mean(axis=0)), 1)[0]
    signs = [(np.sign(run["x"]) == np.sign(run["x"][:, :1])).all() for run in runs]
    least = np.abs(growing["x"][:, -1]) / np.abs(growing["x"][:, 0])
    return [
        Check("mu < 0: largest token at the end", sizes[:, -1].max(), bound=0.1),
        Check("mu < 0: power of t of the largest token", power, target=-0.5, within=0.1),
        Check("mu > 0: smallest growth of a first token", least[:, 0].min(), least=2.0),
        Check("mu > 0: smallest growth of any token", least.min(), least=1.5),
        Check("tokens that change their sign", float(not all(signs)), bound=0.0),
    ]


def draw(ax, runs):
    for k, run in enumerate(runs):
        sizes = np.abs(run["x"]).max(axis=2)
        ax.loglog(run["time"][1:], sizes[:, 1:].T, f"C{k}", lw=0.7)
        ax.plot([], [], f"C{k}", label=rf"$\mu = {run['mu']:+g}$")
    t = runs[0]["time"][30:]
    ax.loglog(t, 1.5 * t**-0.5, "k:", label="$t^{-1/2}$")
    ax.set(xlabel="time $t$", ylabel="largest token", ylim=(1e-3, 1e3))
    ax.legend()


CLAIM = Claim(
    name="mamba-line",
    question="What does a state-space layer without attention do to its tokens?",
    source="arXiv:2410.03292 (as we read its abstract)",
    statement="In one dimension, all tokens converge to zero or all diverge, by the sign of the "
    "product of the input and output matrices.",
    hypotheses=f"n = {N}, one channel, a = {DECAY:g}, s = {GATE:g}; the clock of growing tokens "
    f"stops beyond {LARGE:g}",
    runs=runs,
    check=check,
    draw=draw,
)
