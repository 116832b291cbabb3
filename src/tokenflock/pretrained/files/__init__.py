"""Files of weights, and where they are found."""
