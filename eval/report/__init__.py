"""The report: one self-contained HTML file for a reader."""
