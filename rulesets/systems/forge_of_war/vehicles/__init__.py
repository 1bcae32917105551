"""Vehicles as targets: what a volley does to them (§32-38)."""
