"""Questions in plain words: what they ask for, which names of the graph they mention."""
