"""From words, names and ids that people write to papers, authors and venues."""
