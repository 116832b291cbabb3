"""Files of a checkpoint: where they are, their formats, and what they say, in one record."""
