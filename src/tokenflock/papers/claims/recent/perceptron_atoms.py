"""With a perceptron beside attention tokens end in few points, and only in parts of the sphere."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

N, D, WIDTH, BETA, END = 80, 3, 6, 2.0, 100.0
SIZE = 4.0  # of the perceptron, against attention


def runs(effort):
    return [one(seed) for seed in range(effort.of(quick=5, full=60))]


def one(seed):
    """The points where tokens end, under a perceptron that is the gradient of a potential."""
    rng = chance.generator([seed, 66])
    W, b = rng.normal(size=(WIDTH, D)), 0.3 * rng.normal(size=WIDTH)
    U = W.T * (SIZE / np.sqrt(WIDTH) * rng.choice([-1.0, 1.0], WIDTH))  # of a potential
    perceptron = tkf.Perceptron(W=W, U=U, b=b, activation="tanh")
    flow = tkf.Flow(tkf.SelfAttention(BETA), terms=perceptron)

    def push(x):
        return np.tanh(x @ W.T + b) @ U.T

    x0 = tkf.normalize(rng.normal(size=(N, D)))
    x = tkf.solve(flow, x0, [0.0, END], tol=1e-8).x.data[-1]
    atoms = distinct(x)
    return {"x": x, "atoms": atoms, "outside": along(atoms, push(atoms)).max(),
            "speed": float(np.abs(np.asarray(flow(0.0, x))).max()), "allowed": allowed(push, rng),
            "push": push, "law": printed.error(flow, x0, beta=BETA, term=push)}  # fmt: skip


def distinct(x, near=1e-4):
    """One token of every group that is closer than `near`."""
    atoms = []
    for y in x:
        if all(np.linalg.norm(y - a) > near for a in atoms):
            atoms.append(y)
    return np.array(atoms)


def along(x, v):
    """The length of the part of v that is tangent to the sphere."""
    return np.linalg.norm(v - (x * v).sum(axis=-1, keepdims=True) * x, axis=-1)


def allowed(push, rng):
    """The share of the sphere where attention, which is at most 1, could hold a token."""
    x = tkf.normalize(rng.normal(size=(20_000, D)))
    return float((along(x, push(x)) <= 1).mean())


def check(runs):
    return [
        Check(f"points in which {N} tokens end, most", max(len(r["atoms"]) for r in runs), bound=8),
        Check("speed at the end, largest", max(r["speed"] for r in runs), bound=1e-4),
        Check("tangent part of the perceptron at an end, largest",
              max(r["outside"] for r in runs), bound=1.0),
        Check("share of the sphere where it is that small, mean",
              np.mean([r["allowed"] for r in runs]), bound=0.5),
        printed.check(r["law"] for r in runs),
    ]  # fmt: skip


def draw(ax, runs):
    run = runs[0]
    across, up = np.linspace(-np.pi, np.pi, 240), np.linspace(-1, 1, 120)
    angle, height = np.meshgrid(across, up)
    ring = np.sqrt(1 - height**2)
    x = np.stack([ring * np.cos(angle), ring * np.sin(angle), height], axis=-1).reshape(-1, 3)
    free = along(x, run["push"](x)).reshape(angle.shape)
    ax.contourf(across, up, free, levels=[0, 1], colors=["0.85"])
    ax.plot(np.arctan2(run["x"][:, 1], run["x"][:, 0]), run["x"][:, 2], "C0o", ms=7,
            label=f"{N} tokens at $t = {END:g}$")  # fmt: skip
    ax.plot([], [], "s", color="0.85", ms=10, label=r"$|P_x U \sigma(W x + b)| \leq 1$")
    ax.set(xlabel="longitude", ylabel="$x_3$", xlim=(-np.pi, np.pi), ylim=(-1, 1))
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 1.18), ncols=2, frameon=False)


CLAIM = Claim(
    name="perceptron-atoms",
    question="Where do tokens come to rest when a perceptron acts on them as well?",
    source="arXiv:2601.21366 (as we read its abstract)",
    statement="With a perceptron critical points are generically atomic and localized on subsets "
    "of the sphere: here where its tangent part is at most 1, the most that attention can balance.",
    hypotheses=f"d = {D}, beta = {BETA:g}, Q = K = V = I, U = W^T diag(c), tanh, width {WIDTH}",
    runs=runs,
    check=check,
    draw=draw,
    note="The subset is ours: tokens at rest balance the perceptron by an average of unit vectors.",
)
