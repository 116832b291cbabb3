"""Where tokens start, and random weights: laws by name."""
