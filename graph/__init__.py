"""Graph: connection, statements, records, loading, snapshots, indicators."""
