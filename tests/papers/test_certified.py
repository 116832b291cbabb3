"""`tokenflock check --certify`: what theorems decide of claims is proved, and verified apart."""

import json
from pathlib import Path

import numpy as np
import pytest

import tokenflock as tkf
from tokenflock.certificates import Certificate, verify_certificate
from tokenflock.cli.check import check
from tokenflock.errors import InputError
from tokenflock.papers import claims
from tokenflock.papers.certified import certified

DECIDED = [claim.name for claim in claims.all_claims() if claim.configurations is not None]

SCATTERED = """
import numpy as np
import tokenflock as tkf
from tokenflock.papers.claims import Check, Claim

def square():
    a = np.arange(4) * np.pi / 2
    yield tkf.Flow(tkf.SelfAttention(1.0)), np.stack([np.cos(a), np.sin(a)], axis=-1)

CLAIM = Claim(
    name="mine", question="Does a square rest?", source="me", statement="It does not move.",
    runs=lambda effort: [0.0], check=lambda runs: [Check("speed", runs[0], bound=1.0)],
    draw=lambda ax, runs: None, configurations=square,
)
"""


@pytest.mark.parametrize("name", DECIDED)
def test_what_a_claim_names_is_certified_and_verified_by_other_means(name, tmp_path):
    found = certified(name, tmp_path)
    assert found.refusals == ()
    assert len(found.files) >= 1
    for file in found.files:
        assert verify_certificate(Certificate.load(file)).holds


def test_the_theorems_of_claims_are_all_there_are(tmp_path):
    found = {theorem for name in DECIDED for theorem in certified(name, tmp_path).theorems}
    assert found == {"hemisphere", "equilibrium", "separated-clusters", "strong-centers"}


def test_a_conjecture_is_refuted_by_proof(tmp_path):
    # A stable equilibrium lies within the certified distance of tokens far from xi and -xi.
    (file,) = certified("counterexample", tmp_path).files
    proof = Certificate.load(file)
    V = np.array(proof.system.ov, float).reshape(2, 2)
    values, vectors = np.linalg.eig(V)
    xi = vectors[:, values.argmax()]
    second = np.array(proof.tokens[1])
    sine = abs(xi[0] * second[1] - xi[1] * second[0])
    assert sine == pytest.approx(0.0849, abs=1e-4)
    assert proof.conclusion["distance"] < 1e-12
    assert proof.conclusion["rate"] > 0.1
    np.testing.assert_allclose(np.sort(values), [0.8, 1.0], atol=1e-12, rtol=0)


def test_three_clusters_are_not_certified_where_they_are_unstable():
    corners = np.exp(2j * np.pi * np.arange(3) / 3)
    x = np.stack([corners.real, corners.imag], axis=-1)
    with pytest.raises(InputError, match="No theorem applies"):
        tkf.certify(tkf.Flow(tkf.SelfAttention(-0.6)), x)  # above -2/3


def test_check_certifies_and_says_how_to_verify(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    options = {"quick": True, "jobs": 1, "as_json": False, "certify": True}
    assert check(["strong-center-stays", "interaction-peak"], **options) == 0
    told = capsys.readouterr().out
    assert "strong-center-stays: 4 of 4 configurations certified (strong-centers)" in told
    assert "1 claim names no configuration that a theorem decides" in told
    assert "tokenflock verify certificates/*.json" in told
    assert len(list(Path("certificates").glob("strong-center-stays-*.json"))) == 4


def test_a_configuration_that_no_theorem_decides_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(SCATTERED)
    options = {"quick": True, "jobs": 1, "as_json": True}
    assert check(["mine.py"], **options) == 0
    (plain,) = json.loads(capsys.readouterr().out)
    assert "certificates" not in plain
    assert check(["mine.py"], **options, certify=True) == 1
    (plain,) = json.loads(capsys.readouterr().out)
    assert plain["certificates"] == []
    assert "hemisphere" in plain["refusals"][0]
    assert not Path("certificates").exists()
