"""SciImpact's pair files: each dimension has a format of its own, all become one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from scinet.errors import DataError
from scinet.eval.suites.instance_files import InstanceFile, names_of
from scinet.eval.suites.json_files import content_of
from scinet.eval.suites.sciimpact.official import fields
from scinet.eval.task import Row
from scinet.validation import parsed

_FIX: Final = "Fix the file; nothing was written."
_ABSTRACTS: Final = ("abstract", "maple_abstract", "ss_abstract", "scraped_abstract")
_TITLES: Final = ("title", "Title", "title_raw")
_CS_ABSTRACTS: Final = ("abstract_raw", "abstract", "scraped_abstract")
_KEY: Final = {"citation": "paper", "code": "repo_url", "award": "openalex_id"}
"""What files of texts are keyed by, by dimension."""

SPLITS: Final = ("train", "val", "test")

Texts: TypeAlias = Mapping[str, Row]
"""Rows with texts by the id of what they are about."""


@dataclass(frozen=True, slots=True)
class Side:
    """One artefact of a pair, as published.

    Attributes:
        text: Abstract, README or card; None when there is none.
        count: None where something was won or not.
    """

    id: str
    title: str | None
    text: str | None
    count: float | None


@dataclass(frozen=True, slots=True)
class Pair:
    """A published pair, in the order of the file.

    Attributes:
        first: Of a pair with an award, the one that won.
        form: The format of the file, such as ``award-nobel``.
        field: One of SciImpact's fields; None where neither file nor folder names one.
        row: Its place in the file, from 0.
        names: What results call the two.
    """

    first: Side
    second: Side
    form: str
    field: str | None
    row: int
    names: tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of one split."""

    pairs: list[Pair] = field(default_factory=list)
    files: list[InstanceFile] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _File:
    """A file that was read.

    Attributes:
        form: The format of its pairs; None where it holds texts.
        key: What its texts are keyed by.
    """

    path: Path
    content: InstanceFile
    form: str | None
    key: str = ""


_Made: TypeAlias = tuple[Side, Side, tuple[Any, Any]]
_Make: TypeAlias = Callable[[Row, Texts], _Made]


def read(files: Sequence[Path], dimension: str) -> dict[str, Pairs]:
    """All pairs of some files by split, in their order.

    Files that hold texts by id may stand among them: matches of citations, READMEs, winners of
    MDPI's awards. A file may be empty, as a published one is.
    """
    names = names_of(files)
    listed = [_read(file, names[file], dimension) for file in files]
    found: dict[str, Pairs] = {}
    for one in listed:
        if one.form is None or not one.content.rows:
            continue
        about = fields.of_path(one.path)
        texts = _texts_for(listed, about)
        made = found.setdefault(_split(one.path), Pairs())
        made.files.append(one.content)
        for place, row in enumerate(one.content.rows):
            try:
                first, second, called = _FORMS[one.form][1](row, texts)
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                where = f"({one.path}, record {place + 1})"
                raise DataError(
                    f"the pair lacks {error}, or has another type {where}", hint=_FIX
                ) from error
            made.pairs.append(Pair(first, second, one.form, about, place, called))
    for made in found.values():
        used = {name for pair in made.pairs for name in (pair.first.id, pair.second.id)}
        made.files.extend(_used(listed, used))
    return {split: found[split] for split in SPLITS if split in found}


def _read(file: Path, name: str, dimension: str) -> _File:
    content = InstanceFile(name, *_rows(file))
    keys = content.rows[0].keys() if content.rows else set()
    for form, (of, _, needed) in _FORMS.items():
        if of == dimension and (needed <= keys or not keys):
            return _File(file, content, form)
    key = _KEY.get(dimension, "")
    if key not in keys:
        raise DataError(
            f"no pairs of sciimpact/{dimension}, and no texts of some ({file})",
            hint="See the formats in the documentation of imports.",
        )
    return _File(file, content, None, key)


def _texts_for(listed: Iterable[_File], about: str | None) -> Texts:
    """Texts of the pairs' own field where a file has them, else those of all files."""
    given = [one for one in listed if one.form is None]
    own = [one for one in given if about is not None and fields.of_path(one.path) == about]
    return {name: row for one in own or given for name, row in _by_id(one)}


def _by_id(one: _File) -> list[tuple[str, Row]]:
    return [(str(row[one.key]), row) for row in one.content.rows if row.get(one.key) is not None]


def _used(listed: Iterable[_File], names: set[str]) -> list[InstanceFile]:
    return [
        InstanceFile(one.content.name, rows, one.content.is_lines)
        for one in listed
        if one.form is None
        if (rows := [row for name, row in _by_id(one) if name in names])
    ]


def _citation(row: Row, texts: Texts) -> _Made:
    names = (row["paper_a_id"], row["paper_b_id"])
    one, other = (
        Side(str(name), _titled(texts.get(str(name), {})), _text(found, ("abstract",)), _number(n))
        for name, n in zip(names, (row["citations_a"], row["citations_b"]), strict=True)
        for found in [texts.get(str(name), {})]
    )
    return one, other, names


