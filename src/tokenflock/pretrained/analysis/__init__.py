"""What the states of a model show, and how far theory and model agree."""
