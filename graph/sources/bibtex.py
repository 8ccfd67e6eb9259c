"""BibTeX and BibLaTeX entries as objects of the interchange format."""

import logging
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from scinet.graph.sources import affiliations, entry_warnings, values
from scinet.graph.sources.entries import TextFormat
from scinet.graph.sources.entry_warnings import Doubt, quote_beginning
from scinet.graph.sources.latex import release_groups, render_latex

if TYPE_CHECKING:
    from bibtexparser.library import Library
    from bibtexparser.model import Block, Entry

_BEGINS: Final = re.compile(
    r"\A(?:\s*%[^\n]*\n)*\s*@\w+\s*[{(]"
    # Below other text "@" may begin something else.
    r"|\s*@(?:(?:comment|preamble|string)\s*[{(]|\w+\s*\{\s*[^\s,={}]*\s*,)",
    re.IGNORECASE,
)
ID_FIELD: Final = "scinet-id"
"""Field with the percent-encoded id of a paper that scinet exported; styles do not print it."""
_VENUES: Final = ("journal", "journaltitle", "booktitle", "school", "institution")
_PRINTS: Final[tuple[str, ...]] = (
    *("title", "abstract", "date", "year", "month", "day", "archiveprefix", "eprinttype"),
    *_VENUES,
)
_MARKUP: Final = re.compile(r"[\\$~]")
_DOI_MARKUP: Final = re.compile(r"\\|\$[<>]\$")  # other signs may be of the DOI
_BRACES: Final = re.compile(r"[{}]")
_DAY: Final = re.compile(r"\d{4}(?:-\d\d){0,2}")
_PERIOD: Final = re.compile(rf"(?:{_DAY.pattern})?[?~%]?(?:/(?:{_DAY.pattern}|\.\.)?[?~%]?)?")
_OPEN: Final = re.compile(r"/(?:\.\.)?$")
_SEASON: Final = re.compile(r"(\d{4})-(?:2[1-9]|3\d|4[01])")  # and quarters, halves
_MONTH_NUMBERS: Final = re.compile(r"([0-9]{1,2})(?:\s*[-/\u2013]+\s*([0-9]{1,2}))?")
_MARKS: Final = re.compile(r"\\.|[{}\"#]", re.DOTALL)
_NUMBER: Final = re.compile(r"[0-9]+")
_WORD: Final = re.compile(r"[^\s\"#%'(),={}]+")
_NAME: Final = re.compile(r"[\w:+./-]+")
_PARTS_OF_NAME: Final = ("given", "prefix", "family", "suffix")  # as they are printed
_AND: Final = re.compile(r"(?:^|(?<=\s))and(?=\s|$)", re.IGNORECASE)
_FROM_WHOLE: Final = (
    "booktitle",
    "year",
    "date",
    "month",
    "day",
    "journal",
    "journaltitle",
    "publisher",
)
# Text between entries is a comment, unless it looks like a broken entry.
_ENTRY_LIKE: Final = re.compile(
    r"^[^\S\n]*+(?:(?:@\s*+)?\w++\s*+\{\s*+[^\s,={}]++\s*+,\s*$"
    r"|(?:,\s*+)?\w++\s*+=\s*+[{\"]|TY  - )",
    re.MULTILINE,
)


def entries(text: str) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """Yield entries with the numbers of their first lines, or the text of an unreadable entry.

    Keys become ids, unless scinet wrote the file. Entries with a repeated key are kept; of a
    repeated field the first counts.
    """
    from bibtexparser.entrypoint import parse_string
    from bibtexparser.model import Entry, ImplicitComment, ParsingFailedBlock

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # it is among the rejects
    library = parse_string(text, parse_stack=[])
    strings = {
        name.lower(): _strip_delimiters(str(string.value))
        for name, string in library.strings_dict.items()
    }
    blocks: list[Block] = sorted(library.blocks, key=lambda block: block.start_line or 0)
    is_rest = False  # of an entry that cannot be read
    for block in blocks:
        number = (block.start_line or 0) + 1
        whole = getattr(block, "ignore_error_block", block)
        if isinstance(whole, Entry):
            yield number, _record(whole, library, strings)
        elif isinstance(block, ParsingFailedBlock) or (
            isinstance(block, ImplicitComment) and not is_rest and _ENTRY_LIKE.search(block.comment)
        ):
            yield number, block.raw or ""
        is_rest = isinstance(block, ParsingFailedBlock)