def _counted(row: Row, texts: Texts) -> _Made:
    del texts
    one, other = (
        Side(
            str(row[f"paper_{side}_id"]),
            row.get(f"paper_{side}_title"),
            None if text is None else text.strip(),
            _number(row.get(f"paper_{side}_count", 0)),
        )
        for side in "ab"
        for text in [_text(row, (f"paper_{side}_abstract",))]
    )
    return one, other, (row["paper_a_id"], row["paper_b_id"])


def _code(row: Row, texts: Texts) -> _Made:
    names = [str(row.get(f"repo_url_{side}") or row[f"repo_{side}"]) for side in "ab"]
    one, other = (
        # Here alone a text of spaces is one.
        Side(name, None, texts.get(name, {}).get("readme") or None, _number(row.get(key, 0)))
        for name, key in zip(names, ("stars_a", "stars_b"), strict=True)
    )
    return one, other, (names[0], names[1])


def _cards(kind: str) -> _Make:
    def make(row: Row, texts: Texts) -> _Made:
        del texts
        names = (row[f"{kind}_a"], row[f"{kind}_b"])
        one, other = (
            Side(
                str(name), str(name), _text(row, (f"card_{side}",)),
                _number(row.get(f"downloads_{side}", 0)),
            )
            for side, name in zip("ab", names, strict=True)
        )  # fmt: skip
        return one, other, names

    return make


def _nobel(row: Row, texts: Texts) -> _Made:
    del texts
    both = row["prize_paper"], row["non_prize_paper"]
    one, other = (_won(paper, _ABSTRACTS, "Title") for paper in both)
    return one, other, (both[0].get("Title"), both[1].get("Title"))


def _best_paper(row: Row, texts: Texts) -> _Made:
    del texts
    both = row["positive"], row["negative"]
    one, other = (_won(paper, _CS_ABSTRACTS) for paper in both)
    return one, other, (both[0].get("paper"), both[1].get("paper"))


def _mdpi(row: Row, texts: Texts) -> _Made:
    both = texts[str(row["matched_positive_openalex_id"])], row
    one, other = (_won(paper, _ABSTRACTS) for paper in both)
    return one, other, (both[0]["openalex_id"], both[1]["openalex_id"])


def _won(paper: Row, abstracts: Sequence[str], *titles: str) -> Side:
    title = _titled(paper, *titles)
    name = paper.get("paper", paper.get("openalex_id", paper.get("id", title)))
    if name is None:
        raise KeyError("id or title")
    return Side(str(name), title, _text(paper, abstracts), None)


def _titled(paper: Row, *keys: str) -> str | None:
    return next((paper[key] for key in (*keys, *_TITLES) if paper.get(key)), None)


def _text(row: Row, keys: Sequence[str]) -> str | None:
    """The first text that is not empty; none where it is of spaces alone."""
    text = next((row[key] for key in keys if row.get(key)), "")
    if not isinstance(text, str):
        raise TypeError(keys[0])
    return text if text.strip() else None


def _number(count: Any) -> float:
    if type(count) not in {int, float}:
        raise TypeError(f"a count: {count!r}")
    number: float = count
    return number


# By format: the dimension, how it is read, and the keys by which it is known.
_FORMS: Final[dict[str, tuple[str, _Make, frozenset[str]]]] = {
    "citation": ("citation", _citation, frozenset({"citations_a", "citations_b"})),
    "patent": ("patent", _counted, frozenset({"paper_a_id", "paper_a_abstract"})),
    "media": ("media", _counted, frozenset({"paper_a_id", "paper_a_abstract"})),
    "award-nobel": ("award", _nobel, frozenset({"prize_paper", "non_prize_paper"})),
    "award-cs": ("award", _best_paper, frozenset({"positive", "negative"})),
    "award-mdpi": ("award", _mdpi, frozenset({"matched_positive_openalex_id"})),
    "code": ("code", _code, frozenset({"stars_a", "stars_b"})),
    "dataset": ("dataset", _cards("dataset"), frozenset({"dataset_a", "dataset_b"})),
    "model": ("model", _cards("model"), frozenset({"model_a", "model_b"})),
}


def _split(file: Path) -> str:
    return next((split for split in SPLITS if split in file.stem.lower()), "test")


def _rows(file: Path) -> tuple[list[Row], bool]:
    """The objects of a JSON list or of JSON lines, and whether it is lines."""
    try:
        text = content_of(file, hint="Name files of pairs.").decode()
    except UnicodeDecodeError as error:
        raise DataError(f"it is not UTF-8 text ({file})", hint=_FIX) from error
    is_lines = not text.lstrip().startswith("[")
    try:
        value: Any = (
            [parsed(line) for line in text.split("\n") if line.strip()]
            if is_lines
            else parsed(text)
        )
    except ValueError as error:
        raise DataError(f"it is no JSON list and no JSON lines ({file})", hint=_FIX) from error
    if not all(isinstance(row, dict) for row in value):
        raise DataError(f"a record is no object ({file})", hint=_FIX)
    return list(value), is_lines
