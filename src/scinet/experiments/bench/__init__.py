"""Heavy jobs timed beside independent programs."""
