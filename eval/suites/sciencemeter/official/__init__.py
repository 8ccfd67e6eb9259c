"""ScienceMeter's files of triplets and of replies."""
