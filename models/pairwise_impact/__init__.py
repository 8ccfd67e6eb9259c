"""Systems that select the more cited of two papers."""
