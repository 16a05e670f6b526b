"""Shared parts of request handling: limits, checks, errors and language."""
