"""What the shell offers after TAB."""


def statements(incomplete: str) -> list[str]:
    """Names of statements that begin with a text."""
    from scinet.graph.query import listed

    return [name for name in listed() if name.startswith(incomplete)]
