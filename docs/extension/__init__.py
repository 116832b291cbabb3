"""What the site adds to Sphinx: docstrings in house style, and pages made from registries."""
