"""Certificates: their theorems by closed forms and by paths, refusals, and a second look."""

import json

import numpy as np
import pytest
from support.end_states import end_state, flow, on_circle

import tokenflock as tkf
from tokenflock.certificates import balls
from tokenflock.certificates.law import evaluated
from tokenflock.certificates.system import System
from tokenflock.errors import InputError


def holds(certificate):
    again = tkf.Certificate.from_json(certificate.to_json())
    assert again == tkf.Certificate.from_json(again.to_json())
    return tkf.verify_certificate(again).holds


@pytest.mark.parametrize("seed", range(15))
def test_end_states_are_certified_and_hold_on_a_second_look(seed):
    field, x = end_state(seed)
    assert holds(tkf.certify(field, x))


# Hemispheres


@pytest.mark.parametrize("beyond", [1e-12, -1e-12])
@pytest.mark.parametrize("d", [2, 3])
def test_a_token_moved_out_of_the_hemisphere_by_1e_12_is_refused(d, beyond):
    # Tokens at height `beyond` around the equator, whose directions positively span the plane.
    turn = np.linalg.qr(np.random.default_rng(d).normal(size=(d, d)))[0]
    corners = [[1.0], [-1.0]] if d == 2 else on_circle(2 * np.pi * np.arange(3) / 3)
    x = np.column_stack([corners, np.full(len(corners), beyond)])
    x = tkf.normalize(np.concatenate([x, [[0.0] * (d - 1) + [1.0]]]) @ turn.T)
    if beyond > 0:
        certificate = tkf.certify(flow(), x, "hemisphere")
        assert certificate.hypotheses[0].low == pytest.approx(1e-12, rel=1e-2)
        assert holds(certificate)
        moved = x.copy()
        moved[0] -= 4e-12 * turn[:, -1]
        with pytest.raises(InputError, match="open hemisphere"):
            tkf.certify(flow(), tkf.normalize(moved), "hemisphere")
        forged = json.loads(certificate.to_json())
        forged["tokens"][0] = [float(a).hex() for a in moved[0]]
        found = tkf.verify_certificate(tkf.Certificate.from_json(json.dumps(forged)))
        assert found.problems == ("a token lies outside the hemisphere",)
    else:
        with pytest.raises(InputError, match="open hemisphere"):
            tkf.certify(flow(), x, "hemisphere")


@pytest.mark.parametrize("weighting", ["softmax", "unnormalized"])
@pytest.mark.parametrize("mask", ["full", "causal"])
def test_tokens_meet_at_least_as_fast_as_certified(mask, weighting):
    rng = np.random.default_rng(3)
    x = rng.normal(size=(5, 3))
    x[:, 0] = 0.3 + np.abs(x[:, 0])
    options = {"mask": mask, "weighting": weighting, "masses": rng.uniform(1, 3, 5)}
    for qk in (None, rng.normal(size=(3, 3)), -1.0):
        field = flow(0.7, qk=qk, ov=1.5, d=3, **options)
        certificate = tkf.certify(field, tkf.normalize(x), "hemisphere")
        assert holds(certificate)
        times = np.linspace(0.0, 6.0, 13)
        path = tkf.solve(field, tkf.normalize(x), times, tol=1e-10).x.data
        apart = np.linalg.norm(path[:, :, None] - path[:, None], axis=-1).max(axis=(1, 2))
        rate, spread = certificate.conclusion["rate"][0], certificate.conclusion["spread"][1]
        assert rate > 0
        assert (apart <= spread * np.exp(-rate * times) + 1e-8).all()


def test_the_rate_near_consensus_is_that_of_the_linearization():
    # c -> 1: the rate is v for the softmax, v e^beta unnormalized.
    x = on_circle(np.array([0.0, 1e-6, -1e-6]))
    for weighting, expected in (("softmax", 2.0), ("unnormalized", 2.0 * np.exp(0.5))):
        found = tkf.certify(flow(0.5, ov=2.0, weighting=weighting), x, "hemisphere")
        assert found.conclusion["rate"][0] == pytest.approx(expected, rel=1e-9)


# Equilibria


