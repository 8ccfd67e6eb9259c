"""Systems that choose which of two papers gets more citations."""
