"""Lookup of papers, authors and venues by words, names and ids."""
