"""Systems that rank an author's next co-authors."""
