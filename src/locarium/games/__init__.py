"""The games. Each imports the kernel but no other game."""
