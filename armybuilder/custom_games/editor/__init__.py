"""The editor of a described game: its document in parts, each with a form, and a preview while its player types."""
