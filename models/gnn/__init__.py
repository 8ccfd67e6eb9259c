"""Graph networks that rerank candidates, on neighbourhoods as of the day of a question.

Walks name the candidates; a network sees authors and candidates and corrects the order of the
walks. Before training it answers as the walks do.
"""
