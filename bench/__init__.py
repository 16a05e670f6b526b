"""Benchmarks. Our side and a peer alternate on one core, and the figure is their ratio. Not part of the wheel."""
