"""Speed as ratios: our side and a peer measured in turns, in one run, on one core. Not part of the wheel."""
