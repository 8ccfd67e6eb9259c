"""Heavy jobs timed versus independent programs."""
