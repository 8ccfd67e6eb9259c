"""How many questions a reader understands: ``python -m helpers.question_scoring RECORDS FILE…``.

Understood is a single reading with the right kind, names, polarity, count and years; a question
of no known kind must be searched by its words. Names are right when they are the same but for
case and punctuation, or name the same paper or author of the graph. Answered as something else is
a single reading with a wrong kind or name. Two readings with the right one among them, and a
search by words, are neither.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from helpers.lexicon import Names

from scinet.models.questions import names
from scinet.models.questions.names import Lexicon
from scinet.models.questions.readings import Reading, read

Row = Mapping[str, Any]
FOLDER = Path(__file__).parents[1] / "models" / "paraphrases"


def rows(*files: Path) -> list[dict[str, Any]]:
    """Questions with what they ask for."""
    return [
        json.loads(line) for file in files for line in file.read_text("utf-8").splitlines() if line
    ]


def verdict(row: Row, lexicon: Lexicon) -> str:
    """``understood``, ``other`` (answered as something else), ``two``, ``words`` or ``detail``.

    ``detail`` is a right kind and right names with another polarity, count or year.
    """
    readings = read(row["text"], lexicon)
    if len(readings) == 1 and _is_right(row, readings[0], lexicon):
        return "understood"
    if len(readings) > 1:
        return "two" if any(_is_right(row, one, lexicon) for one in readings) else "other"
    if readings[0].kind == "other":
        return "words"
    is_close = readings[0].kind == row["kind"] and _has_names(row, readings[0], lexicon)
    return "detail" if is_close else "other"


def table(questions: Iterable[Row], lexicon: Lexicon, by: str = "kind") -> dict[str, Counter[str]]:
    """Verdicts by kind or style, and of all."""
    found: dict[str, Counter[str]] = {}
    for row in questions:
        seen = verdict(row, lexicon)
        for group in (str(row.get(by)), "all"):
            found.setdefault(group, Counter())[seen] += 1
    return found


def _is_right(row: Row, reading: Reading, lexicon: Lexicon) -> bool:
    if row["kind"] == "other" or reading.kind == "other":
        return bool(row["kind"] == reading.kind)
    limits = reading.limits
    return (
        reading.kind == row["kind"]
        and reading.polarity == row.get("polarity")
        and (limits.count, limits.since, limits.until) == (row["count"], row["since"], row["until"])
        and _has_names(row, reading, lexicon)
    )


def _has_names(row: Row, reading: Reading, lexicon: Lexicon) -> bool:
    if len(row["names"]) != len(reading.names):
        return False
    is_author = row["kind"] in {"papers-of", "coauthors"}
    return all(
        _key(meant) == _key(read_as)
        or bool(set(ids[:1]) & _ids(meant, lexicon, is_author=is_author))
        for meant, read_as, ids in zip(row["names"], reading.names, reading.ids, strict=True)
    )


def _ids(name: str, lexicon: Lexicon, *, is_author: bool) -> set[str]:
    if is_author:
        found = names.authors(name, lexicon.authors(name))
    else:
        found = names.papers(name, lexicon.titles(name))
    return set(found[0].ids[:1]) if found else set()


def _key(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold())


def main(files: Sequence[str]) -> None:
    """Print tables by kind and by style; the first file holds the records of the network."""
    lexicon = Names.of_records(Path(files[0]))
    asked = rows(*map(Path, files[1:]))
    for by in ("kind", "style"):
        for group, counts in sorted(table(asked, lexicon, by).items()):
            print(group, counts.total(), dict(counts), sep="\t")  # noqa: T201
    for row in asked:
        if (seen := verdict(row, lexicon)) != "understood":
            print(seen, row["kind"], row["names"], row["text"], sep="\t")  # noqa: T201


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
