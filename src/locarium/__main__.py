"""python -m locarium."""

from locarium.cli.main import main

main()
