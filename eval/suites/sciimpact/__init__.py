"""SciImpact: which of two papers, or of what they released, had more impact."""
