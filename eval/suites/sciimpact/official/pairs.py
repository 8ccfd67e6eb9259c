"""SciImpact's pair files, converted from one format per dimension to a common one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from scinet.errors import DataError
from scinet.eval.suites.instance_files import InstanceFile, unique_names
from scinet.eval.suites.json_files import read_bytes
from scinet.eval.suites.sciimpact.official import fields
from scinet.eval.task import Row
from scinet.validation import parse_json

_FIX_HINT: Final = "Fix the file; nothing was written."
_ABSTRACTS: Final = ("abstract", "maple_abstract", "ss_abstract", "scraped_abstract")
_TITLES: Final = ("title", "Title", "title_raw")
_CS_ABSTRACTS: Final = ("abstract_raw", "abstract", "scraped_abstract")
_ID_KEYS: Final = {"citation": "paper", "code": "repo_url", "award": "openalex_id"}
"""Keys of files of texts, by dimension."""

SPLITS: Final = ("train", "val", "test")

Texts: TypeAlias = Mapping[str, Row]
"""Rows with texts by the id of their artefact."""


@dataclass(frozen=True, slots=True)
class Side:
    """Artefact of a pair, as published.

    Attributes:
        text: Abstract, README or card; None when there is none.
        count: None for an award.
    """

    id: str
    title: str | None
    text: str | None
    count: float | None


@dataclass(frozen=True, slots=True)
class PublishedPair:
    """Published pair, in the order of the file.

    Attributes:
        first: For an award, the winner.
        form: The format of the file, such as ``award-nobel``.
        field: One of SciImpact's fields; None where neither file nor folder names one.
        row: Its position in the file, from 0.
        names: Names of both in results.
    """

    first: Side
    second: Side
    form: str
    field: str | None
    row: int
    names: tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class PublishedPairs:
    """Pairs of one split."""

    pairs: list[PublishedPair] = field(default_factory=list)
    files: list[InstanceFile] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _File:
    """File that was read.

    Attributes:
        form: The format of its pairs; None for texts.
        key: Key of its texts.
    """

    path: Path
    content: InstanceFile
    form: str | None
    key: str = ""


_ParsedPair: TypeAlias = tuple[Side, Side, tuple[Any, Any]]
_PairParser: TypeAlias = Callable[[Row, Texts], _ParsedPair]


def read_pairs(files: Sequence[Path], dimension: str) -> dict[str, PublishedPairs]:
    """Read all pairs of some files by split, in their order.

    The files may include texts by id: matches of citations, READMEs, winners of MDPI's awards. A
    file may be empty, as a published one is.
    """
    names = unique_names(files)
    listed = [_read_file(file, names[file], dimension) for file in files]
    by_split: dict[str, PublishedPairs] = {}
    for file_read in listed:
        if file_read.form is None or not file_read.content.rows:
            continue
        path_field = fields.parse_path_field(file_read.path)
        texts = _select_texts(listed, path_field)
        published = by_split.setdefault(_detect_split(file_read.path), PublishedPairs())
        published.files.append(file_read.content)
        for place, row in enumerate(file_read.content.rows):
            try:
                first, second, called = _FORMS[file_read.form][1](row, texts)
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                where = f"({file_read.path}, record {place + 1})"
                raise DataError(
                    f"the pair lacks {error}, or has another type {where}", hint=_FIX_HINT
                ) from error
            published.pairs.append(
                PublishedPair(first, second, file_read.form, path_field, place, called)
            )
    for published in by_split.values():
        used = {name for pair in published.pairs for name in (pair.first.id, pair.second.id)}
        published.files.extend(_used_files(listed, used))
    return {split: by_split[split] for split in SPLITS if split in by_split}


def _read_file(file: Path, name: str, dimension: str) -> _File:
    content = InstanceFile(name, *_read_rows(file))
    keys = content.rows[0].keys() if content.rows else set()
    for form, (of, _, needed) in _FORMS.items():
        if of == dimension and (needed <= keys or not keys):
            return _File(file, content, form)
    key = _ID_KEYS.get(dimension, "")
    if key not in keys:
        raise DataError(
            f"no pairs of sciimpact/{dimension}, and no texts of some ({file})",
            hint="See the formats in the documentation of imports.",
        )
    return _File(file, content, None, key)


def _select_texts(listed: Iterable[_File], own_field: str | None) -> Texts:
    """Return texts of the pairs' own field where a file has them, else those of all files."""
    text_files = [item for item in listed if item.form is None]
    own = [
        item
        for item in text_files
        if own_field is not None and fields.parse_path_field(item.path) == own_field
    ]
    return {name: row for item in own or text_files for name, row in _rows_by_id(item)}


def _rows_by_id(file: _File) -> list[tuple[str, Row]]:
    return [(str(row[file.key]), row) for row in file.content.rows if row.get(file.key) is not None]


def _used_files(listed: Iterable[_File], names: set[str]) -> list[InstanceFile]:
    return [
        InstanceFile(file.content.name, rows, file.content.is_lines)
        for file in listed
        if file.form is None
        if (rows := [row for name, row in _rows_by_id(file) if name in names])
    ]


def _parse_citation(row: Row, texts: Texts) -> _ParsedPair:
    names = (row["paper_a_id"], row["paper_b_id"])
    first, second = (
        Side(
            str(name),
            _first_title(texts.get(str(name), {})),
            _first_text(text_row, ("abstract",)),
            _check_count(n),
        )
        for name, n in zip(names, (row["citations_a"], row["citations_b"]), strict=True)
        for text_row in [texts.get(str(name), {})]
    )
    return first, second, names


