"""The literature: claims to test, figures to reproduce, papers to cite."""
