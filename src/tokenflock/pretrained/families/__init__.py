"""Families of models: from settings and tensors to a `Model`."""
