"""Questions in plain words: intent, limits, and the names of the graph that they mention."""
