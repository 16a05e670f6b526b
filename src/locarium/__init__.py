"""Locarium: the house where LOCUS, LOCO!, LOKUS and GENIUS LOCI are played."""

__version__ = "0.1.0"
