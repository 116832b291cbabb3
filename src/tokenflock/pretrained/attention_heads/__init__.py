"""Heads as the theory has them: factors of M and V, flows, spectra."""
