"""The commands of the site."""
