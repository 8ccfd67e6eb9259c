"""Snapshot as a folder of Parquet tables with a Croissant card, for loaders of data sets.

Source:
    Croissant Format Specification 1.0, http://mlcommons.org/croissant/1.0
"""

import hashlib
from pathlib import Path
from typing import Any, Final

import numpy as np
import orjson
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import parquet

from scinet import atomic_files
from scinet.graph.export.tables import as_array
from scinet.graph.snapshot import Csr, Snapshot
from scinet.graph.snapshot.csr import Int64

CARD: Final = "croissant.json"
_CROISSANT: Final = "http://mlcommons.org/croissant/"
_INCOMPLETE: Final = "Not whole: the export did not come to its end. Give the same command again."
_DESCRIPTIONS: Final = {
    "papers": "Papers; first_date to date is when each appeared, where the source states a year or "
    "month only.",
    "citations": "Who cites whom, on the date of the citing paper.",
    "authors": "Authors of these papers.",
    "authorships": "Papers and their authors in the order of the byline, named as the paper does.",
    "fields": "Research fields of these papers.",
    "memberships": "Papers and their research fields.",
    "co_mentions": "Papers that one paragraph of a paper names.",
}
_TERMS: Final = (
    "citeAs", "column", "equivalentProperty", "extract", "field", "fileObject", "fileProperty",
    "fileSet", "format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField",
    "path", "recordSet", "references", "regex", "repeated", "replace", "samplingRate",
    "separator", "source", "subField", "transform",
)  # fmt: skip
_TYPES: Final = {"string": "sc:Text", "date32[day]": "sc:Date", "int64": "sc:Integer"}


def save_dataset(past: Snapshot, papers: Int64, folder: Path) -> list[Path]:
    """Write the tables of some papers, and last the card with their hashes; return the files.

    Until then the card lists no table, which marks an interrupted export; it is started again.

    Raises:
        StorageError: If the folder holds other files, or cannot be written.
    """
    atomic_files.refuse_foreign_folder(folder, {CARD: _CROISSANT})
    metadata = {
        "@context": _context(),
        "@type": "sc:Dataset",
        "conformsTo": f"{_CROISSANT}1.0",
        "name": f"scinet-{past.graph_fingerprint[:12]}",
    }
    _write_card({**metadata, "description": _INCOMPLETE}, folder)
    files, sets, distribution = [], [], []
    for name, columns in _tables(past, papers).items():
        table = pa.table({key: as_array(values) for key, values in columns.items()})
        file = folder / f"{name}.parquet"
        with atomic_files.replace_file(file) as partial:
            parquet.write_table(table, partial)
        files.append(file)
        distribution.append(_file_entry(file))
        sets.append(_record_set(name, table, file.name))
    when = "of all days" if past.before is None else f"before {past.before}"
    card = {
        **metadata,
        "description": f"{len(papers):,} papers {when}, with who cites whom and who wrote what; "
        f"exported by scinet from the graph {past.graph_fingerprint}.",
        "distribution": distribution,
        "recordSet": sets,
    }
    return [*files, _write_card(card, folder)]


def _write_card(card: dict[str, Any], folder: Path) -> Path:
    atomic_files.write_file(orjson.dumps(card, option=orjson.OPT_INDENT_2), folder / CARD)
    return folder / CARD


def _tables(past: Snapshot, papers: Int64) -> dict[str, dict[str, NDArray[Any]]]:
    is_chosen = np.zeros(past.num_papers, dtype=np.bool_)
    is_chosen[papers] = True
    ids, day = past.paper_id, past.day.astype("datetime64[D]")
    citing, cited = _select_entries(past.cites, is_chosen)
    citing, cited = citing[is_chosen[cited]], cited[is_chosen[cited]]
    byline, author = _select_entries(past.authored, is_chosen)
    start = past.authored.indptr[byline]
    stated = past.authored_name[is_chosen[past.authored.row_numbers()]]
    place = np.flatnonzero(is_chosen[past.authored.row_numbers()]) - start
    member, subject = _select_entries(past.in_field, is_chosen)
    authors, fields = np.unique(author), np.unique(subject)
    naming = is_chosen[past.co_mention_citing] & is_chosen[past.co_mention].all(axis=1)
    first, second = past.co_mention[naming].T
    by = past.co_mention_citing[naming]
    return {
        "papers": {
            "id": ids[papers],
            "title": past.title[papers],
            "abstract": past.abstract[papers],
            "date": day[papers],
            "first_date": past.first_day[papers].astype("datetime64[D]"),
            "venue": _decode_names(past.venue_id, past.venue[papers]),
        },
        "citations": {"citing": ids[citing], "cited": ids[cited], "date": day[citing]},
        "authors": {"id": past.author_id[authors], "name": past.author_name[authors]},
        "authorships": {
            "paper": ids[byline],
            "author": past.author_id[author],
            "position": place + 1,
            "name": _decode_names(past.written_name, stated),
            "date": day[byline],
        },
        "fields": {
            "id": past.field_id[fields],
            "name": past.field_name[fields],
            "level": past.field_level[fields],
        },
        "memberships": {"paper": ids[member], "field": past.field_id[subject]},
        "co_mentions": {
            "citing": ids[by],
            "one": ids[first],
            "other": ids[second],
            "date": day[by],
        },
    }


def _select_entries(rows: Csr, is_chosen: NDArray[np.bool_]) -> tuple[Int64, Int64]:
    """Return rows and columns of the entries of selected rows."""
    row = rows.row_numbers()
    mask = is_chosen[row]
    return row[mask].astype(np.int64), rows.indices[mask].astype(np.int64)


def _decode_names(names: NDArray[Any], codes: NDArray[np.integer]) -> NDArray[Any]:
    none: NDArray[Any] = np.array([None], dtype=object)
    result: NDArray[Any] = np.concatenate((names, none))[codes]
    return result


def _file_entry(file: Path) -> dict[str, Any]:
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return {
        "@type": "cr:FileObject",
        "@id": file.name,
        "name": file.name,
        "contentUrl": file.name,
        "contentSize": f"{file.stat().st_size} B",
        "encodingFormat": "application/x-parquet",
        "sha256": digest,
    }


def _record_set(name: str, table: pa.Table, file: str) -> dict[str, Any]:
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"{name}/{column.name}",
            "name": column.name,
            "dataType": _TYPES[str(column.type)],
            "source": {"fileObject": {"@id": file}, "extract": {"column": column.name}},
        }
        for column in table.schema
    ]
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": _DESCRIPTIONS[name],
        "field": fields,
    }


def _context() -> dict[str, Any]:
    """Return the whole context of the format, so that readers need no other."""
    return {
        "@language": "en",
        "@vocab": "https://schema.org/",
        "sc": "https://schema.org/",
        "cr": _CROISSANT,
        "rai": f"{_CROISSANT}RAI/",
        "dct": "http://purl.org/dc/terms/",
        "conformsTo": "dct:conformsTo",
        "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
        **{term: {"@id": f"cr:{term}", "@type": "@json"} for term in ("data", "examples")},
        **{term: f"cr:{term}" for term in _TERMS},
    }
