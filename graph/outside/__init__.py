"""Texts that stand outside the graph: Parquet files beside it, and a reference in place of each.

Abstracts and paragraphs are kept so when a graph is loaded with ``--text external``. The graph says
which text is whose, so that loading, removing and joining records is the same as with texts inside.
"""
