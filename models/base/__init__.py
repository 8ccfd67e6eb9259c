"""Base of all systems: answering, running, training and saving."""
