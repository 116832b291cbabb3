"""Families of models, one file each: from the settings and tensors of a checkpoint to a `Model`."""
