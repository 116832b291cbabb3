"""Clustering in causal attention masking, arXiv:2411.04990."""
