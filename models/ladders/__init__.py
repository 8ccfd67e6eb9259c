"""Ladders: systems from the simplest to the heaviest, all on the same questions, in one table.

A ladder is a TOML file beside this one, or anywhere: :mod:`~scinet.models.ladders.plan` reads it,
:mod:`~scinet.models.ladders.climb` does its rungs, :mod:`~scinet.models.ladders.tables` scores
them together, :mod:`~scinet.models.ladders.page` writes them down.
"""
