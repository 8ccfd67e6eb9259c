"""A simulated network written in the formats that people bring, to time the readers of each."""
