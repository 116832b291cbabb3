"""The literature: claims to test, figures to reproduce, papers to cite."""

from tokenflock.papers.claims.claim import Check, Claim, Effort

__all__ = ["Check", "Claim", "Effort"]
