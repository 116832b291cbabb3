"""What a tokenizer is: from a text to token numbers (n,) and a label for each of them."""

from collections.abc import Callable

import numpy as np
from jaxtyping import Int

Tokenized = tuple[Int[np.ndarray, " n"], list[str]]
Tokenizer = Callable[[str], Tokenized]
