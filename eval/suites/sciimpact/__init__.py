"""SciImpact: comparison of the impact of two papers, or of what they released."""
