"""Leaderboards: systems from the simplest to the heaviest, on the same queries, in one table.

A leaderboard is a TOML file: :mod:`.plan` reads it, :mod:`.run` runs its entries, :mod:`.tables`
scores them together, :mod:`.page` writes the page. Those of this project are in ``benchmarks``.
"""
