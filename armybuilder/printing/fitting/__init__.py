"""Fitting of type: estimates from the fonts' widths and a style sheet's lengths, corrected with the layout."""
