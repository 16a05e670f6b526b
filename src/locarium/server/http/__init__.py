"""What every request shares: limits, checks, errors, language."""
