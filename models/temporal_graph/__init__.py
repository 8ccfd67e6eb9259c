"""Neighbourhoods as of a day: lists of dated edges, and samples of them.

Every question about a node includes a day. An edge counts when its day is strictly earlier, so one
set of lists serves every question, and no list has to be cut.
"""
