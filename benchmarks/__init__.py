"""Benchmarks of heavy jobs against independent programs."""
