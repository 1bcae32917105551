"""Cells, columns and workbooks of tables, and archives and XML that visitors send, read within limits."""
