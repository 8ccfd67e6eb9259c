"""The order in which the database compares texts that a statement brings: by UTF-16 units."""


def utf16_key(text: str) -> bytes:
    """A key that puts texts into that order, where Python goes by characters."""
    return text.encode("utf-16-be", "surrogatepass")
