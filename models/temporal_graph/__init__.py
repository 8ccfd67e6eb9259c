"""Neighbourhoods as of a day: lists of dated edges, and what is sampled from them.

Whatever is asked about a node is asked together with a day. An edge counts when its day is
strictly earlier, so one set of lists serves every question, and no list has to be cut.
"""
