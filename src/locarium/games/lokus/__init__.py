"""LOKUS: simultaneous choice at two toilets."""
