"""Locarium: LOCUS, LOCO!, LOKUS and GENIUS LOCI, with rules, bots, records and a server."""

__version__ = "0.1.0"
