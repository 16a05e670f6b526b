"""LOCUS: polyominoes on five coloured zones, flip and write."""
