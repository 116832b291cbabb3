"""`tokenflock info`: versions, devices, precision and the cache of compiled programs."""

import json

from tokenflock.cli.options import Format, check_choice


def command(output: Format = "text") -> None:
    """Print versions, devices, precision and where compiled programs are kept."""
    check_choice("--format", output, ("text", "json"))
    from tokenflock.results.provenance import facts
    from tokenflock.runtime import programs

    known = facts() | {"programs": f"{programs.held()} compiled, at most {programs.MOST} held"}
    if output == "json":
        print(json.dumps(known))
        return
    width = max(map(len, known))
    for name, value in known.items():
        print(f"{name:<{width}}  {value}")
