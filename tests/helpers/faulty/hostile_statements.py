"""Statements in Cypher that hostile people write, and those that honest people do.

They stand in ``golden/guard``, a line each, with ``¦`` between short ones; ``⏎`` stands for a line
break, ``␠`` for a no-break space, ``CANARY`` for an address that nothing may call. A further one is
one more line. Generated are each clause that does something in each place where a clause may stand
and in each spelling, and each function that does more than compute in each expression.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parents[2] / "golden" / "guard"


def listed(name: str) -> list[str]:
    lines = (_FOLDER / f"{name}.txt").read_text("utf-8").removesuffix("\n")
    entries = lines.replace(" ¦ ", "\n").split("\n")
    return [one.replace("⏎", "\n").replace("␠", "\u00a0") for one in entries]


def honest() -> list[str]:
    """Statements that only read, in every way in which that is written."""
    asked = [f"RETURN {one} AS x" for one in listed("expressions")]
    matches = listed("matches")
    plans = [f"{word} {one}" for one in matches[:20] for word in ("EXPLAIN", "profile\n")]
    return [*listed("honest"), *matches, *asked, *plans]


def _escaped(text: str) -> str:
    """The first letter of every word as the server's escape, which it reads before the words."""
    words = text.split(" ")
    return " ".join(
        f"\\u{ord(word[0]):04x}{word[1:]}" if word[:1].isalpha() else word for word in words
    )


def _wide(text: str) -> str:
    """The look-alikes of Latin letters that East Asian scripts print."""
    return "".join(chr(ord(item) + 0xFEE0) if item.isalpha() else item for item in text)


_SPELLINGS: Final[tuple[Callable[[str], str], ...]] = (
    str.lower,
    str.swapcase,
    _escaped,
    _wide,
    lambda text: text.replace("\\u", "\\\\u"),
    lambda text: text.replace(" ", "/**/"),
    lambda text: text.replace(" ", " // x'\n"),
    lambda text: text.replace(" ", "\N{NO-BREAK SPACE}"),
    lambda text: text.replace(" ", "\N{LINE SEPARATOR}"),
    lambda text: text.replace(" ", "\x1f\x0b"),
    lambda text: text.replace("S", "\N{LATIN SMALL LETTER LONG S}"),
    lambda text: text.replace("A", "A\N{ZERO WIDTH JOINER}").replace(
        "a", "\N{CYRILLIC SMALL LETTER A}"
    ),
    lambda text: text.replace(".", "./**/").replace("(", "\r\n("),
    lambda text: "\ufeff" + text,
    lambda text: ";" + text,
    lambda text: text + ";" + text,
)


def statements() -> list[str]:
    """Statements that write, reach outside or command the server: none may run."""
    result = listed("attacks")
    for what in ("clauses", "calls"):
        places = listed(f"around_{what}")
        result += [place.replace("HERE", call) for call in listed(what) for place in places]
    clauses = listed("clauses")
    result += [spelling(f"{call} RETURN 1 AS x") for call in clauses for spelling in _SPELLINGS]
    return list(dict.fromkeys(result))


HEADER: Final = "// mode: read\n// params:\n// returns: x\n\n"


def headers() -> list[str]:
    """Files of statements whose headers say what is not so, or nothing that can be read."""
    reads = "MATCH (n:Paper) RETURN n.id AS x"
    writes = "CREATE (:Evil) RETURN 1 AS x"
    return [
        "",
        reads,
        writes,
        HEADER + writes,
        HEADER.replace("read", "write") + writes,
        HEADER.replace("read", "READ") + writes,
        HEADER.replace("read", "read\\u000aCREATE (:Evil)") + reads,
        HEADER.replace("read", "read; write") + reads,
        HEADER.replace("params:", "params: x = 1") + reads,
        HEADER.replace("params:", "params: x = __import__('os')") + reads.replace("n.id", "$x"),
        HEADER.replace("params:", "params: x = {}") + reads.replace("n.id", "$y"),
        HEADER.replace("params:", "params: x: ghost") + reads.replace("n.id", "$x"),
        HEADER.replace("params:", f"params: x = {'[' * 5_000}") + reads.replace("n.id", "$x"),
        HEADER.replace("params:", "params:\n// values: x = a | b") + reads,
        HEADER.replace("// mode", "// mode: write\n// mode") + writes,
        HEADER + reads + ";\n" + writes,
        HEADER + "/*\n" + reads + "\n*/ " + writes,
        HEADER + "// $x\n" + writes,
        HEADER + "LOAD CSV FROM 'file:///etc/passwd' AS x RETURN x",
        HEADER + "LOAD CSV FROM 'CANARY' AS x RETURN x",
        HEADER + "EXPLAIN " + reads,
        HEADER + "CALL dbms.listConfig() YIELD name AS x RETURN x",
        HEADER + "MATCH (a)-->(b) RETURN {g: gds.graph.project('evil', a, b)} AS x",
        HEADER + "SHOW SETTINGS YIELD name AS x RETURN x",
        "\ufeff" + HEADER + writes,
        HEADER.replace("\n", "\r") + writes,
        HEADER.replace("\n", "\N{LINE SEPARATOR}") + writes,
    ]
