"""Algorithms that ask a game for steps, outcomes and sampled hidden states."""
