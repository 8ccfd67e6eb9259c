"""Reading citations: how a paper speaks of what it cites, learned from labelled sentences."""
