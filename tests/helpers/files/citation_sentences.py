"""Made-up citation sentences: each class has words of its own, and papers of its own names."""

import random
from pathlib import Path
from typing import Any

import orjson

from scinet.models.citations.sentences import LabelledSentences, read_labelled

_SAID = {
    "positive": "The {} parser of {} ({}) is excellent and widely used on {}.",
    "neutral": "The {} corpus of {} ({}) holds sentences about {}.",
    "negative": "However, the {} tagger of {} ({}) fails and suffers from {}.",
}
_NAMES = ("Ada", "Bell", "Carr", "Dee", "Evans", "Fox", "Gray", "Hill")
_WORDS = ("speech", "grammar", "news", "law", "letters", "poems", "maps", "songs", "wood", "rain")


def labelled_rows(count: int = 96) -> list[dict[str, Any]]:
    rng = random.Random(3)  # noqa: S311 - a simulation
    rows: list[dict[str, Any]] = []
    for number in range(count):
        place = number % len(_NAMES)
        label = ("neutral", "positive", "neutral", "negative")[rng.randrange(4)]
        first, second = rng.sample(_WORDS, 2)
        text = _SAID[label].format(f"{first} {number}", _NAMES[place], 1990 + place, second)
        row = {"citing_id": f"c{number}", "cited_id": f"x{place}", "sentiment": label}
        rows.append({**row, "text": text})
    return rows


def write_rows(file: Path, rows: list[dict[str, Any]]) -> Path:
    file.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
    return file


def labelled(folder: Path, count: int = 96) -> LabelledSentences:
    return read_labelled(write_rows(folder / "labels.jsonl", labelled_rows(count)))
