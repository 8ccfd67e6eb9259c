"""Answers of services on the web, kept as they came in a folder that a load reads."""
