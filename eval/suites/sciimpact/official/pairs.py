"""SciImpact's pair files: each dimension has a form of its own, all become one."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn, TypeAlias

from scinet.errors import DataError, NotFoundError, StorageError
from scinet.eval.task import Row

_MEND: Final = "Mend the file; nothing was written."
_ALIASES: Final = {"csrankings": "computer_science", "cscombined": "computer_science"}
FIELDS: Final = frozenset(
    {
        "art", "biology", "business", "chemistry", "computer_science", "economics", "engineering",
        "environmental_science", "geography", "geology", "history", "materials_science",
        "mathematics", "medicine", "philosophy", "physics", "political_science", "psychology",
        "sociology",
    }
)  # fmt: skip
_ABSTRACTS: Final = (
    "abstract",
    "abstract_raw",
    "maple_abstract",
    "ss_abstract",
    "scraped_abstract",
)


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
        form: The form of the file, such as ``award-nobel``.
        field: One of SciImpact's fields; None where the path names none.
        split: ``train``, ``val`` or ``test``.
        row: Its place in the file, from 0.
    """

    first: Side
    second: Side
    form: str
    field: str | None
    split: str
    row: int


Texts: TypeAlias = Mapping[str, Row]
_Make: TypeAlias = Callable[[Row, Texts], tuple[Side, Side]]


def read(files: Sequence[Path], dimension: str) -> list[Pair]:
    """All pairs of some files, in their order.

    Files that hold texts by id may stand among them: matches of citations, READMEs, winners of
    MDPI's awards.

    Raises:
        DataError: If a file is of no form of this dimension, or a pair lacks something.
        NotFoundError: If a file is missing.
        StorageError: If one cannot be read.
    """
    texts: dict[str, Row] = {}
    listed: list[tuple[Path, str, list[Row]]] = []
    for file in files:
        rows = _rows(file)
        form = _form(rows[0], dimension) if rows else None
        if form is not None:
            listed.append((file, form, rows))
        elif rows and (key := _text_key(rows[0])) is not None:
            texts |= {str(row[key]): row for row in rows if key in row}
        else:
            raise DataError(
                f"no pairs of sciimpact/{dimension}, and no texts of some ({file})",
                hint="See the forms in the documentation of imports.",
            )
    return [
        Pair(*_sides(form, row, texts, file, place), form, _field(file), _split(file), place)
        for file, form, rows in listed
        for place, row in enumerate(rows)
    ]


def _sides(form: str, row: Row, texts: Texts, file: Path, place: int) -> tuple[Side, Side]:
    try:
        return _FORMS[form][1](row, texts)
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(
            f"the pair lacks {error}, or has another type ({file}, record {place + 1})", hint=_MEND
        ) from error


def _citation(row: Row, texts: Texts) -> tuple[Side, Side]:
    return _both(row, "paper_{}_id", "citations_{}", texts)


def _counted(row: Row, texts: Texts) -> tuple[Side, Side]:
    del texts
    one, other = (
        Side(
            str(row[f"paper_{side}_id"]),
            row[f"paper_{side}_title"],
            row[f"paper_{side}_abstract"] or None,
            float(row[f"paper_{side}_count"]),
        )
        for side in "ab"
    )
    return one, other


def _code(row: Row, texts: Texts) -> tuple[Side, Side]:
    return _both(row, "repo_url_{}", "stars_{}", texts)


def _both(row: Row, key: str, count: str, texts: Texts) -> tuple[Side, Side]:
    one, other = (
        Side(
            name,
            texts.get(name, {}).get("title"),
            texts.get(name, {}).get("readme") or _abstract(texts.get(name, {})),
            float(row[count.format(side)]),
        )
        for side in "ab"
        for name in [str(row[key.format(side)])]
    )
    return one, other


