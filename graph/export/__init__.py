"""Networks and papers of a snapshot as files of other programs."""
