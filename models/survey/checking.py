"""Checking of a survey's citations: each becomes the id of a paper, or is marked.

A paper may be cited by its id, by the end of a given id, or, by writers without a list, by its
title in quotes; a bracket may hold several of these.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from scinet.eval.metrics import survey
from scinet.eval.titles import TitleIndex
from scinet.graph.snapshot import Snapshot

MARK: Final = "?"
_QUOTED: Final = r"[\"“][^\"”\n]+[\"”]"
_BRACKET: Final = re.compile(rf"(?P<space> ?)\[(?P<entries>(?:{_QUOTED}|[^\[\]\"“”])+)\]")
_ENTRY: Final = re.compile(
    r"\s*(?:"
    r"[\"“](?P<title>[^\"”\n]+)[\"”](?:[,;]?\s*\(?(?P<year>\d{4})[a-z]?\)?)?"
    r"\s*(?:;|,(?=\s*[\"“])|\Z)"
    rf"|(?P<other>(?:{_QUOTED}|[^;\"“”])+)(?:;|\Z)"
    r")"
)


@dataclass(frozen=True, slots=True)
class CheckedSurvey:
    """Survey with checked citations.

    Attributes:
        text: The survey, with ids of papers in its brackets.
        cited: Ids of papers that it cites, in order of first mention.
        foreign: Those of them that are not among the writer's papers.
        unresolved: Citations of no paper before the day, in order of first mention.
    """

    text: str
    cited: tuple[str, ...]
    foreign: tuple[str, ...]
    unresolved: tuple[str, ...]


class Checker:
    """Lookup of citations among the papers of a snapshot."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._known = frozenset(map(str, snapshot.paper_id))

    def check(
        self, text: str, context_ids: Sequence[str], *, keeps_marks: bool = True
    ) -> CheckedSurvey:
        """Look up every citation of a survey, given its writer's papers.

        An unknown citation is followed by a question mark, or removed from the text.
        """
        unresolved: list[str] = []
        cited: list[str] = []
        # Ids without their source, where the end is unique among the given ones.
        named = [(paper.partition(":")[2], paper) for paper in context_ids]
        times = Counter(end for end, _ in named)
        ends = {end: paper for end, paper in named if end and times[end] == 1}

        def titled(entry: re.Match[str]) -> str:
            if entry["title"] is None:
                return entry["other"].strip()
            year = entry["year"]
            paper_id = self._titles.resolve(entry["title"], int(year) if year else None)
            if paper_id is None:
                unresolved.append(entry["title"])
                # As one word, so that it counts as a citation.
                bare = "-".join(re.findall(r"\w+", entry["title"])) or "untitled"
                return bare + MARK if keeps_marks else ""
            return paper_id

        def bracket(match: re.Match[str]) -> str:
            entries = list(_ENTRY.finditer(match["entries"]))
            others = [entry["other"].strip() for entry in entries if entry["title"] is None]
            if len(others) == len(entries) or not all(map(self._could_be_ids, others)):
                return match[0]
            resolved = [new for new in map(titled, entries) if new]
            return f"{match['space']}[{'; '.join(resolved)}]" if resolved else ""

        def written(name: str) -> str:
            paper_id = name if name in self._known else ends.get(name)
            if paper_id is not None:
                cited.append(paper_id)
                return paper_id
            if name.endswith(MARK):  # a title that was marked above
                return name
            unresolved.append(name)
            return name + MARK if keeps_marks else ""

        text = survey.replace_citations(_BRACKET.sub(bracket, text), self._known, written)
        listed = tuple(dict.fromkeys(cited))
        foreign = tuple(paper for paper in listed if paper not in set(context_ids))
        return CheckedSurvey(text, listed, foreign, tuple(dict.fromkeys(unresolved)))

    def _could_be_ids(self, text: str) -> bool:
        return text in self._known or re.search(r"(?<!,)\s", text) is None

    @cached_property
    def _titles(self) -> TitleIndex:
        return TitleIndex.of(self._snapshot)
