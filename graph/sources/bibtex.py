"""Entries of BibTeX and BibLaTeX as objects of the interchange format."""

import logging
import re
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from bibtexparser.library import Library
    from bibtexparser.middlewares import NameParts
    from bibtexparser.model import Block, Entry
    from pylatexenc.latex2text import LatexNodes2Text

_VENUES: Final = ("journal", "journaltitle", "booktitle", "school", "institution")
_MARKUP: Final = re.compile(r"[\\$~]")
_BRACES: Final = re.compile(r"[{}]")
# Braces that are printed, and what stands for them while the others are taken out.
_PRINTED: Final = (
    (re.compile(r"\\textbraceleft(?![a-zA-Z]) ?|\\\{"), "\ue001", "{"),
    (re.compile(r"\\textbraceright(?![a-zA-Z]) ?|\\\}"), "\ue002", "}"),
)
_DAY: Final = re.compile(r"\d{4}(?:-\d\d){0,2}")
_MONTHS: Final = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
        start=1,
    )
}
_OTHERS: Final = "others"


def entries(text: str) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """The entries with the numbers of their first lines; of one that cannot be read, its text.

    Keys become ids. An entry whose key was used before is an entry all the same, and so is one
    that names a field twice, of which the first counts.
    """
    from bibtexparser.entrypoint import parse_string
    from bibtexparser.model import DuplicateFieldKeyBlock, Entry, ParsingFailedBlock

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # it is among the rejects
    library = parse_string(text)
    blocks: list[Block] = sorted(library.blocks, key=lambda block: block.start_line or 0)
    for block in blocks:
        number = (block.start_line or 0) + 1
        if isinstance(block, Entry):
            yield number, _record(block, library)
        elif isinstance(block, ParsingFailedBlock):
            whole = getattr(block, "ignore_error_block", None)
            if isinstance(whole, Entry):
                for field in whole.fields:  # the parser has left the marks around them
                    field.value = _bare(str(field.value))
                if isinstance(block, DuplicateFieldKeyBlock):
                    whole.fields = list(reversed(whole.fields))  # the first of a name counts
                yield number, _record(whole, library)
            else:
                yield number, block.raw or ""


def _record(entry: "Entry", library: "Library") -> dict[str, Any]:
    fields = {field.key.lower(): str(field.value) for field in entry.fields}
    said = {name: _plain(_joined(value, library)) for name, value in fields.items()
            if name not in {"author", "doi", "eprint", "url"}}  # fmt: skip
    doi = fields.get("doi", "")
    external = {"doi": _plain(doi) if "\\" in doi else _bare(doi)}
    if "arxiv" in (said.get("archiveprefix", "") + said.get("eprinttype", "")).lower():
        external["arxiv"] = _bare(fields.get("eprint", ""))
    authors = _people(_joined(fields.get("author", "").strip(), library))
    record = {
        "id": entry.key,
        "type": entry.entry_type.lower(),
        "title": said.get("title"),
        "abstract": said.get("abstract"),
        "date": _date(said),
        "venue": next((said[name] for name in _VENUES if said.get(name)), None),
        "authors": [{"name": name} for name in authors],
        "external_ids": {name: value for name, value in external.items() if value},
    }
    return {name: value for name, value in record.items() if value}


def _joined(value: str, library: "Library") -> str:
    """A value whose parts are joined by ``#``, abbreviations of ``@string`` among them."""
    if " # " not in value:
        return value
    known = library.strings_dict
    parts = [part.strip() for part in value.split(" # ")]
    return "".join(
        str(known[part].value) if part in known else part[1:-1] if part[:1] in '{"' else part
        for part in parts
    )


def _bare(value: str) -> str:
    """A value without the marks around it."""
    value = value.strip()
    return value[1:-1].strip() if _is_enclosed(value) else value


def _is_enclosed(value: str) -> bool:
    """Whether a value stands in quotes, or in braces of which the first belongs to the last."""
    if len(value) < 2 or value[0] + value[-1] not in {"{}", '""'}:
        return False
    depth = accumulate((one == "{") - (one == "}") for one in value[:-1])
    return value[0] == '"' or all(depth)


def _plain(value: str) -> str:
    """A value without the markup of LaTeX."""
    value = _bare(value)
    for pattern, sign, _ in _PRINTED:
        value = pattern.sub(sign, value)
    if _MARKUP.search(value):
        value = _latex().latex_to_text(value)
    value = _BRACES.sub("", value)
    for _, sign, brace in _PRINTED:
        value = value.replace(sign, brace)
    return " ".join(value.split())


@cache
def _latex() -> "LatexNodes2Text":
    from pylatexenc.latex2text import LatexNodes2Text

    return LatexNodes2Text(keep_comments=True)


def _people(value: str) -> Iterator[str]:
    """Names as they are printed, given names first."""
    from bibtexparser.middlewares.names import (
        parse_single_name_into_parts,
        split_multiple_persons_names,
    )

    for written in split_multiple_persons_names(value):
        if _is_enclosed(written):
            yield _plain(written)
        elif written != _OTHERS:
            yield _plain(_printed(parse_single_name_into_parts(written, strict=False)))


def _printed(name: "NameParts") -> str:
    return " ".join([*name.first, *name.von, *name.last, *name.jr])


def _date(said: dict[str, str]) -> str | None:
    """The day, month or year of an entry; of a period its end."""
    if found := _DAY.findall(said.get("date", "")):
        return str(found[-1])
    year = said.get("year", "")
    if not re.fullmatch(r"\d{4}", year):
        return None
    month = said.get("month", "").lower()
    number = int(month) if month.isdigit() else _MONTHS.get(month[:3], 0)
    return f"{year}-{number:02}" if 1 <= number <= 12 else year
