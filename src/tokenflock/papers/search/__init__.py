"""The search for counterexamples: what a claim quantifies over, and who looks for a violation."""
