"""What Graph Data Science computes on a projection of the graph as of a day."""
