"""The command line: one file per verb, each with its `command`: parse, call, print.

Every start reads all of them, so what is heavy (pydantic, NumPy, JAX) is imported where a verb
begins its work.
"""
