"""Surveys: sources of a writer, writing, and checking of citations."""
