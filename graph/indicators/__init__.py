"""Numbers that describe papers and their position in the network."""
