"""The site as an app on a phone: its manifest and icons, and the worker that shows stored pages without a network."""
