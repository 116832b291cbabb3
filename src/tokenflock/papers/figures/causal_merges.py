"""How causal clusters merge, one after another, until one is left: a figure that no paper has."""

import numpy as np
import xarray as xr

import tokenflock as tkf
from tokenflock.papers.claims import circle
from tokenflock.papers.paper_figure import PaperFigure
from tokenflock.simulation import flow_of, tokens_of

COUNTED = tkf.Spec(n=200, d=2, beta=64.0, mask="causal", t_end=1e60)
TIMES = np.append(0.0, np.geomspace(1.0, COUNTED.t_end, 181))
# A run of 200 tokens has the same last merges: clusters are led by early tokens.
TIMED = tkf.Spec(n=100, d=2, mask="causal", t_end=1e100, samples=2)
BETAS = (16.0, 25.0, 36.0, 49.0, 64.0, 81.0, 100.0)
LAST = np.array([1, 2, 3])
NAMES = {1: "last", 2: "second last", 3: "third last"}
QUARTILES = (0.25, 0.5, 0.75)


def data(effort):
    gaps = random_gaps(effort.of(quick=300, full=2000))
    merges = timed(effort.of(quick=BETAS[::3], full=BETAS), effort.of(quick=10, full=50))
    return xr.merge([
        counted(effort.of(quick=10, full=100)).assign(rule=("time", rule_counts(gaps))),
        merges,
        pairs(np.median(gaps[:, : len(LAST)], axis=0), merges.beta.data),
    ]).assign_attrs(
        n_counted=COUNTED.n, beta_counted=COUNTED.beta,
        n_timed=TIMED.n, t_end_timed=TIMED.t_end, seed=0,
    )  # fmt: skip


def counted(runs):
    """The number of clusters against time: groups of tokens linked by steps of up to 1e-3 rad."""
    count = xr.DataArray([count_of(seed) for seed in range(runs)], dims=("run", "time"))
    return xr.Dataset({
        "count": count,
        "mean": count.mean("run"),
        "error": count.std("run", ddof=1) / np.sqrt(runs),
        "low": count.quantile(0.1, "run").drop_vars("quantile"),
        "high": count.quantile(0.9, "run").drop_vars("quantile"),
    }, {"time": TIMES})  # fmt: skip


def count_of(seed):
    spec = COUNTED.replace(seed=seed)
    x = tkf.solve(flow_of(spec), tokens_of(spec), TIMES).x.data
    return tkf.count_clusters(x, threshold=1e-3, size=np.pi)


def timed(betas, starts):
    """When the last merges happen: quartiles, and the slope of the medians in beta.

    The same starts serve every beta, so the bootstrap draws starts.
    """
    logs = np.array([[last_merges(beta, seed) for seed in range(starts)] for beta in betas])
    expected = predicted(np.array([gaps_of(seed) for seed in range(starts)]), betas)
    drawn = np.random.default_rng(0).integers(starts, size=(1000, starts))
    medians = quantile(logs[:, drawn], 0.5, axis=2)  # (beta, draw, last)
    each, middle = ("beta", "start", "last"), ("beta", "last")
    return xr.Dataset({
        "log10_time": (each, logs),
        "predicted": (each, expected),
        "quartile": (("quantile", *middle), [quantile(logs, q, axis=1) for q in QUARTILES]),
        "median_error": (middle, medians.std(axis=1, ddof=1)),
        "predicted_median": (middle, np.median(expected, axis=1)),
        "censored": (middle, (logs >= np.log10(TIMED.t_end)).mean(axis=1)),
        "slope": ("last", slope(betas, quantile(logs, 0.5, axis=1))),
        "slope_error": ("last", slope(betas, medians).std(axis=0, ddof=1)),
        "predicted_slope": ("last", slope(betas, np.median(expected, axis=1))),
    }, {"beta": list(betas), "last": LAST, "quantile": list(QUARTILES)})  # fmt: skip


