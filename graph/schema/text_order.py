"""Order of texts in the database: by UTF-16 code units."""


def utf16_key(text: str) -> bytes:
    """Return a sort key for that order; Python's own order is by code points."""
    return text.encode("utf-16-be", "surrogatepass")
