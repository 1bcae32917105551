"""For the operator of the site: health checks, metrics and backups."""
