"""Question answering from the graph."""
