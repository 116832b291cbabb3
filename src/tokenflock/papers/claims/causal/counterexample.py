"""Distinct positive eigenvalues of V do not send all tokens to xi or -xi: some rest beside it."""

import numpy as np
from scipy.integrate import solve_ivp

import tokenflock as tkf
from tokenflock import theory
from tokenflock.papers.claims import chance, circle, printed
from tokenflock.papers.claims.claim import FAILS, Check, Claim
from tokenflock.papers.search.box import Interval, Logarithmic, Whole
from tokenflock.papers.search.ends import off_axis, rests
from tokenflock.papers.search.quantified import Quantified

BETA, MU, ALPHA = 0.5, 0.8, 0.1
V = theory.skewed(MU, ALPHA)  # [[1, -1.99332888], [0, 0.8]]
TIMES = np.append(0.0, np.geomspace(0.1, 400.0, 60))
OFF, LEADERS = 1e-3, 16  # a sine with xi above which a token did not reach its line


def runs(effort):
    count = effort.of(quick=128, full=5000)
    x0 = circle.points(chance.generator(0).uniform(0, 2 * np.pi, (count, 2)))
    return [found(x0), around(effort.of(quick=40, full=1000)), crowd(effort.of(quick=48, full=500))]


def causal(beta, V):
    return tkf.Flow(tkf.SelfAttention(beta, ov=V, mask="causal"))


def found(x0):
    """The counterexample: how random starts end, and what the place is where many do."""
    flow = causal(BETA, V)
    x = tkf.solve(flow, x0, TIMES, tol=1e-10).x.data
    sine = np.abs(x[:, -1, 1, 1])
    off = sine > OFF
    end = x[off.argmax(), -1]
    again = solve_ivp(velocity, (0, TIMES[-1]), x0[off.argmax()].ravel(), "DOP853",
                      rtol=1e-12, atol=1e-13).y[:, -1].reshape(2, 2)  # fmt: skip
    return {
        "angle": np.abs(circle.angles(x[..., 1, :]) - circle.angles(x[..., 0, :])), "sine": sine,
        "off": off, "first": np.abs(x[:, -1, 0, 1]).max(), "again": np.abs(again - end).max(),
        "speed": np.abs(np.asarray(flow(0.0, end))).max(),
        "exponents": np.sort(tkf.spectrum(flow, end).real),
        "printed": printed.error(flow, x0[0], beta=BETA, ov=V, mask="causal"),
    }  # fmt: skip


def velocity(t, y):
    """The two tokens by hand, for an integrator that is not ours."""
    a, b = y.reshape(2, 2) / np.linalg.norm(y.reshape(2, 2), axis=1, keepdims=True)
    w = np.exp(BETA * (a @ b - 1))
    pull = (w * V @ a + V @ b) / (1 + w)
    return np.concatenate([V @ a - (a @ V @ a) * a, pull - (b @ pull) * b])


def around(count):
    """Random (beta, mu, alpha), every other one with a rest: how many end not as foretold."""
    rng = chance.generator(1)
    ends = [ended(*drawn(rng, rests=k % 2 == 0), rng) for k in range(count)]
    return {"wrong": sum(wrong for _, wrong in ends), "rests": sum(rests for rests, _ in ends)}


def drawn(rng, *, rests):
    """Random beta, mu > 0 and alpha, with mu well inside the interval of rests, or anywhere."""
    beta, alpha = rng.uniform(0, 1.5), rng.uniform(0.05, 1.2)
    low, high = theory.resting_interval(beta=beta, alpha=alpha)
    low = max(low, 0.02)
    inside = low + rng.uniform(0.2, 0.8) * (high - low)
    return beta, inside if rests else rng.uniform(0.05, 0.95), alpha


def ended(beta, mu, alpha, rng):
    """Whether a token has come to rest off xi, and whether one of 16 rests where none should."""
    angle = theory.resting_angle(beta=beta, mu=mu, alpha=alpha)
    phi = np.pi * (np.arange(16) + rng.uniform()) / 8
    phi[0] = (angle + np.pi) / 2 if angle > 0 else phi[0]  # from there it must go to rest
    flow = causal(beta, theory.skewed(mu, alpha))
    x0 = circle.points(np.stack([np.zeros(16), phi], axis=1))
    end = tkf.solve(flow, x0, [0.0, 3000.0], tol=1e-8).x.data[:, -1]
    off = np.abs(np.sin(circle.angles(end[:, 1])))
    away = np.abs(off - np.sin(angle)) if angle > 0 else off
    still = np.abs(np.asarray(flow(0.0, end)))[:, 1].max(axis=-1) < 1e-9  # others are on their way
    wrong = still & (np.minimum(off, away) > 1e-4)
    return bool(angle > 0 and away[0] < 1e-4), bool(wrong.any() or (still[0] and away[0] > 1e-4))


def crowd(count):
    """How a token ends at beta = 2 behind one leader, and behind 16 of them."""
    return {m: behind(m, count) for m in (1, LEADERS)}


