"""Answers of services on the web, stored as they came in a folder that a load reads."""
