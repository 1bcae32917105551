"""The site as an app on a phone: its manifest and icons, and the worker that keeps pages to show without a network."""
