"""The library's front door: a graph with a method per command; see :mod:`scinet`."""
