"""Passes through a model in JAX: embedding, layers, and all of them one after another."""
