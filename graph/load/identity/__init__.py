"""Deduplication: records of several sources that share an id are combined to one node per work.

The loaded records are kept as ``SourceRecord`` nodes, and the visible work is computed from them.
So the graph depends on the records alone and not on the order of loading; a load or a removal
first splits all combined works.
"""