def _parse_counted(row: Row, texts: Texts) -> _ParsedPair:
    del texts
    first, second = (
        Side(
            str(row[f"paper_{side}_id"]),
            row.get(f"paper_{side}_title"),
            None if text is None else text.strip(),
            _check_count(row.get(f"paper_{side}_count", 0)),
        )
        for side in "ab"
        for text in [_first_text(row, (f"paper_{side}_abstract",))]
    )
    return first, second, (row["paper_a_id"], row["paper_b_id"])


def _parse_code(row: Row, texts: Texts) -> _ParsedPair:
    names = [str(row.get(f"repo_url_{side}") or row[f"repo_{side}"]) for side in "ab"]
    first, second = (
        # Only here a text of spaces counts.
        Side(name, None, texts.get(name, {}).get("readme") or None, _check_count(row.get(key, 0)))
        for name, key in zip(names, ("stars_a", "stars_b"), strict=True)
    )
    return first, second, (names[0], names[1])


def _card_parser(kind: str) -> _PairParser:
    def make(row: Row, texts: Texts) -> _ParsedPair:
        del texts
        names = (row[f"{kind}_a"], row[f"{kind}_b"])
        first, second = (
            Side(
                str(name), str(name), _first_text(row, (f"card_{side}",)),
                _check_count(row.get(f"downloads_{side}", 0)),
            )
            for side, name in zip("ab", names, strict=True)
        )  # fmt: skip
        return first, second, names

    return make


def _parse_nobel(row: Row, texts: Texts) -> _ParsedPair:
    del texts
    both = row["prize_paper"], row["non_prize_paper"]
    first, second = (_award_side(paper, _ABSTRACTS, "Title") for paper in both)
    return first, second, (both[0].get("Title"), both[1].get("Title"))


def _parse_best_paper(row: Row, texts: Texts) -> _ParsedPair:
    del texts
    both = row["positive"], row["negative"]
    first, second = (_award_side(paper, _CS_ABSTRACTS) for paper in both)
    return first, second, (both[0].get("paper"), both[1].get("paper"))


def _parse_mdpi(row: Row, texts: Texts) -> _ParsedPair:
    both = texts[str(row["matched_positive_openalex_id"])], row
    first, second = (_award_side(paper, _ABSTRACTS) for paper in both)
    return first, second, (both[0]["openalex_id"], both[1]["openalex_id"])


def _award_side(paper: Row, abstracts: Sequence[str], *titles: str) -> Side:
    title = _first_title(paper, *titles)
    name = paper.get("paper", paper.get("openalex_id", paper.get("id", title)))
    if name is None:
        raise KeyError("id or title")
    return Side(str(name), title, _first_text(paper, abstracts), None)


def _first_title(paper: Row, *keys: str) -> str | None:
    return next((paper[key] for key in (*keys, *_TITLES) if paper.get(key)), None)


def _first_text(row: Row, keys: Sequence[str]) -> str | None:
    """Return the first text that is not empty; None where it has only spaces."""
    text = next((row[key] for key in keys if row.get(key)), "")
    if not isinstance(text, str):
        raise TypeError(keys[0])
    return text if text.strip() else None


def _check_count(count: Any) -> float:
    if type(count) not in {int, float}:
        raise TypeError(f"a count: {count!r}")
    number: float = count
    return number


# By format: the dimension, its parser, and the keys that identify it.
_FORMS: Final[dict[str, tuple[str, _PairParser, frozenset[str]]]] = {
    "citation": ("citation", _parse_citation, frozenset({"citations_a", "citations_b"})),
    "patent": ("patent", _parse_counted, frozenset({"paper_a_id", "paper_a_abstract"})),
    "media": ("media", _parse_counted, frozenset({"paper_a_id", "paper_a_abstract"})),
    "award-nobel": ("award", _parse_nobel, frozenset({"prize_paper", "non_prize_paper"})),
    "award-cs": ("award", _parse_best_paper, frozenset({"positive", "negative"})),
    "award-mdpi": ("award", _parse_mdpi, frozenset({"matched_positive_openalex_id"})),
    "code": ("code", _parse_code, frozenset({"stars_a", "stars_b"})),
    "dataset": ("dataset", _card_parser("dataset"), frozenset({"dataset_a", "dataset_b"})),
    "model": ("model", _card_parser("model"), frozenset({"model_a", "model_b"})),
}


def _detect_split(file: Path) -> str:
    return next((split for split in SPLITS if split in file.stem.lower()), "test")


def _read_rows(file: Path) -> tuple[list[Row], bool]:
    """Read the objects of a JSON list or of JSON lines, and whether it is lines."""
    try:
        text = read_bytes(file, hint="Name files of pairs.").decode()
    except UnicodeDecodeError as error:
        raise DataError(f"it is not UTF-8 text ({file})", hint=_FIX_HINT) from error
    is_lines = not text.lstrip().startswith("[")
    try:
        value: Any = (
            [parse_json(line) for line in text.split("\n") if line.strip()]
            if is_lines
            else parse_json(text)
        )
    except ValueError as error:
        raise DataError(
            f"it is neither a JSON list nor JSON lines ({file})", hint=_FIX_HINT
        ) from error
    if not all(isinstance(row, dict) for row in value):
        raise DataError(f"a record is not an object ({file})", hint=_FIX_HINT)
    return list(value), is_lines