def _cards(kind: str) -> _Make:
    def make(row: Row, texts: Texts) -> tuple[Side, Side]:
        del texts
        one, other = (
            Side(
                str(row[f"{kind}_{side}"]),
                str(row[f"{kind}_{side}"]),
                row[f"card_{side}"] or None,
                float(row[f"downloads_{side}"]),
            )
            for side in "ab"
        )
        return one, other

    return make


def _nobel(row: Row, texts: Texts) -> tuple[Side, Side]:
    del texts
    return _won(row["prize_paper"]), _won(row["non_prize_paper"])


def _best_paper(row: Row, texts: Texts) -> tuple[Side, Side]:
    del texts
    return _won(row["positive"]), _won(row["negative"])


def _mdpi(row: Row, texts: Texts) -> tuple[Side, Side]:
    return _won(texts[str(row["matched_positive_openalex_id"])]), _won(row)


def _won(paper: Row) -> Side:
    title = paper.get("title", paper.get("Title"))
    name = paper.get("paper", paper.get("openalex_id", paper.get("id", title)))
    if name is None:
        raise KeyError("id or title")
    return Side(str(name), title, _abstract(paper), None)


def _abstract(paper: Row) -> str | None:
    return next((str(paper[key]) for key in _ABSTRACTS if paper.get(key)), None)


# By form: the dimension, how it is read, and the keys by which it is known.
_FORMS: Final[dict[str, tuple[str, _Make, frozenset[str]]]] = {
    "citation": ("citation", _citation, frozenset({"citations_a", "citations_b"})),
    "patent": ("patent", _counted, frozenset({"paper_a_count", "paper_b_count"})),
    "media": ("media", _counted, frozenset({"paper_a_count", "paper_b_count"})),
    "award-nobel": ("award", _nobel, frozenset({"prize_paper", "non_prize_paper"})),
    "award-cs": ("award", _best_paper, frozenset({"positive", "negative"})),
    "award-mdpi": ("award", _mdpi, frozenset({"matched_positive_openalex_id"})),
    "code": ("code", _code, frozenset({"stars_a", "stars_b"})),
    "dataset": ("dataset", _cards("dataset"), frozenset({"dataset_a", "dataset_b"})),
    "model": ("model", _cards("model"), frozenset({"model_a", "model_b"})),
}


def _form(row: Row, dimension: str) -> str | None:
    for form, (of, _, keys) in _FORMS.items():
        if of == dimension and keys <= row.keys():
            return form
    return None


def _text_key(row: Row) -> str | None:
    """The field by which a file of texts is keyed."""
    return next((key for key in ("repo_url", "openalex_id", "paper") if key in row), None)


def _field(file: Path) -> str | None:
    """The field that a folder of the path is named after."""
    names = (_ALIASES.get(part.lower(), part.lower()) for part in file.parts[::-1])
    return next((name for name in names if name in FIELDS), None)


def _split(file: Path) -> str:
    return next((split for split in ("train", "val") if split in file.stem.lower()), "test")


def _rows(file: Path) -> list[Row]:
    """The objects of a JSON list or of JSON lines."""
    try:
        text = file.read_text("utf-8")
    except FileNotFoundError as error:
        raise NotFoundError(f"no file {file}", hint="Name files of pairs.") from error
    except OSError as error:
        raise StorageError(f"{error.strerror or error} ({file})", hint="Name a file.") from error
    try:
        value: Any = (
            json.loads(text, parse_constant=_not_finite)
            if text.lstrip().startswith("[")
            else [
                json.loads(line, parse_constant=_not_finite) for line in text.splitlines() if line
            ]
        )
    except (ValueError, RecursionError) as error:
        raise DataError(f"it is no JSON list and no JSON lines ({file})", hint=_MEND) from error
    if not all(isinstance(row, dict) for row in value):
        raise DataError(f"a record is no object ({file})", hint=_MEND)
    return list(value)


def _not_finite(name: str) -> NoReturn:
    raise ValueError(name)
