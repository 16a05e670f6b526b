"""Metrics, logging, settings, worker threads and background tasks."""
