"""A survey without a language model: papers in order of time, with their first sentences."""

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Final

from scinet.graph.dates import date_of
from scinet.graph.snapshot import Snapshot
from scinet.models.survey.gathered import Gathered

_SENTENCE: Final = re.compile(r"(.+?[.!?])(?=\s+[A-Z\"(]|$)", re.DOTALL)
_LONGEST: Final = 300  # characters of a sentence


def extract(subject: str, found: Gathered, snapshot: Snapshot) -> str:
    """Markdown that lists the papers, each with its year, title, first sentence and citation."""
    others = [i for i in found.papers if i not in set(found.line)]
    lines = [f"# {one_line(subject)}", ""]
    if found.line:
        lines += ["## The line of papers", "", *_listed(found.line, snapshot), ""]
    if others:
        heading = "## Beside it" if found.line else "## Papers on the subject"
        lines += [heading, "", *_listed(others, snapshot), ""]
    return "\n".join(lines)


def first_sentence(abstract: str | None) -> str:
    """The first sentence of an abstract, cut where it is very long; empty without one."""
    text = one_line(abstract or "")
    match = _SENTENCE.match(text)
    sentence = match[1] if match else text
    if len(sentence) <= _LONGEST:
        return sentence
    return sentence[:_LONGEST].rpartition(" ")[0] + " …"


def _listed(positions: Sequence[int], snapshot: Snapshot) -> Iterator[str]:
    for i in positions:
        year = date_of(int(snapshot.day[i])).year
        said = first_sentence(snapshot.abstract[i])
        title = one_line(snapshot.title[i] or "Untitled").rstrip(".")
        yield f"- {year}: *{title}*. {said}{' ' if said else ''}[{snapshot.paper_id[i]}]"


def one_line(text: str) -> str:
    """One line without square brackets, which would be citations, and without markup's letters."""
    return " ".join(unescape(text).replace("[", "(").replace("]", ")").split())
