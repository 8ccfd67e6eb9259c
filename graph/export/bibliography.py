"""Rows of ``lookup/papers`` as BibTeX, RIS and CSL-JSON."""

import re
from collections.abc import Sequence
from typing import Any, BinaryIO, Final

import orjson

from scinet.graph.export.markup import clean_line
from scinet.graph.schema.dates import state_date
from scinet.graph.sources.bibtex import ID_FIELD
from scinet.graph.sources.values import MONTHS

# In BibTeX, RIS and CSL, by the stated type of a paper.
_CONFERENCE: Final = ("inproceedings", "CPAPER", "paper-conference")
_THESIS: Final = ("phdthesis", "THES", "thesis")
_REPORT: Final = ("techreport", "RPRT", "report")
_ARTICLE: Final = ("article", "JOUR", "article-journal")
_TYPES: Final = {
    "book": ("book", "BOOK", "book"),
    "book-chapter": ("incollection", "CHAP", "chapter"),
    "conference": _CONFERENCE,
    "dataset": ("misc", "DATA", "dataset"),
    "dissertation": _THESIS,
    "inproceedings": _CONFERENCE,
    "phdthesis": _THESIS,
    "preprint": ("unpublished", "UNPB", "article"),
    "proceedings-article": _CONFERENCE,
    "report": _REPORT,
    "techreport": _REPORT,
}

# Field of an entry's venue in bibliography styles.
_VENUE: Final = {
    "incollection": "booktitle",
    "inproceedings": "booktitle",
    "phdthesis": "school",
    "techreport": "institution",
}
_GROUP: Final = re.compile(
    r"(?:^|\s)(?:and|&)(?:\s|$)|[;\uff1b]|\b(?:others|et\.? al\.?)$|"
    r"\b(?:academy|agency|association|board|bureau|cent(?:er|re)s?|collaboration|college|commission|committee|consortium|corporation|council|"
    r"department|division|foundation|gmbh|group|inc|initiative|institut\w*|laborator(?:y|ies)|ltd|"
    r"ministry|network|office|organi[sz]ation|project|service|society|task force|team|universit\w*|"
    r"working party)\b",
    re.IGNORECASE,
)
_SUFFIX: Final = re.compile(r"(?:[JS]r\.?|I{2,3}|IV)")
_INITIALS: Final = re.compile(r"(?:[^\W\d_]\.-?)+")
_AND: Final = re.compile(r"(?:^|(?<=\s))(?:and|&)(?=\s|$)", re.IGNORECASE)
_LAST_WORD: Final = re.compile(r"[^\W\d_][^\W\dA-Z_.-]\s*$")  # no initials
_SEVERAL: Final = re.compile(r"[;\uff1b]|\b(?:others|et\.? al\.?)$", re.IGNORECASE)
# BibTeX counts braces even behind a backslash, and TeX joins some pairs to another character.
_SPECIAL: Final = re.compile(r"([{}\"`]|--+|''+|,,+)")
_LITERAL: Final = {"{": r"{\textbraceleft}", "}": r"{\textbraceright}", '"': '{"}', "`": "{`}"}
_QUOTED: Final = str.maketrans({sign: f"%{ord(sign):02X}" for sign in '%{}\\"'})


def write_bibtex(papers: Sequence[dict[str, Any]], file: BinaryIO) -> None:
    """Write BibTeX that LaTeX prints literally, whatever commands the texts contain.

    A DOI is not escaped: styles and programs take it as it is.
    """
    for key, paper in _assign_keys(papers):
        kind = _types(paper)[0]
        doi = clean_line(paper["doi"] or "")
        texts = {
            "title": _escape_latex(paper["title"]),
            "author": " and ".join(map(_bibtex_name, _authors(paper))),
            **_bibtex_date(paper),
            _VENUE.get(kind, "journal"): _escape_latex(paper["venue"]),
            "doi": doi if _is_balanced(doi) else doi.translate(_QUOTED),
            ID_FIELD: paper["paper_id"].translate(_QUOTED),
        }
        # Months are macros.
        fields = [
            f"\t{name} = {text if name == 'month' else f'{{{text}}}'},\n"
            for name, text in texts.items()
            if text
        ]
        entry = f"@{kind}{{{key},\n{''.join(fields)}}}\n\n"
        file.write(entry.encode("utf-8", "replace"))


def write_ris(papers: Sequence[dict[str, Any]], file: BinaryIO) -> None:
    """Write a RIS file."""
    for paper in papers:
        lines = [
            ("TY", _types(paper)[1]),
            ("TI", paper["title"]),
            *(("AU", line_name(name)) for name in _authors(paper)),
            ("PY", stated_date(paper).rpartition("/")[2][:4]),
            ("DA", _ris_date(paper)),
            ("T2", paper["venue"]),
            ("DO", paper["doi"]),
            ("ID", paper["paper_id"]),
        ]
        text = "".join(f"{tag}  - {value}\n" for tag, v in lines if (value := clean_line(v or "")))
        file.write(f"{text}ER  - \n\n".encode("utf-8", "replace"))


def write_csl(papers: Sequence[dict[str, Any]], file: BinaryIO) -> None:
    """Write CSL-JSON."""
    items = [
        {
            "id": paper["paper_id"],
            "type": _types(paper)[2],
            "title": paper["title"] or "",
            "author": list(map(_csl_name, _authors(paper))),
            "container-title": paper["venue"] or "",
            **({"issued": {"date-parts": _date_parts(paper)}} if paper["date"] else {}),
            **({"DOI": paper["doi"]} if paper["doi"] else {}),
        }
        for paper in papers
    ]
    file.write(orjson.dumps(items, option=orjson.OPT_INDENT_2))


