"""One node for one work: records of several sources that share an id are put together.

What loads brought stays as it was, as ``SourceRecord`` nodes; what the graph shows of such a work
is made of them. So the graph depends on the records alone and not on the order of loading, and a
load or a removal begins by taking all of it apart.
"""
