"""The survey arXiv:2512.01868, and papers around it."""
