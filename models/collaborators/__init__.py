"""Systems that tell with whom an author will write next."""