def stated_date(paper: dict[str, Any]) -> str:
    """Return the day, month, year or period of a paper; empty without one."""
    if paper["date"] is None:
        return ""
    return state_date(paper["date"], paper.get("date_precision"), paper.get("first_date"))


def line_name(name: str) -> str:
    """Return a name as EndNote writes it, with the marks of a group."""
    if _is_group(name):
        pieces = _AND.split(name)
        may_be_several = len(pieces) > 1 and not all(map(_LAST_WORD.search, pieces))
        if "," not in name and (may_be_several or _SEVERAL.search(name)):
            return f"{name},"
        return name.replace(",", ",,", 1)
    given, family, suffix = _split_name(name)
    if given and (suffix or _INITIALS.fullmatch(family)):
        return ", ".join(filter(None, (family, given, suffix)))
    return name


def _bibtex_name(name: str) -> str:
    """Escape a name, in braces if BibTeX would split it."""
    if _is_group(name):
        return f"{{{_escape_latex(name, 'braces-all')}}}"
    given, family, suffix = _split_name(name)
    if suffix and given:
        name = f"{family}, {suffix}, {given}"
    # Macros are in braces: BibTeX would split names at the tilde of a Spanish n.
    return _escape_latex(name, "braces-all")


def _csl_name(name: str) -> dict[str, str]:
    given, family, suffix = ("", "", "") if _is_group(name) else _split_name(name)
    if not given:
        return {"literal": name}
    parts = {"given": given, "family": family, "suffix": suffix}
    return {part: text for part, text in parts.items() if text}


def _is_group(name: str) -> bool:
    """Whether a name cannot be that of one person."""
    parts = [part.strip() for part in name.split(",")]
    return (
        _GROUP.search(name) is not None
        or not all(parts)
        or (len(parts) > 2 and not (len(parts) == 3 and _SUFFIX.fullmatch(parts[2])))
    )


def _split_name(name: str) -> tuple[str, str, str]:
    """Split a person's name into given names, family name and suffix (``Jr.``)."""
    family, *rest = (part.strip() for part in name.split(","))
    if rest and not _SUFFIX.fullmatch(rest[0]):
        return rest[0], family, rest[1] if len(rest) > 1 else ""
    words = [*family.split(), *rest]
    suffix = words.pop() if len(words) > 1 and _SUFFIX.fullmatch(words[-1]) else ""
    start = len(words) - 1
    while start > 1 and words[start - 1].islower():  # particles
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:]), suffix


def _bibtex_date(paper: dict[str, Any]) -> dict[str, str]:
    stated = stated_date(paper)
    ends = stated.split("/")
    months = dict.fromkeys(MONTHS[int(end[5:7]) - 1] for end in ends if len(end) > 4)
    return {
        "date": stated if len(stated) > 4 else "",
        "year": "--".join(dict.fromkeys(end[:4] for end in ends)),
        "month": ' # "--" # '.join(months),
    }


def _date_parts(paper: dict[str, Any]) -> list[list[int]]:
    return [list(map(int, end.split("-"))) for end in stated_date(paper).split("/")]


def _ris_date(paper: dict[str, Any]) -> str:
    """Return the date with three slashes; a period stands after them, where text may."""
    stated = stated_date(paper)
    start, slash, end = stated.partition("/")
    if slash:
        return f"{end[:4]}///{start} to {end}"
    return f"{stated.replace('-', '/')}{'/' * (3 - stated.count('-'))}" if len(stated) > 4 else ""


def _types(paper: dict[str, Any]) -> tuple[str, str, str]:
    return _TYPES.get(paper.get("type") or "", _ARTICLE)


def _authors(paper: dict[str, Any]) -> list[str]:
    return [name for name in (clean_line(stated or "") for stated in paper["authors"]) if name]


def _is_balanced(text: str) -> bool:
    depth = 0
    for sign in re.findall(r"[{}]", text):
        depth += 1 if sign == "{" else -1
        if depth < 0:
            return False
    return not depth and "\\" not in text


def _escape_latex(text: str | None, protection: str = "braces") -> str:
    from pylatexenc.latexencode import unicode_to_latex

    def encoded(part: str) -> str:
        if _SPECIAL.fullmatch(part):
            return _LITERAL.get(part) or "{}".join(part)
        return str(
            unicode_to_latex(
                part,
                replacement_latex_protection=protection,
                unknown_char_policy="keep",
                unknown_char_warning=False,
            )
        )

    plain = " ".join(re.sub(r"[\x00-\x1f\x7f]", " ", text or "").split())
    return "".join(map(encoded, _SPECIAL.split(plain)))


def _assign_keys(papers: Sequence[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """Assign unique keys to papers: family name, year, and a number if taken."""
    taken: dict[str, int] = {}
    keyed = []
    for paper in papers:
        family = _split_name((_authors(paper) or ["anon"])[0])[1].split()[-1:]
        stem = re.sub(r"\W", "", "".join(family).lower()) or "anon"
        stem += stated_date(paper).rpartition("/")[2][:4] or "nd"
        number = taken[stem] = taken.get(stem, 0) + 1
        keyed.append((stem if number == 1 else f"{stem}-{number}", paper))
    return keyed
