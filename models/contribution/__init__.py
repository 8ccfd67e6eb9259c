"""Systems and metrics of the contribution task (title and abstract)."""
