"""Armies on paper: the document as data (pages with positions in millimetres), then HTML, then PDF."""
