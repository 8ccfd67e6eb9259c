"""Features of pairs of authors, in families of named columns."""
