"""The graph: connection, statements, records, loading, snapshots, indicators."""