def behind(leaders, count):
    """The sines with xi of the last token; leaders start on one side."""
    beta, mu, alpha = 2.0, 0.9, 0.05
    phi = chance.generator(leaders).uniform(-0.3, 0.3, (count, leaders + 1))
    phi[:, -1] = 2 * np.pi * np.arange(count) / count + phi[0, -1]
    flow = causal(beta, theory.skewed(mu, alpha))
    x = tkf.solve(flow, circle.points(phi), [0.0, 1000.0], tol=1e-8).x.data
    angle = theory.resting_angle(beta=beta, mu=mu, alpha=alpha, leaders=leaders)
    return {"sine": np.abs(x[:, -1, -1, 1]), "foretold": np.sin(angle)}


def check(runs):
    one, many, crowded = runs
    angle = theory.resting_angle(beta=BETA, mu=MU, alpha=ALPHA)
    return [
        Check("share of random starts that end off xi and -xi", one["off"].mean(), least=0.2),
        Check("sine of the second token with xi there", one["sine"][one["off"]].max(),
              target=float(np.sin(angle)), within=1e-7),
        Check("and the least among those", one["sine"][one["off"]].min(),
              target=float(np.sin(angle)), within=1e-7),
        Check("first token: largest sine with xi", one["first"], bound=1e-8),
        Check("speed of the tokens there", one["speed"], bound=1e-9),
        Check("largest real part of the Jacobian there", one["exponents"][-1], bound=-0.1),
        Check("distance from the end of another integrator", one["again"], bound=1e-8),
        Check("random (beta, mu, alpha) that rest where the formula says", many["rests"], least=12),
        Check("that rest elsewhere", many["wrong"], bound=0),
        Check("beta = 2, behind one token: largest sine", crowded[1]["sine"].max(), bound=1e-6),
        Check("beta = 2, behind 16: largest sine", crowded[LEADERS]["sine"].max(),
              target=crowded[LEADERS]["foretold"], within=1e-6),
        printed.check([one["printed"]]),
    ]  # fmt: skip


def draw(ax, runs):
    one = runs[0]
    for k, angle in enumerate(one["angle"][:60]):
        ax.semilogx(TIMES[1:], np.abs(np.pi - np.abs(angle[1:] - np.pi)),
                    "C1" if one["off"][k] else "C0", lw=0.7)  # fmt: skip
    rest = theory.resting_angle(beta=BETA, mu=MU, alpha=ALPHA)
    ax.axhline(rest, color="k", ls=":", label=f"foretold: {rest:.3f}")
    ax.axhline(np.pi, color="0.6", lw=0.8)
    ax.plot([], [], "C1", label="rests beside $-x_1$")
    ax.plot([], [], "C0", label=r"ends at $x_1$")
    ax.set(xlabel="time $t$", ylabel="angle between the two tokens")
    ax.legend(loc="center left")


def plane(beta, mu, skew, seed):
    """Two tokens of the plane, V with the eigenvalues 1 and mu."""
    return tkf.Spec(
        n=2, beta=beta, ov=[[1.0, skew], [0.0, mu]], mask="causal", seed=seed, t_end=400.0,
        samples=2, tol=1e-7,
    )  # fmt: skip


PARTS = {
    "beta": Logarithmic(0.1, 4.0), "mu": Interval(0.3, 0.9), "skew": Interval(-3.0, 3.0),
    "seed": Whole(0, 999),
}  # fmt: skip


def resting():
    """The two tokens at rest, the second beside -xi: a proof that it is one, and stable."""
    flow = causal(BETA, V)
    angle = theory.resting_angle(beta=BETA, mu=MU, alpha=ALPHA)
    yield flow, tkf.equilibrium(flow, circle.points(np.array([0.0, angle]))).x


CLAIM = Claim(
    name="counterexample",
    question="Do distinct positive eigenvalues of V suffice for tokens to end at two points?",
    source="arXiv:2411.04990, Conjecture thm1.5 (as a public formalization in Lean transcribes it)",
    statement="V diagonalizable with distinct positive eigenvalues: from almost every start every "
    "token converges to xi or -xi, the leading eigenvector.",
    hypotheses="causal attention, Q = K = I, two tokens of the plane, beta = 0.5, "
    "V = [[1, -1.99332888], [0, 0.8]]; then random V, and 16 leaders at beta = 2",
    verdict=FAILS,
    runs=runs,
    check=check,
    draw=draw,
    note="About a third of random starts end 0.085 rad beside -xi, at a stable rest. It exists "
    "exactly if min_phi f sin(alpha) / sin(phi - alpha) < 1 - mu < e^(-2 beta), alpha the angle "
    "between the eigenvectors and f = e^(beta (cos phi - 1)): for every beta and every V of the "
    "plane that is not symmetric, for some mu. A symmetric V is safe. See the page on it.",
    quantified=Quantified(PARTS, plane, off_axis, rests),
    configurations=resting,
)
