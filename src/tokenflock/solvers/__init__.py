"""Solvers: paths of vector fields through given times."""
