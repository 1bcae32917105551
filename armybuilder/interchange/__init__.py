"""The file formats of armies and catalogues, each read and written side by side, with their pages."""
