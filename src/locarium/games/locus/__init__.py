"""LOCUS, a flip-and-write game of polyominoes on five coloured zones."""
