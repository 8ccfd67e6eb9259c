"""Database access: driver, statements with their limits, indexes, counts and fingerprint."""
