"""Loading: files become records, records become batches, batches become the graph."""
