"""Graph neural networks that rerank candidates, on neighbourhoods as of the day of a query.

Walks retrieve the candidates; a network corrects their order from the neighbourhoods of authors and
candidates. Before training it answers as the walks do.
"""
