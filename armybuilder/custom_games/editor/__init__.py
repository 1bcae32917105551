"""The editor of a described game: its document in parts, each with a form, and what comes of it while one types."""
