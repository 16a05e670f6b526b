"""A toy auction: the smallest game that uses every feature of the kernel. Also an example for authors of games."""
