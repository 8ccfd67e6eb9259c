"""Schema of a stored record: fields, identifiers, dates and names."""