def _record(entry: "Entry", library: "Library", strings: Mapping[str, str]) -> dict[str, Any]:
    doubtful: list[Doubt] = []
    fields = _parse_fields(entry, strings, doubtful)
    if crossref := fields.get("crossref"):
        whole = library.entries_dict.get(crossref)
        if whole is None or whole.key == entry.key:
            doubtful.append(
                ("crossref_unresolved", f"refers to {quote_beginning(crossref)}, which is none")
            )
        else:
            more = _parse_fields(whole, strings, [])
            more.setdefault("booktitle", more.get("title", ""))
            fields = {**{name: more[name] for name in _FROM_WHOLE if name in more}, **fields}
    printed = {
        name: _strip_markup(fields[name], doubtful, name) for name in _PRINTS if name in fields
    }
    doi = fields.get("doi", "")
    external = {
        "doi": _strip_markup(doi, doubtful, "doi")
        if _DOI_MARKUP.search(doi)
        else _strip_delimiters(doi)
    }
    if "arxiv" in (printed.get("archiveprefix", "") + printed.get("eprinttype", "")).lower():
        external["arxiv"] = _strip_delimiters(fields.get("eprint", ""))
    doubtful.extend(
        entry_warnings.find_conflicting_years(
            *(printed.get(name, "")[:4] for name in ("date", "year"))
        )
    )
    authors = values.make_authors(_parse_names(fields.get("author", "").strip(), doubtful))
    listed = values.split_values(_strip_markup(fields.get("affiliations", ""), [], "affiliations"))
    lost = affiliations.add_addresses(authors, listed)
    date, own = _parse_date(printed, doubtful), _strip_delimiters(fields.get(ID_FIELD, ""))
    if not (identifier := unquote(own) or entry.key):
        names = [author["name"] for author in authors]
        identifier = values.make_id(names, date, printed.get("title")) or ""
        doubtful.append(("id_made", "has no key, but an id of its author, year and title"))
    record = {
        "id": identifier,
        "type": entry.entry_type.lower(),
        "title": printed.get("title"),
        "abstract": printed.get("abstract"),
        "date": date,
        "venue": next((printed[name] for name in _VENUES if printed.get(name)), None),
        "authors": authors,
        "external_ids": values.drop_empty(external),
        entry_warnings.KEY: doubtful,
        # Other databases than Scopus mix names and marks into one field.
        "counts": affiliations.count_unassigned(lost + ("affiliation" in fields)),
    }
    return values.drop_empty(record)


def _parse_fields(
    entry: "Entry", strings: Mapping[str, str], doubtful: list[Doubt]
) -> dict[str, str]:
    """Return field values without delimiters; of a repeated field the first."""
    result: dict[str, str] = {}
    for field in entry.fields:
        name = field.key.lower()
        value = _parse_value(name, str(field.value).strip(), strings, doubtful)
        if not _NAME.fullmatch(name):
            doubtful.append(
                ("field_malformed", f"has a field that is called {quote_beginning(field.key)}")
            )
        if result.setdefault(name, value) != value:
            doubtful.append(("field_twice", f"has {name!r} again, of which the first counts"))
    return result


def _parse_value(name: str, written: str, strings: Mapping[str, str], doubtful: list[Doubt]) -> str:
    """Join the parts of a value (``#``), with abbreviations of ``@string`` replaced."""
    made = []
    for part in _split_joined(written):
        if _is_enclosed(part):
            made.append(part[1:-1])
            continue
        made.append(strings.get(part.lower(), part))
        is_month = name == "month" and part[:3].lower() in values.MONTHS
        if part.lower() in strings or is_month or _NUMBER.fullmatch(part):
            continue
        if _WORD.fullmatch(part):
            doubtful.append(("abbreviation_unknown", f"{part!r} in {name!r} is no @string"))
        else:
            doubtful.append(
                ("field_malformed", f"its {name!r} is not a value: {quote_beginning(part)}")
            )
    return "".join(made)


