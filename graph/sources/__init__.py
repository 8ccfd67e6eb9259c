"""Readers of input files: lines and JSON, then one module per format that yields records."""
