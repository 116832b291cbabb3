"""What is drawn agrees with the data; nothing is cut off; nothing is left behind."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import matplotlib
import numpy as np
import pytest
import xarray as xr
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text
from mpl_toolkits.mplot3d import proj3d

from tokenflock import observables, plots, spaces
from tokenflock.errors import InputError
from tokenflock.plots import scales, sphere, style

TIMES = np.append(0.0, np.geomspace(0.01, 150.0, 24))


def record_of(space):
    """What a dataset says about its space."""
    return spaces.named(space).about()


def tokens_on_path(x, times=TIMES, **attrs):
    about = {"beta": 64.0, "mask": "full"} | record_of(attrs.pop("space", "sphere")) | attrs
    return xr.DataArray(x, dims=("time", "token", "coord"), coords={"time": times}, attrs=about)


def drift(n, d, times=TIMES, targets=5, **attrs):
    """Tokens that start at random and approach the nearest of a few targets, as e^(-t)."""
    rng = np.random.default_rng(n + d)
    start, target = rng.normal(size=(n, d)), 2 * rng.normal(size=(targets, d))
    nearest = target[(start @ target.T).argmax(axis=1)]
    x = nearest + np.exp(-np.asarray(times))[:, None, None] * (start - nearest)
    if attrs.get("space", "sphere") == "sphere":
        x = x / np.linalg.norm(x, axis=-1, keepdims=True)
    return tokens_on_path(x, times, **attrs)


def on_circle(angles, **attrs):
    return tokens_on_path(np.stack([np.cos(angles), np.sin(angles)], axis=-1), **attrs)


def run_of(x, **attrs):
    return xr.Dataset({"x": x}, attrs=dict(x.attrs) | {"seed": 0} | attrs)


def axes(projection=None):
    return Figure(layout="constrained").add_subplot(projection=projection)


def lines_of(collection):
    """The points of every line, with the gaps (nan) that `get_segments` leaves out."""
    return [line.vertices for line in collection.get_paths()]


def drawn_texts(fig):
    """The text and the box of everything written when the figure is drawn."""
    written, draw = [], Text.draw

    def record(self, renderer):
        if self.get_visible() and self.get_text().strip():
            written.append((self.get_text(), self.get_window_extent(renderer)))
        draw(self, renderer)

    FigureCanvasAgg(fig)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "draw", record)
        fig.draw_without_rendering()
    return written


def assert_legible(fig):
    """Every text lies inside the figure, and no two overlap."""
    texts = drawn_texts(fig)
    assert texts
    width, height = fig.canvas.get_width_height()
    for text, box in texts:
        inside = box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height
        assert inside, f"{text!r} is cut off: {box} in {width} x {height}"
    for (one, a), (other, b) in combinations(texts, 2):
        across = min(a.x1, b.x1) - max(a.x0, b.x0)
        along = min(a.y1, b.y1) - max(a.y0, b.y0)
        assert min(across, along) < 1, f"{one!r} and {other!r} overlap"


# --- the circle ---


def test_lines_stop_at_the_seam():
    # One token goes around the circle twice, each way; lines may not jump across the picture.
    turns = 4 * np.pi * np.linspace(0, 1, len(TIMES)) ** 2
    x = on_circle(np.stack([turns, -turns, 0 * turns], axis=-1))
    lines = lines_of(plots.circle_over_time(axes(), x))

    for line, crossings in zip(lines, (2, 2, 0), strict=True):
        steps = np.abs(np.diff(line[:, 1]))
        assert np.isnan(line[:, 1]).sum() == crossings
        assert np.nanmax(steps) < np.pi
        edges = np.flatnonzero(np.isnan(line[:, 1]))
        np.testing.assert_allclose(np.abs(line[edges - 1, 1]), np.pi)
        np.testing.assert_allclose(line[edges - 1, 1], -line[edges + 1, 1])
        assert (np.diff(line[:, 0]) >= 0).all()


def test_every_saved_angle_is_on_its_line():
    x = drift(7, 2)
    lines = lines_of(plots.circle_over_time(axes(), x))
    for token, line in enumerate(lines):
        here = line[np.isin(line[:, 0], TIMES)]
        expected = np.arctan2(x[:, token, 1], x[:, token, 0])
        np.testing.assert_allclose(here[np.isfinite(here[:, 1])][:, 1], expected)


def test_centers_are_the_observables():
    x = drift(60, 2, mask="causal")
    ax = axes()
    plots.circle_over_time(ax, x)
    first = x.isel(time=0)
    angle = np.arctan2(first[:, 1], first[:, 0]).data
    marks = {line.get_label(): line for line in ax.lines}
    for name, which in (
        ("Rényi centers", observables.renyi_centers(first)),
        ("strong Rényi centers", observables.strong_renyi_centers(first)),
    ):
        assert 0 < which.sum() < 60
        np.testing.assert_allclose(marks[name].get_ydata(), angle[which.data])
        assert (marks[name].get_xdata() == 0).all()


def test_centers_are_marked_where_they_mean_something():
    full, causal = axes(), axes()
    plots.circle_over_time(full, drift(20, 2))
    plots.circle_over_time(causal, drift(20, 2, mask="causal"), centers=False)
    assert not full.lines
    assert not causal.lines


def test_the_legend_covers_no_data():
    ax = axes()
    plots.circle_over_time(ax, drift(60, 2, mask="causal"))
    ax.figure.draw_without_rendering()
    assert ax.get_legend().get_window_extent().y0 >= ax.bbox.y1 - 1


def test_snapshot_discs_have_the_area_of_their_mass():
    angles = np.repeat([0.0, 2.0, 4.0], [1, 4, 16])
    ax = axes()
    plots.circle_snapshot(ax, on_circle(np.tile(angles, (len(TIMES), 1))).isel(time=0))
    circle, heavy, light = ax.patches  # a lone token has no disc
    assert circle.get_radius() == 1
    assert heavy.get_radius() == pytest.approx(2 * light.get_radius())
    assert {text.get_text() for text in ax.texts} == {"$t = 0$", "16", "4"}


def test_parked_arcs_never_overlap():
    x = drift(200, 2, mask="causal").isel(time=0)
    delta = 4 * x.attrs["beta"] ** -0.5
    ax = axes()
    plots.circle_snapshot(ax, x, centers=observables.renyi_centers(x).data, delta=delta)
    arcs = sorted((a.theta1, a.theta2) for a in ax.patches if isinstance(a, matplotlib.patches.Arc))
    assert len(arcs) == observables.renyi_centers(x).sum()
    starts, ends = np.array(arcs).T
    assert (starts[1:] > ends[:-1]).all()
    assert starts[0] + 360 > ends[-1]
    np.testing.assert_allclose(ends - starts, np.degrees(delta))


# --- colors ---


@pytest.mark.parametrize("count", [1, 2, 3, 8, 9, 10, 16, 17, 25])
def test_neighbors_on_the_circle_differ(count):
    angles = np.repeat(2 * np.pi * np.arange(count) / count, 3)
    x = on_circle(np.tile(angles, (len(TIMES), 1)), beta=1e4).isel(time=0)
    shuffled = x.isel(token=np.random.default_rng(0).permutation(3 * count))
    colors = {}
    for token, color in zip(shuffled, plots.cluster_colors(shuffled), strict=True):
        place = round(float(np.arctan2(token[1], token[0]) % (2 * np.pi)) * count / 2 / np.pi)
        colors.setdefault(place % count, set()).add(to_hex(color))
    assert all(len(one) == 1 for one in colors.values())
    if count > 1:
        assert all(colors[k] != colors[(k + 1) % count] for k in range(count))


def test_tokens_in_no_cluster_are_gray():
    strung_out = np.append(np.linspace(0, 1, 200), np.pi)
    x = on_circle(np.tile(strung_out, (len(TIMES), 1))).isel(time=0)
    colors = plots.cluster_colors(x)
    gray = np.all(colors == matplotlib.colors.to_rgba(style.GRAY), axis=-1)
    np.testing.assert_array_equal(gray, observables.clusters(x).data < 0)
    assert gray.sum() == 200


# --- curves and pairs ---


def test_cluster_count_is_the_observable():
    x = drift(300, 2, beta=16.0)
    ax = axes()
    line = plots.cluster_count(ax, x)
    np.testing.assert_array_equal(line.get_ydata(), observables.count_clusters(x))
    np.testing.assert_array_equal(line.get_xdata(), TIMES)
    (shade,) = ax.collections
    loose = observables.unclustered(x)
    assert shade.get_paths()[0].vertices[:, 1].max() == loose.max() > 0


def test_nothing_is_shaded_when_all_tokens_are_clustered():
    ax = axes()
    plots.cluster_count(ax, on_circle(np.tile([0.0, 1.0, 2.0], (len(TIMES), 1))))
    assert not ax.collections
    assert ax.get_legend() is None


def test_energy_and_its_plateaus():
    # Clusters of 2, 3 and 5 tokens far apart: the energy is (4 + 9 + 25) / 100 up to e^(-beta/2).
    angles = np.repeat([0.0, 2.0, 4.0], [2, 3, 5])
    x = on_circle(np.tile(angles, (len(TIMES), 1)))
    ax = axes()
    line = plots.energy_curve(ax, x, plateaus=True)
    np.testing.assert_allclose(line.get_ydata(), 0.38, rtol=0, atol=1e-12)
    (plateau,) = ax.collections[0].get_segments()
    np.testing.assert_allclose(plateau, [[0, 0.38], [150, 0.38]])


def test_histogram_counts_pairs():
    x = drift(12, 3)
    drawn = plots.alignment_histogram(axes(), x, times=[0.0, 1.0], bins=20)
    for stairs, t in zip(drawn, (0.0, 1.0), strict=True):
        values, edges, _ = stairs.get_data()
        tokens = x.sel(time=t, method="nearest").data
        cosines = [tokens[i] @ tokens[j] for i, j in combinations(range(12), 2)]
        expected = np.histogram(cosines, edges)[0] / len(cosines)
        np.testing.assert_allclose(values, expected, rtol=0, atol=1e-12)


def test_cosines_over_time_are_shares():
    x = drift(20, 5)
    image = plots.alignment_over_time(axes(), x)
    np.testing.assert_allclose(image.get_array().filled(0.0).sum(axis=0), 1.0)


@pytest.mark.parametrize("log", [False, True])
def test_attention_matrix_shows_its_entries(log):
    P = np.tril(np.random.default_rng(0).uniform(size=(6, 6)))
    P /= P.sum(axis=1, keepdims=True)
    image = plots.attention_matrix(axes(), P[None], log=log)
    np.testing.assert_array_equal(image.get_array().mask, P == 0)
    np.testing.assert_array_equal(image.get_array().filled(0.0), P)
    assert image.norm(P.max()) == 1
    assert isinstance(image.norm, matplotlib.colors.LogNorm) == log


def test_attention_matrix_wants_one_head():
    with pytest.raises(InputError, match="Choose a head"):
        plots.attention_matrix(axes(), np.ones((2, 3, 3)))


# --- spheres, planes, lines ---


@pytest.mark.parametrize(("elev", "azim"), [(18, -60), (0, 0), (-40, 200), (89, 30)])
def test_the_eye_of_three_dimensional_axes(elev, azim):
    ax = axes("3d")
    ax.view_init(elev, azim)
    plots.sphere_snapshot(ax, drift(5, 3).isel(time=0))
    project = ax.get_proj()
    origin = proj3d.proj_transform(0, 0, 0, project)
    eye = proj3d.proj_transform(*sphere.viewpoint(ax), project)
    above = proj3d.proj_transform(*sphere.upwards(ax), project)
    np.testing.assert_allclose(eye[:2], origin[:2], rtol=0, atol=1e-12)
    assert eye[2] < origin[2]  # nearer
    assert above[0] == pytest.approx(origin[0], abs=1e-12)
    assert above[1] > origin[1]


def test_tokens_in_front_and_behind():
    x = drift(40, 3).isel(time=0)
    ax = axes("3d")
    front = plots.sphere_snapshot(ax, x, trails=drift(40, 3))
    seen = np.stack(front._offsets3d, axis=-1)
    expected = x.data[x.data @ sphere.viewpoint(ax) >= 0]
    np.testing.assert_array_equal(seen, expected)
    dots = [c for c in ax.collections if hasattr(c, "_offsets3d")]
    assert sum(len(c._offsets3d[0]) for c in dots) == 40


def test_the_hull_contains_all_tokens():
    x = drift(30, 2, space="euclidean").isel(time=0)
    ax = axes()
    plots.plane_snapshot(ax, x)
    (hull,) = ax.patches
    assert {tuple(v) for v in hull.get_xy()} <= {tuple(v) for v in x.data}
    assert hull.get_path().contains_points(x.data, radius=1e-9).sum() >= 30 - len(hull.get_xy())
    assert hull.get_path().contains_points(0.999 * x.data + 0.001 * x.data.mean(axis=0)).all()


@pytest.mark.parametrize("n", [1, 2, 3])
def test_few_or_collinear_tokens_have_no_hull(n):
    x = np.tile(np.arange(n)[:, None] * [1.0, 2.0], (len(TIMES), 1, 1))
    ax = axes()
    plots.plane_snapshot(ax, tokens_on_path(x, space="euclidean").isel(time=0))
    assert not ax.patches


def test_lines_of_one_dimensional_tokens():
    x = drift(9, 1, space="euclidean")
    lines = plots.line_over_time(axes(), x).get_segments()
    np.testing.assert_allclose(np.stack(lines)[..., 1].T, x.data[..., 0])


# --- time axes ---


@pytest.mark.parametrize(
    ("scale", "end"),
    [*(("log", t) for t in (1e-3, 3.0, 5.0, 15.0, 99.0, 150.0, 1e4, 1e8, 1e12, 1e17, 1e30)),
     ("linear", 15.0), ("linear", 1e30)],
)  # fmt: skip
def test_time_axis(scale, end):
    ax = Figure(figsize=(4, 3), layout="constrained").subplots()
    scales.time_axis(ax, np.array([0.0, end]), scale)
    assert ax.get_xlim() == (0.0, end)
    shown = [t for t in ax.get_xticks() if t <= end]
    assert 3 <= len(shown) <= 10
    assert shown[0] == 0
    assert_legible(ax.figure)


def test_snapshots_are_even_on_the_time_axis():
    times = np.linspace(0, 150, 301)
    chosen = times[scales.even_times(times, 4)]
    np.testing.assert_allclose(np.diff(np.arcsinh(chosen)), np.arcsinh(150) / 3, rtol=0.05)
    assert scales.even_times(np.array([0.0, 1.0]), 4).tolist() == [0, 1]


# --- whole figures ---

RUNS = [
    *((n, d, {"mask": "causal"}) for n in (1, 64) for d in (2, 3)),
    *((n, 6, {"beta": 0.0}) for n in (1, 32)),
    *((n, 2, {"space": "euclidean"}) for n in (1, 2, 20)),
    *((20, d, {"space": "rescaled"}) for d in (1, 2, 5)),
]


@pytest.mark.parametrize(("n", "d", "attrs"), RUNS)
def test_every_figure_is_legible(n, d, attrs):
    assert_legible(plots.figure_of(run_of(drift(n, d, **attrs))))


@pytest.mark.parametrize(
    ("times", "d"),
    [([0.0], 2), ([0.0], 3), ([0.0], 6), ([0.0, 2.0], 2), ([0.0, 1.0, 1e30], 6), ([5.0, 6.0], 3)],
)
def test_figures_of_few_times(times, d):
    assert_legible(plots.figure_of(run_of(drift(8, d, np.array(times)))))


def test_the_title_tells_the_parameters():
    spec = '{"ov": -1.0, "qk": [[1, 0], [0, 2]]}'
    fig = plots.figure_of(run_of(drift(5, 2, mask="causal"), spec=spec))
    title = fig.get_suptitle()
    for part in ("$n = 5$", "$d = 2$", r"$\beta = 64$", "causal", "$V = -I$", "given", "seed 0"):
        assert part in title


@pytest.mark.parametrize(("space", "title"), [("euclidean", "Euclidean space"), ("ngpt", "nGPT")])
def test_the_title_names_the_space(space, title):
    assert f",  {title}" in plots.figure_of(run_of(drift(5, 2, space=space))).get_suptitle()


def test_tokens_are_drawn_by_the_metric_of_their_space():
    # Directions of tokens that angles compare, places of those that distances do.
    def drawn(space):
        x = drift(20, 2, space="euclidean")
        run = run_of(x.assign_attrs(record_of(space)))
        return plots.figure_of(run).axes[0].get_ylabel()

    assert {drawn(space) for space in ("sphere", "preln", "mixln:2", "ngpt")} == {r"angle $\theta$"}
    assert {drawn(space) for space in ("euclidean", "rescaled")} == {""}


@pytest.mark.slow
def test_many_tokens(tmp_path):
    fig = plots.figure_of(run_of(drift(20_000, 2, TIMES[::4], mask="causal")))
    assert len(fig.axes[0].collections[0].get_segments()) == style.MOST_LINES
    saved = plots.save_figure(fig, tmp_path / "many.png")
    assert saved.stat().st_size < 1_000_000


def test_thinned_tokens_are_announced():
    fig = plots.figure_of(run_of(drift(2000, 3, TIMES[::8])))
    assert "500 of 2000 tokens" in fig.get_suptitle()
    assert_legible(fig)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_equal_figures_are_equal_bytes(tmp_path, suffix):
    for name in ("one", "other"):
        ax = axes()
        plots.circle_over_time(ax, drift(12, 2, mask="causal"))
        plots.save_figure(ax.figure, tmp_path / "new" / f"{name}{suffix}")
    one, other = (tmp_path / "new" / f"{name}{suffix}" for name in ("one", "other"))
    assert one.read_bytes() == other.read_bytes()
    assert len(one.read_bytes()) > 10_000
    assert b"CreationDate" not in one.read_bytes()
    assert b"dc:date" not in one.read_bytes()


@pytest.mark.parametrize("name", ["figure.jpeg", "figure", "figure.zarr"])
def test_other_suffixes_are_refused(tmp_path, name):
    with pytest.raises(InputError, match=r"\.png, \.svg, \.pdf"):
        plots.save_figure(Figure(), tmp_path / name)


def test_a_path_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        plots.save_figure(Figure(), tmp_path / "file" / "figure.png")


# --- doors, and what is left behind ---


@pytest.mark.parametrize(
    "draw", [plots.circle_over_time, plots.cluster_count, plots.energy_curve, plots.line_over_time]
)
def test_a_path_needs_its_dimensions(draw):
    with pytest.raises(InputError, match="dims"):
        draw(axes(), drift(3, 2).isel(time=0))
    with pytest.raises(InputError, match="ndarray"):
        draw(axes(), drift(3, 2).data)


def test_wrong_dimension_and_scale():
    with pytest.raises(InputError, match="d = 2"):
        plots.circle_over_time(axes(), drift(3, 4))
    with pytest.raises(InputError, match="'log' or 'linear'"):
        plots.cluster_count(axes(), drift(3, 2), time_scale="logarithmic")
    with pytest.raises(InputError, match="dataset"):
        plots.figure_of(drift(3, 2))


def test_the_order_of_dimensions_does_not_matter():
    x = drift(6, 2)
    one = plots.circle_over_time(axes(), x).get_segments()
    other = plots.circle_over_time(axes(), x.transpose("coord", "token", "time")).get_segments()
    np.testing.assert_array_equal(np.concatenate(one), np.concatenate(other))


def test_settings_survive_threads():
    before = dict(matplotlib.rcParams)
    runs = [run_of(drift(10, 2, beta=float(b))) for b in range(1, 5)]
    with ThreadPoolExecutor(4) as pool:
        figures = list(pool.map(plots.figure_of, runs))
    assert dict(matplotlib.rcParams) == before
    assert len(figures) == 4


@pytest.mark.slow
def test_plots_load_neither_pyplot_nor_dynamics():
    unwanted = (
        "matplotlib.pyplot",
        "jax",
        "diffrax",
        "tokenflock.fields.flow",
        "tokenflock.simulation",
    )
    script = (
        "import sys, numpy as np, xarray as xr, tokenflock.plots as p;"
        "x = xr.DataArray(np.ones((2, 3, 2)) / 2**.5, dims=('time', 'token', 'coord'),"
        " coords={'time': [0., 1.]}, attrs={'beta': 1.});"
        "p.figure_of(xr.Dataset({'x': x}));"
        f"sys.exit(' '.join(m for m in {unwanted!r} if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stderr.strip() == ""


def test_letters_that_the_font_lacks_are_written_by_others():
    from tokenflock.plots.letters import drawable

    assert drawable("서울 fox é") == "seoul fox é"
    assert drawable("값") == "gaps"
    assert drawable("字") == "U+5B57"


def test_words_beside_points_cover_nothing():
    from matplotlib.figure import Figure

    from tokenflock.plots.labels import write_words

    # Twelve points on a spot and twelve apart, one of them at the edge of the axes.
    rng = np.random.default_rng(0)
    places = np.concatenate([0.01 * rng.normal(size=(12, 2)), rng.uniform(-1, 1, size=(12, 2))])
    places[-1] = 0.99
    words = ["word"] * 12 + ["a longer one", ","] * 6
    figure = Figure(figsize=(5, 4), layout="constrained")
    ax = figure.subplots()
    ax.set(xlim=(-1, 1), ylim=(-1, 1))
    write_words(ax, places, words)
    figure.draw_without_rendering()
    assert [text.get_text() for text in ax.texts] == words
    # Of a word with a line to its point only the letters.
    boxes = [super(type(text), text).get_window_extent() for text in ax.texts]
    for k, box in enumerate(boxes):
        assert not any(box.shrunk(0.98, 0.98).overlaps(other) for other in boxes[:k]), k
        assert not any(box.contains(*dot) for dot in ax.transData.transform(places)), k
        assert box.x1 <= ax.get_window_extent().x1 + 1
