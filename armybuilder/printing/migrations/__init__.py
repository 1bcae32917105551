"""Changes of the stored print jobs."""
