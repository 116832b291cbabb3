"""A mathematical perspective on transformers, arXiv:2312.10794."""
