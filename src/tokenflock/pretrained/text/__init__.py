"""From text to the token numbers of a model."""
