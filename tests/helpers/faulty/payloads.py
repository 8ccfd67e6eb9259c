"""What hostile people write where any text may stand, as in ``hostile_statements``."""

from helpers.faulty.hostile_statements import listed


def markup() -> list[str]:
    """Texts that are HTML, SVG or Markdown."""
    return listed("markup")


def terminal() -> list[str]:
    """Texts that command a terminal."""
    return [one.encode().decode("unicode_escape") for one in listed("terminal")]


def texts() -> list[str]:
    """Values for ids, names, titles, words to search for, questions, arguments and file names."""
    long = ["x" * 5_000, "(" * 500, "a " * 3_000, "\N{COMBINING ACUTE ACCENT}" * 300]
    clauses = [f"x' {item} //" for item in listed("clauses")]
    return list(dict.fromkeys([*listed("words"), *clauses, *markup(), *terminal(), *long]))
