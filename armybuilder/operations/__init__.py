"""For the operator of the site: metrics and backups."""