@pytest.mark.parametrize("weighting", ["softmax", "unnormalized"])
def test_balls_evaluate_the_field_and_its_derivative(weighting):
    # Non-symmetric heads, masses, a causal mask: against the loops and against `jacobian`.
    rng = np.random.default_rng(0)
    n, d = 4, 3
    x = tkf.normalize(rng.normal(size=(n, d)))
    field = flow(
        0.8, qk=rng.normal(size=(2, d, d)), ov=rng.normal(size=(2, d, d)), mask="causal",
        weighting=weighting, masses=rng.uniform(1, 2, n),
    )  # fmt: skip
    with balls.precision(128):
        found = evaluated(System.of(field), balls.rows(x), sigma=5.0)
    np.testing.assert_allclose(
        balls.floats(found.G).reshape(n, d), np.asarray(field(0.0, x)), atol=1e-13
    )
    from tokenflock.analysis.linearization import frames

    basis = frames(field, x)
    slope = balls.floats(found.DG).reshape(n, d, n, d)
    slope = np.einsum("ika,iajb,jlb->ikjl", basis, slope, basis)
    np.testing.assert_allclose(slope.reshape(n * (d - 1), -1), tkf.jacobian(field, x), atol=1e-12)


@pytest.mark.parametrize(("n", "d"), [(3, 2), (4, 3), (6, 3)])
def test_repelled_tokens_at_a_sharp_configuration(n, d):
    # Polygon, tetrahedron, octahedron: exact equilibria of V = -I; rates by `spectrum`.
    shapes = {
        3: on_circle(2 * np.pi * np.arange(3) / 3),
        4: np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / np.sqrt(3),
        6: np.concatenate([np.eye(3), -np.eye(3)]),
    }
    field, x = flow(1.3, ov=-1.0, d=d), shapes[n]
    certificate = tkf.certify(field, x)
    assert certificate.theorem == "equilibrium"
    assert certificate.conclusion["rotations"] == d * (d - 1) // 2
    assert certificate.conclusion["distance"] < 1e-14
    rates = tkf.spectrum(field, x).real
    gap = -rates[d * (d - 1) // 2]
    assert certificate.conclusion["rate"] == pytest.approx(0.99 * gap, rel=1e-9)
    assert holds(certificate)
    with pytest.raises(InputError, match="not positive"):
        tkf.certify(flow(1.3), x, "equilibrium")  # attracted: a saddle


def test_an_equilibrium_is_refused_away_from_one_and_beyond_its_size():
    field, x = flow(1.0, ov=-1.0), on_circle(np.array([0.0, 2.0, 4.3]))
    with pytest.raises(InputError, match="tokens move at"):
        tkf.certify(field, x, "equilibrium")
    with pytest.raises(InputError, match="150 coordinates"):
        tkf.certify(field, on_circle(np.linspace(0, 6, 80)), "equilibrium")
    with pytest.raises(InputError, match="singular"):  # one cluster: nothing holds it in place
        tkf.certify(flow(0.0, qk=np.diag([1.0, 2.0])), np.tile([[1.0, 0.0]], (3, 1)), "equilibrium")


@pytest.mark.parametrize("change", ["rate", "distance", "place"])
def test_a_forged_equilibrium_is_found_out(change):
    field, x = flow(1.3, ov=-1.0), on_circle(2 * np.pi * np.arange(3) / 3)
    plain = json.loads(tkf.certify(field, x).to_json())
    if change == "place":
        plain["witness"]["place"][0][0] = (1 + 1e-9).hex()
    else:
        factor = {"rate": 1.02, "distance": 1e-3}[change]
        claimed = float.fromhex(plain["conclusion"][change])
        plain["conclusion"][change] = (factor * claimed).hex()
    assert not tkf.verify_certificate(tkf.Certificate.from_json(json.dumps(plain))).holds


# Clusters and centers that stay


def two_clusters(gap):
    return on_circle(np.array([0.0, 0.02, gap, gap + 0.02]))


def test_clusters_a_little_too_close_are_refused():
    # gamma falls with the gap: bisect for its zero, and look on both sides of it.
    field = flow(40.0)

    def is_certified(gap):
        try:
            return tkf.certify(field, two_clusters(gap), "separated-clusters")
        except InputError:
            return None

    low, high = 0.5, 2.0
    for _ in range(30):
        low, high = (
            (low, (low + high) / 2) if is_certified((low + high) / 2) else ((low + high) / 2, high)
        )
    assert not is_certified(high - 1e-6)
    certificate = is_certified(high)
    assert certificate.hypotheses[-1].low < 1e-6
    assert holds(certificate)
    forged = json.loads(certificate.to_json())
    forged["tokens"] = [[float(a).hex() for a in token] for token in two_clusters(high - 0.05)]
    assert not tkf.verify_certificate(tkf.Certificate.from_json(json.dumps(forged))).holds


def test_clusters_stay_as_long_as_certified():
    field, x = flow(30.0), two_clusters(1.6)
    certificate = tkf.certify(field, x, "separated-clusters")
    centers, eps = np.array(certificate.witness["centers"]), certificate.witness["eps"]
    time = 10 ** certificate.conclusion["log10_time"][0]
    assert time > 1e3
    path = tkf.solve(field, x, [0.0, *np.geomspace(1.0, time, 9)], tol=1e-8).x.data
    heights = (path * centers[certificate.witness["labels"]]).sum(axis=-1)
    assert heights.min() >= 1 - 2 * eps


def test_centers_stay_as_long_as_certified():
    rng = np.random.default_rng(1)
    field, x = flow(64.0, mask="causal"), on_circle(rng.uniform(0, 2 * np.pi, 30))
    certificate = tkf.certify(field, x, "strong-centers")
    assert holds(certificate)
    witness = certificate.witness
    for s, a, (low, _) in zip(
        witness["tokens"], witness["a"], certificate.conclusion["log10_times"], strict=True
    ):
        bound = tkf.theory.metastable_time_bound(
            beta=64.0, c=8 * a, epsilon=witness["eps"], rank=s + 1
        )
        assert low == pytest.approx(np.log10(bound), rel=1e-9)
        path = tkf.solve(field, x, [0.0, min(10**low, 1e3)]).x.data[:, s]
        assert 2 * np.arcsin(np.linalg.norm(path[1] - path[0]) / 2) < witness["eps"] * a
    forged = json.loads(certificate.to_json())
    s = witness["tokens"][0]
    forged["tokens"][0] = forged["tokens"][s]
    assert not tkf.verify_certificate(tkf.Certificate.from_json(json.dumps(forged))).holds


# Sentences


def test_what_certificates_do_not_know_is_refused():
    x = np.eye(3)[:, :2] + [[0, 0], [0, 0], [1, 0]]
    for field in (
        tkf.Flow(tkf.SelfAttention(1.0), space=tkf.Euclidean()),
        tkf.Flow(tkf.SelfAttention(1.0), noise=tkf.Brownian(1.0)),
        tkf.Flow(tkf.SelfAttention(1.0), terms=(tkf.LinearMap(np.eye(2)),)),
        flow(mask=tkf.window(2)),
        flow(weighting="sinkhorn"),
        flow(mask="causal", position="alibi:1"),
    ):
        with pytest.raises(InputError, match="Certificates"):
            tkf.certify(field, x)
    with pytest.raises(InputError, match="Did you mean 'hemisphere'"):
        tkf.certify(flow(), x, "hemispheer")
    with pytest.raises(InputError, match="unit tokens"):
        tkf.certify(flow(), 2 * x)
    with pytest.raises(InputError, match="must be the JSON"):
        tkf.Certificate.from_json("{}")
    with pytest.raises(InputError, match=r"no\.json"):
        tkf.Certificate.load("no.json")


def test_a_verdict_brings_its_certificate():
    found = tkf.verdict(flow(), np.eye(2), certify=True)
    assert found.certificate is not None
    assert found.certificate.theorem == "hemisphere"
    assert tkf.verdict(flow(), np.eye(2)).certificate is None
    refused = tkf.verdict(flow(), on_circle(2 * np.pi * np.arange(3) / 3), certify=True)
    assert refused.state == "saddle"
    assert "no certificate" in refused.reason


def test_a_system_survives_its_file():
    rng = np.random.default_rng(5)
    qk, ov = rng.normal(size=(2, 2, 3, 3))
    system = System.of(flow(0.6, qk=qk, ov=ov, masses=rng.uniform(1, 2, 4), mask="causal"))
    M, V = system.head(1, 3)
    np.testing.assert_array_equal(M, qk[1])
    np.testing.assert_array_equal(V, ov[1])
    assert System.from_plain(json.loads(json.dumps(system.plain()))) == system


def test_the_command_line_certifies_and_verifies(tmp_path, tokenflock):
    (tmp_path / "two.toml").write_text(tkf.Spec(init=[[1.0, 0.0], [0.0, 1.0]], t_end=1.0).to_toml())
    done = tokenflock("run", "two.toml", "--figure", "none", "--out", "here")
    assert done.returncode == 0, done.stderr
    done = tokenflock("certify", "here")
    assert done.returncode == 0, done.stderr
    assert "certified: hemisphere" in done.stdout
    done = tokenflock("verify", "here/certificate.json")
    assert (done.returncode, "holds" in done.stdout) == (0, True), done.stderr
    file = tmp_path / "here" / "certificate.json"
    plain = json.loads(file.read_text())
    plain["conclusion"]["rate"] = [(3.0).hex(), (3.1).hex()]
    file.write_text(json.dumps(plain))
    done = tokenflock("verify", "here/certificate.json")
    assert (done.returncode, "DOES NOT HOLD" in done.stdout) == (1, True)
    done = tokenflock("certify", "two.toml", "--theorem", "strong-centers")
    assert done.returncode == 2
    assert "Strong centers are about causal" in done.stderr
