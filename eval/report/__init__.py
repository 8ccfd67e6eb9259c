"""HTML report in one self-contained file."""
