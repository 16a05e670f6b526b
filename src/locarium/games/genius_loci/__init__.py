"""GENIUS LOCI: spirits on 37 hexagons, sacrifices, no luck after the setup."""