def _split_joined(written: str) -> list[str]:
    """Split a value at each ``#`` outside its texts."""
    parts, start, depth, is_quoted = [], 0, 0, False
    for mark in _MARKS.finditer(written):
        depth += (mark[0] == "{") - (mark[0] == "}")
        if depth == 0 and mark[0] == '"':
            is_quoted = not is_quoted
        elif depth == 0 and mark[0] == "#" and not is_quoted:
            parts.append(written[start : mark.start()].strip())
            start = mark.end()
    return [*parts, written[start:].strip()]


def _strip_delimiters(value: str) -> str:
    value = value.strip()
    return value[1:-1].strip() if _is_enclosed(value) else value


def _is_enclosed(value: str) -> bool:
    """Whether quotes enclose a value, or a matching pair of braces."""
    if len(value) < 2 or value[0] + value[-1] not in {"{}", '""'}:
        return False
    depth = 0
    for mark in _MARKS.findall(value, 1, len(value) - 1):
        depth += (mark == "{") - (mark == "}")
        if depth < 0 or (depth == 0 and mark == value[0] == '"'):
            return False
    return depth == 0


def _strip_markup(value: str, doubtful: list[Doubt], name: str) -> str:
    """Remove LaTeX markup from a value; malformed commands are recorded as doubts."""
    value = _strip_delimiters(value)
    is_marked = _MARKUP.search(value)
    text = _print_latex(value, doubtful, name) if is_marked else _BRACES.sub("", value)
    return " ".join(text.split())


def _print_latex(value: str, doubtful: list[Doubt], name: str) -> str:
    printed = render_latex(value, protects_groups=name == "author")
    if not printed.is_whole:
        message = (
            f"its {name!r} has LaTeX that cannot be read as it stands: {quote_beginning(value)}"
        )
        doubtful.append(("latex_malformed", message))
    return printed.text


def _parse_names(value: str, doubtful: list[Doubt]) -> list[str]:
    """Return names, given names first; what braces hold together is one part of a name."""
    if not value:
        return []
    if _MARKUP.search(value) or "{" in value:
        value = _print_latex(value, doubtful, "author")
    listed = [" ".join(name.split()) for name in _AND.split(value)]
    if len(listed) > 1 and not all(listed):
        doubtful.append(("name_malformed", "its authors have an 'and' without a name"))
    names = [_join_name_parts(name) for name in listed if name or len(listed) == 1]
    authors = entry_warnings.iter_authors(names, doubtful, release_groups, is_divided=True)
    return list(map(release_groups, authors))


def _join_name_parts(written: str) -> str:
    """Join a name of labelled parts (``family=Bell, given=Ada``); others stay as they are."""
    labelled = (part.partition("=") for part in written.split(",") if "=" in part)
    parts = {label.strip(): text.strip() for label, _, text in labelled}
    return " ".join(filter(None, map(parts.get, _PARTS_OF_NAME))) or written


def _parse_date(printed: Mapping[str, str], doubtful: list[Doubt]) -> str | None:
    """Return the day, month or year of an entry, or its period; an open period has no end."""
    stated = printed.get("date", "")
    if _PERIOD.fullmatch(stated) and (dates := _DAY.findall(stated)):
        season = _SEASON.fullmatch(dates[-1])
        if season is None and not _OPEN.search(stated):
            return "/".join(dates)
        year = season and season[1]
        doubtful.append(("date_in_part", f"of its date {stated!r} only {year} is understood"))
        return year
    year, month, day = (
        printed.get(name, "").replace("--", "-") for name in ("year", "month", "day")
    )
    if stated or not month or not re.fullmatch(r"\d{4}", year):
        return values.parse_date(stated, year)
    if numbers := _MONTH_NUMBERS.fullmatch(month):
        listed = [int(number) for number in numbers.groups() if number]
        if all(0 < number <= 12 for number in listed):
            month = "-".join(values.MONTHS[number - 1] for number in listed)
    elif _NUMBER.search(month):
        day = ""  # already in the month
    return values.parse_date(" ".join(filter(None, (day, month, year))), year)


FORMAT: Final = TextFormat(_BEGINS, entries, name="BibTeX", page="reference-managers")
