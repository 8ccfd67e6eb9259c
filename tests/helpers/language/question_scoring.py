"""How many questions a reader understands.

``python -m helpers.language.question_scoring RECORDS FILE…``

Understood is a single reading with the right kind, names, polarity, count and years; a question
of no known kind must be searched by its words. Names are right when they are the same but for
case and punctuation, or name the same paper or author of the graph. A field is also right when
its papers in the network are the same, or when one name is what the reader itself makes of the
other by writing an abbreviation out. The two ends of a way between authors may come in either
order. Answered as something else is a single reading with a wrong kind or name. Two readings with
the right one among them, and a search by words, are neither.

The number of an author may stand for a file, and all authors are asked if there is none: what an
author asked is then read by a reader that learned from the others only.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from helpers.language.lexicon import Names

from scinet.graph.ask import answers, fields, intents, names, phrases
from scinet.graph.ask.kinds import AUTHOR_KINDS, FIELD_KINDS
from scinet.graph.ask.names import Lexicon
from scinet.graph.ask.readings import QuestionReading, read_question
from scinet.graph.ask.wording import describe_reading

Row = Mapping[str, Any]
FOLDER = Path(__file__).parents[2] / "golden" / "paraphrases"
# The sets of each author by number; author 0 wrote an earlier reader.
_SETS = """
development,held_out open_1 open_2 sealed_1 sealed_2 open_3,sealed_3
sealed_4 sealed_5 sealed_6 open_4 sealed_7 sealed_8 sealed_9 sealed_10 open_5 open_6
sealed_11 sealed_12 sealed_13 sealed_14 sealed_15 sealed_16 sealed_17 sealed_18 open_7 open_8
sealed_19 sealed_20 sealed_21 sealed_22 open_9 open_10 open_11 open_12 sealed_23 sealed_24
sealed_25 sealed_26 sealed_27 sealed_28 sealed_29 sealed_30 sealed_31 sealed_32 sealed_33 sealed_34
"""
AUTHORS: Mapping[int, Sequence[str]] = {
    author: names.split(",") for author, names in enumerate(_SETS.split())
}


def rows(*files: Path) -> list[dict[str, Any]]:
    return [
        json.loads(line) for file in files for line in file.read_text("utf-8").splitlines() if line
    ]


def asked_by(*authors: int) -> list[dict[str, Any]]:
    return rows(*(FOLDER / f"{name}.jsonl" for author in authors for name in AUTHORS[author]))


@contextmanager
def without(*authors: int) -> Iterator[None]:
    """A reader that has learned nothing from some authors."""
    learned = (phrases.training_questions, intents.default_classifier, fields.question_usage)
    others = [*phrases.read_questions(without=[f"author{author}" for author in authors])]
    try:
        with patch.object(phrases, "read_questions", lambda: others):
            for cached in learned:
                cached.cache_clear()
            yield
    finally:
        for cached in learned:
            cached.cache_clear()


def verdict(row: Row, lexicon: Names, readings: Sequence[QuestionReading] | None = None) -> str:
    """``understood``, ``other`` (answered as something else), ``two``, ``words`` or ``detail``.

    ``detail`` is a right kind and right names with another polarity, count or year.
    """
    readings = read_question(row["text"], lexicon) if readings is None else readings
    if len(readings) == 1 and _is_right(row, readings[0], lexicon):
        return "understood"
    if len(readings) > 1:
        return "two" if any(_is_right(row, reading, lexicon) for reading in readings) else "other"
    if readings[0].kind == "other":
        return "words"
    is_close = readings[0].kind == row["kind"] and _has_names(row, readings[0], lexicon)
    return "detail" if is_close else "other"


def _is_right(row: Row, reading: QuestionReading, lexicon: Names) -> bool:
    if row["kind"] == "other" or reading.kind == "other":
        return bool(row["kind"] == reading.kind)
    limits = reading.limits
    return (
        reading.kind == row["kind"]
        and reading.polarity == row.get("polarity")
        and (limits.count, limits.since, limits.until) == (row["count"], row["since"], row["until"])
        and _has_names(row, reading, lexicon)
    )


def _has_names(row: Row, reading: QuestionReading, lexicon: Names) -> bool:
    meant = row["names"]
    results = [*zip(reading.names, reading.ids, strict=True)]
    if len(meant) != len(results):
        return False
    orders = [results, results[::-1]] if row["kind"] == "author-path" else [results]
    return any(
        all(
            _is_name(row["kind"], place, name, *item, lexicon)
            for place, (name, item) in enumerate(zip(meant, order, strict=True))
        )
        for order in orders
    )


def _is_name(
    kind: str, place: int, meant: str, read_as: str, ids: Sequence[str], lexicon: Names
) -> bool:
    if kind in FIELD_KINDS or (kind == "papers-of" and place):
        return _is_field(meant, read_as, lexicon)
    result = _ids(meant, lexicon, is_author=kind in AUTHOR_KINDS)
    return _key(meant) == _key(read_as) or bool(set(ids[:1]) & result)


def _is_field(meant: str, read_as: str, lexicon: Names) -> bool:
    if _key(meant) == _key(read_as):
        return True
    first, second = _searched(meant, lexicon), _searched(read_as, lexicon)
    if first[0] in second or second[0] in first:
        return True
    papers = lexicon.of_field(first)
    return bool(papers) and papers == lexicon.of_field(second)


@lru_cache(maxsize=4096)
def _searched(name: str, lexicon: Names) -> tuple[str, ...]:
    return tuple(answers.expand_field(name, lexicon.with_initials))


def _ids(name: str, lexicon: Lexicon, *, is_author: bool) -> set[str]:
    if is_author:
        result = names.find_authors(name, lexicon.authors(name))
    else:
        result = names.find_papers(name, lexicon.titles(name))
    return set(result[0].ids[:1]) if result else set()


def _key(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold())


def _table(result: Iterable[tuple[Row, str]], by: str) -> Mapping[str, Counter[str]]:
    counts: dict[str, Counter[str]] = {}
    for row, seen in result:
        for group in (str(row.get(by)), "all"):
            counts.setdefault(group, Counter())[seen] += 1
    return dict(sorted(counts.items()))


def main(files: Sequence[str]) -> None:
    """Print tables by author, kind and style, and what is not understood, with its reading."""
    lexicon = Names.of_records(Path(files[0]))
    results: list[tuple[Row, str]] = []
    for name in files[1:] or map(str, AUTHORS):
        authors = [int(name)] if name.isdigit() else []
        with without(*authors):
            for row in asked_by(*authors) if authors else rows(Path(name)):
                readings = read_question(row["text"], lexicon)
                seen = verdict(row, lexicon, readings)
                results.append(({**row, "author": f"{name:>2}"}, seen))
                if seen != "understood":
                    said = " OR ".join(map(describe_reading, readings))
                    print(name, seen, row["kind"], row["names"], row["text"], said, sep="\t")  # noqa: T201
    for by in ("author", "kind", "style"):
        for group, counts in _table(results, by).items():
            print(group, counts.total(), dict(counts), sep="\t")  # noqa: T201


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
