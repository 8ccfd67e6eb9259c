"""PreScience: who will work together, on what, and with what effect."""