def last_merges(beta, seed):
    """log10 of the times from which on 1, 2, 3 clusters are left, at most that of t_end."""
    found = {m.count: m.time for m in tkf.merges(tkf.simulate(TIMED.replace(beta=beta, seed=seed)))}
    return [np.log10(found.get(left, TIMED.t_end)) for left in LAST]


def quantile(logs, share, axis):
    """A quantile of times of which some are only known to be beyond t_end; NaN if it is, too."""
    known = np.quantile(logs, share, axis=axis, method="higher") < np.log10(TIMED.t_end)
    return np.where(known, np.quantile(logs, share, axis=axis), np.nan)


def slope(betas, values):
    """The slope of the least-squares line through values (beta, ...)."""
    away = np.asarray(betas) - np.mean(betas)
    return np.tensordot(away / (away @ away), values, 1)


def random_gaps(starts):
    """The gaps (start, merge) that close one by one, the last first, from random starts."""
    rng = np.random.default_rng(0)
    return np.array([closing_gaps(rng.uniform(0, 2 * np.pi, TIMED.n)) for _ in range(starts)])


def gaps_of(seed):
    """The last gaps that close from the start of a seed."""
    return closing_gaps(circle.angles(tokens_of(TIMED.replace(seed=seed))))[: len(LAST)]


def closing_gaps(angle):
    """The gaps between tokens that close as beta -> oo, the last first.

    The pull across a gap g is e^(-beta (1 - cos g)): the smallest gap closes while nobody else
    moves, and it closes because the later of its two tokens, which sees the earlier, goes to it.
    """
    token = np.argsort(angle)
    place, gaps = angle[token], []
    while len(token) > 1:
        after = np.diff(place, append=place[0] + 2 * np.pi)
        k = int(np.argmin(after))
        pair = (k, (k + 1) % len(token))
        gaps.append(after[k])
        goes = max(pair, key=lambda one: token[one])
        token, place = np.delete(token, goes), np.delete(place, goes)
    return gaps[::-1]


def predicted(gaps, betas):
    """log10 of the times (beta, ...) at which pairs merge across gaps (...)."""
    return np.array([np.vectorize(tkf.theory.merge_time)(gaps, beta) for beta in betas])


def pairs(gaps, betas):
    """When pairs at the typical gaps of the last merges merge, and the slope of that in beta."""
    times = predicted(gaps, betas)
    return xr.Dataset(
        {"gap": ("last", gaps), "pair": (("beta", "last"), times),
         "pair_slope": ("last", slope(betas, times))},
    )  # fmt: skip


def rule_counts(gaps):
    """The mean number of clusters at each time if gaps close one by one; NaN before t = 100."""
    wide = gaps > 2 * COUNTED.beta**-0.5  # where merge_time holds, and grows with the gap
    when = np.where(wide, predicted(gaps, [COUNTED.beta])[0], -np.inf)
    late = TIMES >= 100
    left = [1 + (when > np.log10(t)).sum(axis=1).mean() for t in TIMES[late]]
    return np.append(np.full(np.sum(~late), np.nan), left)


def draw(figure, data):
    left, right = figure.subplots(1, 2)
    draw_counts(left, data.isel(time=slice(1, None)))
    draw_merges(right, data)


def draw_counts(ax, data):
    delta = 4 * COUNTED.beta**-0.5
    t = np.log10(data.time)
    ax.fill_between(t, data.low, data.high, color="C0", alpha=0.2, lw=0)
    for color, one in zip(("C2", "C4", "C5"), data["count"], strict=False):
        ax.step(t, one, color=color, lw=0.8, where="post")
    ax.plot(t, data["mean"], color="C0", lw=2, label="mean")
    ax.plot(t, data.rule, "k--", lw=1, label="mean, if gaps close one by one")
    ax.axhline(tkf.theory.renyi_count(delta), color="C1", ls=":", label="mean of Rényi centers")
    ax.axhline(np.pi / delta, color="C3", ls=":", label="mean of strong Rényi centers")
    # Small gaps g close at log t ~ beta g^2 / 2, which on a scale of roots is linear in g.
    ax.set_xscale("function", functions=(np.sqrt, np.square))
    ax.set_yscale("log")
    ax.set(xlabel=r"$\log_{10} t$", ylabel="clusters", xlim=(0, t[-1]), ylim=(0.9, COUNTED.n))
    ax.set_xticks([0, 1, 2, 5, 10, 20, 30, 40, 50, 60])
    ax.set_yticks([1, 2, 3, 4, 6, 10, 20, 50, 100, 200], minor=False)
    ax.set_yticks([], minor=True)
    ax.yaxis.set_major_formatter("{x:g}")
    ax.set_title(rf"causal tokens, $n = {COUNTED.n}$, $\beta = {COUNTED.beta:g}$")
    ax.legend()


