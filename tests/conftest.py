"""XLA compiles fast rather than well: most of the suite's time is its, for programs that run once.

`tokenflock check`, the other half of `.ci/run`, compiles as users do.
"""

import os
from importlib.metadata import version

FAST = ["--xla_backend_optimization_level=0"]
if version("jaxlib").startswith("0.10."):  # which knows the flag; XLA stops at unknown ones
    FAST.append("--xla_cpu_use_fusion_emitters=false")
os.environ["XLA_FLAGS"] = " ".join([os.environ.get("XLA_FLAGS", ""), *FAST]).strip()
