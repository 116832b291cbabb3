"""The emergence of clusters in self-attention dynamics, arXiv:2305.05465, and the slides on it."""
