"""The command `locarium`."""
