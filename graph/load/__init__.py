"""Loading: files to records, records to batches, batches to the graph."""
