"""Graph networks that put candidates in order, on neighbourhoods as of the day of a question.

Walks name the candidates; a network sees who they and the asker are and corrects the order of
the walks. Before the first step of training it answers as the walks do.
"""
