"""Readers: files, lines and JSON first, then one module per format that makes records."""
