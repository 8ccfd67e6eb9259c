"""Phrases that train the reader of questions.

A line of ``phrases/KIND.txt`` is one pattern: ``(a|b|)`` stands for any of the alternatives, and
``{f}``, ``{p}``, ``{q}``, ``{a}`` and ``{b}`` for a field, two papers and two authors. The files
of ``phrases/asked`` hold real questions: those of ``authorN`` were asked of a network, those of
``writtenN`` were written for training.
"""

import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from scinet.graph.ask.words import SLOT

_FOLDER: Final = files("scinet.graph.ask").joinpath("phrases")
_CHOICE: Final = re.compile(r"\(([^()]*)\)")
_NAME: Final = re.compile(r"\{[fpqab]\}")
_MAX_PER_PATTERN: Final = 20  # questions made of one pattern
_PADDED_SHARE: Final = 0.4  # share of questions with polite words around them
_CALLED_SHARE: Final = 0.1  # share of fields introduced as such
_FIELDS: Final = (
    *("the field of", "the area of", "the domain of", "the topic of", "the subject of"),
    *("the subfield of", "the literature on", "research on", "work on", "the study of"),
)
SEED: Final = 7
REAL_WEIGHT: Final = 2  # weight of a real question


@cache
def training_questions() -> tuple[tuple[str, str], ...]:
    """Return kind and text of questions from all patterns, names as :data:`~.words.SLOT`."""
    rng = random.Random(SEED)  # noqa: S311
    return tuple(
        (kind, _add_padding(text, rng))
        for kind, lines in read_patterns().items()
        for pattern in lines
        for text in dict.fromkeys(_expand_pattern(pattern, rng))
    ) + REAL_WEIGHT * tuple((kind, _NAME.sub(SLOT, text)) for kind, text in read_questions())


def read_questions(without: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield kind and text of real questions, without counts and years.

    Args:
        without: Files to leave out, such as ``author7``.
    """
    for file in sorted(_FOLDER.joinpath("asked").iterdir(), key=lambda file: file.name):
        if file.name.removesuffix(".txt") in without:
            continue
        for line in file.read_text("utf-8").splitlines():
            kind, text = line.split("\t")
            yield kind, text


@cache
def read_padding() -> tuple[str, ...]:
    """Return polite words that may surround a question."""
    return tuple(_read_lines("padding"))


@cache
def read_patterns() -> Mapping[str, Sequence[str]]:
    """Return the patterns of each kind."""
    names = sorted(
        file.name.removesuffix(".txt") for file in _FOLDER.iterdir() if file.name != "asked"
    )
    return {name: list(_read_lines(name)) for name in names if name != "padding"}


def _read_lines(name: str) -> Iterator[str]:
    file = _FOLDER.joinpath(f"{name}.txt")
    yield from filter(None, file.read_text("utf-8").splitlines())


def _expand_pattern(pattern: str, rng: random.Random) -> Iterator[str]:
    """Yield questions from a pattern, using each alternative as long as there are few."""
    parts = [part.split("|") for part in _CHOICE.split(pattern)]
    for part in parts:
        rng.shuffle(part)
    for number in range(min(_MAX_PER_PATTERN, max(map(len, parts)))):
        text = "".join(part[number % len(part)] for part in parts)
        if "{f}" in text and rng.random() < _CALLED_SHARE:
            text = text.replace("{f}", f"{rng.choice(_FIELDS)} {{f}}", 1)
        yield " ".join(_NAME.sub(SLOT, text).split())


def _add_padding(text: str, rng: random.Random) -> str:
    if rng.random() > _PADDED_SHARE:
        return text
    before = " ".join(rng.sample(read_padding(), rng.randint(1, 3)))
    return (
        f"{before} {text}. {rng.choice(read_padding())}"
        if rng.random() < 0.5
        else f"{before} {text}"
    )
