"""Rows of ``lookup/papers`` as BibTeX and RIS."""

import re
from collections.abc import Sequence
from datetime import date
from io import TextIOWrapper
from typing import Any, BinaryIO, Final

from scinet.graph.export.markup import clean_line

# By the stated type of a paper; others are journal articles.
_RIS: Final = {
    "book": "BOOK",
    "book-chapter": "CHAP",
    "conference": "CPAPER",
    "dataset": "DATA",
    "dissertation": "THES",
    "inproceedings": "CPAPER",
    "phdthesis": "THES",
    "preprint": "UNPB",
    "proceedings-article": "CPAPER",
    "report": "RPRT",
    "techreport": "RPRT",
}
_BIBTEX: Final = {
    "book": "book",
    "book-chapter": "incollection",
    "conference": "inproceedings",
    "dataset": "misc",
    "dissertation": "phdthesis",
    "inproceedings": "inproceedings",
    "phdthesis": "phdthesis",
    "preprint": "unpublished",
    "proceedings-article": "inproceedings",
    "report": "techreport",
    "techreport": "techreport",
}

# Field of an entry's venue in bibliography styles.
_VENUE: Final = {
    "incollection": "booktitle",
    "inproceedings": "booktitle",
    "phdthesis": "school",
    "techreport": "institution",
}
_PARTED: Final = re.compile(r"(?:^|\s)and(?:\s|$)|^others$", re.IGNORECASE)
# BibTeX counts braces even behind a backslash.
_BRACES: Final = {"{": r"{\textbraceleft}", "}": r"{\textbraceright}"}


def write_bibtex(papers: Sequence[dict[str, Any]], file: BinaryIO) -> None:
    """Write BibTeX that LaTeX prints literally, whatever commands the texts contain."""
    from bibtexparser.entrypoint import write_string
    from bibtexparser.library import Library
    from bibtexparser.model import Entry, Field

    library = Library()
    for key, paper in _assign_keys(papers):
        kind = _BIBTEX.get(paper.get("type") or "", "article")
        fields = {
            "title": _escape_latex(paper["title"]),
            "author": " and ".join(map(_format_person, _authors(paper))),
            "year": _year(paper),
            _VENUE.get(kind, "journal"): _escape_latex(paper["venue"]),
            "doi": _escape_latex(paper["doi"]),
            "note": _escape_latex(paper["paper_id"]),
        }
        library.add(
            Entry(kind, key, [Field(name, value) for name, value in fields.items() if value])
        )
    file.write(str(write_string(library)).encode("utf-8", "replace"))


def write_ris(papers: Sequence[dict[str, Any]], file: BinaryIO) -> None:
    """Write a RIS file."""
    import rispy

    class Plain(rispy.RisWriter):  # type: ignore[misc]
        def set_header(self, count: int) -> str:  # a number between records is not RIS
            return ""

    entries = [
        {
            "type_of_reference": _RIS.get(paper.get("type") or "", "JOUR"),
            "title": clean_line(paper["title"] or ""),
            "authors": _authors(paper),
            "year": _year(paper),
            "secondary_title": clean_line(paper["venue"] or ""),
            "doi": clean_line(paper["doi"] or ""),
            "id": clean_line(paper["paper_id"]),
        }
        for paper in papers
    ]
    text = TextIOWrapper(file, "utf-8", "replace", newline="")
    rispy.dump(
        [{k: v for k, v in entry.items() if v} for entry in entries], text, implementation=Plain
    )
    text.detach()


def _year(paper: dict[str, Any]) -> str:
    return str(paper["date"].year) if isinstance(paper["date"], date) else ""


def _authors(paper: dict[str, Any]) -> list[str]:
    return [name for name in (clean_line(stated or "") for stated in paper["authors"]) if name]


def _format_person(name: str) -> str:
    """Escape a name, in braces if BibTeX would split it."""
    # Macros are in braces: BibTeX would split names at the tilde of a Spanish n.
    written = _escape_latex(name, "braces-all")
    return f"{{{written}}}" if _PARTED.search(name) else written


def _escape_latex(text: str | None, protection: str = "braces") -> str:
    from pylatexenc.latexencode import unicode_to_latex

    def encoded(part: str) -> str:
        return str(
            unicode_to_latex(
                part,
                replacement_latex_protection=protection,
                unknown_char_policy="keep",
                unknown_char_warning=False,
            )
        )

    plain = " ".join(re.sub(r"[\x00-\x1f\x7f]", " ", text or "").split())
    return "".join(_BRACES.get(part) or encoded(part) for part in re.split("([{}])", plain))


def _assign_keys(papers: Sequence[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """Assign unique keys to papers: family name, year, and a number if taken."""
    taken: dict[str, int] = {}
    keyed = []
    for paper in papers:
        family = re.sub(r"\W", "", (_authors(paper) or ["anon"])[0].split()[-1].lower())
        stem = f"{family or 'anon'}{_year(paper) or 'nd'}"
        number = taken[stem] = taken.get(stem, 0) + 1
        keyed.append((stem if number == 1 else f"{stem}-{number}", paper))
    return keyed
