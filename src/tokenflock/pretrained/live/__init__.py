"""PyTorch models as they run: watched by hooks, measured while they train.  Needs torch."""
