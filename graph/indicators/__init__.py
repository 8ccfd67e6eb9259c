"""Indicators of papers, authors and their position in the network."""
