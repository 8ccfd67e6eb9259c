"""Graph Data Science on networks as of a day."""
