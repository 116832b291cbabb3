"""Pretrained transformers: checkpoints as records, their forward pass, their heads as flows."""
