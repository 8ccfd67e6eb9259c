"""A dated scientific network in Neo4j: explore it, learn from it, evaluate on it."""
