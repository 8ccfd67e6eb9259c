"""Systems based on titles and abstracts, and their shared vectors."""
