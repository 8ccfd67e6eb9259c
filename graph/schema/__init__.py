"""What the graph stores of a record: fields, identifiers, dates and names."""