def draw_merges(ax, data):
    for k, (last, name) in enumerate(NAMES.items()):
        one, color = data.sel(last=last), f"C{k}"
        low, middle, high = one.quartile.data
        label = f"{name}, slope ${one.slope.item():.3f} \\pm {one.slope_error.item():.3f}$"
        bars = [middle - low, high - middle]
        ax.errorbar(data.beta, middle, bars, fmt="o", ms=4, capsize=2, color=color, label=label)
        fit = middle.mean() + one.slope.item() * (data.beta - data.beta.mean())
        ax.plot(data.beta, fit, color=color, lw=1)
        ax.plot(data.beta, one.pair, color=color, ls="--", lw=1)
    each = np.broadcast_to(data.beta.data[:, None], data.predicted_median.shape)
    predicted = data.predicted_median.data.ravel()
    ax.plot(each.ravel(), predicted, "kx", ms=5, zorder=4, label="predicted from these starts")
    ax.plot([], [], "k--", lw=1, label="a pair at the typical gap")
    ax.set(xlabel=r"$\beta$", ylabel=r"$\log_{10}$ of the time of the merge", ylim=(0, None))
    ax.set_title("medians and quartiles of the last merges")
    ax.legend()


FIGURE = PaperFigure(
    name="causal-merges",
    source="arXiv:2411.04990, Theorem 4.1 and Section 6; the figure is ours",
    title="causal clusters merge one by one, the last at times exponential in beta",
    caption="Causal attention on the circle, Q = K = V = I, uniform starts. Left: the number of "
    "clusters of n = 200 tokens, beta = 64 (10 runs, with --full 100), groups linked by steps of "
    "at most 1e-3 rad: mean, 10th to 90th percentile, three single runs (thin; a cluster on its "
    "way to another is strung out and counts as several for a while). Dotted: mean numbers of "
    "Rényi and strong Rényi centers of endless sequences, delta = 4 beta^(-1/2). Dashed: the "
    "smallest gap closes, the later of its two tokens moves, the time is theory.merge_time. "
    "Right: log10 of the time of the last three merges, n = 100, to t = 1e100 (10 starts, with "
    "--full 50, the same for each beta): medians, quartiles, and a line through the medians with "
    "the bootstrap error of its slope; quantiles beyond the end would not be drawn. Crosses: "
    "medians of what the gaps of these very starts predict, half of the runs within 0.4 of it. "
    "Dashed: a pair at the median gap of random starts (300, with --full 2000), 2.43, 1.46, 1.04 "
    "rad. Measured with --full: 8.97 +- 0.45 clusters at t = 100, 5.59 +- 0.09 at 1e4, 3.83 +- "
    "0.07 at 1e10, 2.72 +- 0.05 at 1e20, 2.10 +- 0.04 at 1e30, one in each run from 1e56 on; "
    "slopes 0.728 +- 0.025, 0.410 +- 0.012, 0.193 +- 0.016 per unit of beta, from the same starts "
    "0.732, 0.413, 0.196, at the typical gap 0.755, 0.376, 0.205; no run censored. The section "
    "promises at least t = exp(Omega(sqrt(beta))).",
    cost="quick: 33 s of CPU; full: 335 s",
    data=data,
    draw=draw,
)
