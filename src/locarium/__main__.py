"""Entry point of `python -m locarium`."""

from .cli.main import main

main()
