"""Benchmarks. Our side and a peer alternate in one run on one core, and the figure is their ratio. Not in the wheel."""
