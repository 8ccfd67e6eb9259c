"""Export of networks and papers of a snapshot to file formats of other programs."""
