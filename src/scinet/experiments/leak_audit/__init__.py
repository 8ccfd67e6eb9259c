"""Leak audit: verification that planted future papers do not change any answer."""
