"""Dynamic metastability in the self-attention model, arXiv:2410.06833."""
