"""Surveys: which papers a writer is given, who writes, and whether what is cited exists."""
