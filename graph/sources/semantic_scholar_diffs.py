"""Diffs between releases of Semantic Scholar: the latest row for each key of a data set.

A diff has files of rows that replace those of the same key, and files of deleted rows. They lie in
folders called ``update_files`` and ``delete_files``, as in the API's answer, below a folder whose
name has the day of the release that they lead to.

Source:
    api.semanticscholar.org, data sets: incremental updates.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from scinet.graph.schema.records import BadRecordError
from scinet.graph.sources.file_faults import FileFaultError, collect_faults
from scinet.graph.sources.files import ReadProgress, SourceFile
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.rows import read_file
from scinet.graph.sources.semantic_scholar import CITATION, CORPUS_ID, is_abstract, lower_keys

UPDATES: Final = "update_files"
DELETES: Final = "delete_files"
CITATION_ID: Final = "citationid"
_SETS: Final = ("papers", "abstracts", "citations")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_Key = tuple[str, Any]


class LatestDiffs:
    """Day of the latest diff for each key of each data set."""

    def __init__(self, files: Sequence[SourceFile], reading: ReadProgress) -> None:
        self._days: dict[_Key, tuple[str, bool]] = {}
        self._reading = reading
        for file in files:
            with collect_faults([], file.name):  # the fault is reported when the rows are read
                self._add_file(file)

    def _add_file(self, file: SourceFile) -> None:
        day, deletes = _release_day(file.name)
        if not day:
            return
        for line in read_file(file, ReadProgress()):
            try:
                row = lower_keys(parse_object(line.data))
            except BadRecordError:
                continue
            if (key := _row_key(file, row)) is not None:
                self._days[key] = max(self._days.get(key, ("", False)), (day, not deletes))

    def counts(self, file: SourceFile, row: Mapping[str, Any]) -> bool:
        """Whether no later row replaces or deletes this one; dropped rows are counted."""
        day, deletes = _release_day(file.name)
        key = _row_key(file, row)
        last, stays = self._days.get(key, (day, True)) if key is not None else (day, True)
        if deletes:
            self._reading.accepted["diff_deletes"] += 1
            return False
        if (last, stays) > (day, True):
            self._reading.accepted["diff_supersedes"] += 1
            return False
        return True


def is_deletion(keys: Any) -> bool:
    """Whether a row has nothing but a key, as deleted rows may."""
    return bool(keys) and set(keys) <= {CORPUS_ID, CITATION_ID}


@lru_cache(maxsize=1_000)
def _release_day(file: str) -> tuple[str, bool]:
    """Return the release day of a diff file, empty for others; and whether it deletes."""
    parts = Path(file).parts
    if not {UPDATES, DELETES} & set(parts):
        return "", False
    days = _DAY.findall("/".join(parts))
    if not days:
        message = "is a diff without a day: put it below a folder called by the release it leads to"
        raise FileFaultError(file, "diff_without_day", message)
    return max(days), DELETES in parts


def _row_key(file: SourceFile, row: Mapping[str, Any]) -> _Key | None:
    if row.keys() >= CITATION or CITATION_ID in row:
        own, name = row.get(CITATION_ID), "citations"
    else:
        own, name = row.get(CORPUS_ID), "abstracts" if is_abstract(row) else "papers"
        if is_deletion(row.keys()):
            parts = Path(file.name).parts
            name = next((dataset for dataset in reversed(_SETS) if dataset in parts), name)
    return None if own is None else (name, str(own))
