"""Cypher statements, one per file; read by scinet.graph.db.query."""
