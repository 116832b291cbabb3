"""Where `tokenflock` begins: signals are heeded before anything else is loaded."""

from tokenflock.cli.signals import heed


def main() -> None:
    """Run the command line."""
    heed()
    from tokenflock.cli.app import main

    main()
