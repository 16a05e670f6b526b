"""A toy auction: the smallest game that needs everything the kernel offers; also the example for authors of games."""
