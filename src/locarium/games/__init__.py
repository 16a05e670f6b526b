"""The games; each knows the kernel and no other game."""
