"""A network that brings the vectors of a team near to those of whom or what it will turn to."""
