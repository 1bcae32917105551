"""How large type may be: estimates from the fonts' widths and the lengths of a style sheet, put right by the layout."""
