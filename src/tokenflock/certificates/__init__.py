"""Certificates: what a configuration provably does, checked in ball arithmetic.

    certify(flow, x) -> Certificate, a small JSON file     verify(certificate) -> Verification

Where the hypotheses of a theorem are finitely many inequalities on tokens, they are proved with
rigorous error bounds, and checked once more by other formulas, another library and more digits.
"""

from tokenflock.certificates.certificate import Certificate, Hypothesis
from tokenflock.certificates.proving import certify
from tokenflock.certificates.verifying import Verification, verify_certificate

__all__ = ["Certificate", "Hypothesis", "Verification", "certify", "verify_certificate"]
