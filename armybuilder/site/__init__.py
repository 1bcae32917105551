"""Plumbing of the whole site: visitors, limits, errors, security, logs, metrics, tasks, processes, static files."""
