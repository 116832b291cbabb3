"""Noise: of every token by itself, or one for all of them."""

from tokenflock.fields.noise.attention_noise import AttentionNoise
from tokenflock.fields.noise.brownian import Brownian
from tokenflock.fields.noise.common_noise import CommonNoise
from tokenflock.fields.noise.matrix_noise import MatrixNoise
from tokenflock.fields.noise.noise import Noise

__all__ = ["AttentionNoise", "Brownian", "CommonNoise", "MatrixNoise", "Noise"]
