"""Systems that read a question in words and answer it from the graph."""
