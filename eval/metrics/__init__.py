"""Metrics as plain functions of arrays and lists."""
