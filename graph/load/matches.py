"""List of references that a load resolves without an id, each with its confidence.

The precision of matching by title, or by author, year and source, is measured on references that
also state the id of a paper. All files are read for the list, before anything is stored.
"""

import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import orjson

from scinet import atomic_files
from scinet.errors import DataError
from scinet.graph.load.plan import LoadPlan, PlanPart
from scinet.graph.sources import bibliographies

_HINT: Final = "Name another file with --matches, or free space."


def write_matches(
    file: Path, plan: LoadPlan, progress: Callable[[int, int, str], None] | None = None
) -> None:
    """Write a JSON line for each reference that is not resolved by a stated id.

    ``confidence`` is the precision among references that state the id of a paper and agree in the
    same details; None where there are none. It is measured in each part.

    Raises:
        DataError: If no file is of a kind whose references are matched.
        StorageError: If the list cannot be written, or would replace an input file.
    """
    atomic_files.refuse_input_as_output(file, plan.inputs)
    parts = [part for part in plan.parts if part.kind.resolves_references]
    if not parts:
        held = ", ".join(part.kind.holds for part in plan.parts)
        raise DataError(
            f"--matches is for references that may lack an id (the files hold {held})",
            hint="Leave it out.",
        )
    if progress is not None:
        progress(0, sum(part.size for part in plan.parts), "matches of references")
    with atomic_files.replace_file(file, hint=_HINT) as partial, partial.open("wb") as stream:
        for part in parts:
            for row in _rows(part):
                stream.write(orjson.dumps(row) + b"\n")


def _rows(part: PlanPart) -> Iterator[dict[str, Any]]:
    checked: dict[tuple[str, ...], Counter[bool]] = defaultdict(Counter)
    with tempfile.TemporaryFile() as waiting:
        for reference in bibliographies.matched_references(part.files, part.source):
            paper, by, fits = reference.resolved
            if by == "id":
                for match in fits.values():
                    checked[match.agreeing][match.paper == paper] += 1
            elif by in fits:
                waiting.write(orjson.dumps(_row(reference)) + b"\n")
        waiting.seek(0)
        for line in waiting:
            row = orjson.loads(line)
            is_right = checked[tuple(row["agreeing"])]
            number = is_right.total()
            share = is_right[True] / number if number else None
            yield {**row, "confidence": share, "measured_on": number}


def _row(reference: bibliographies.MatchedReference) -> dict[str, Any]:
    match, stated = reference.resolved.fits[reference.resolved.by], reference.said
    return {
        "file": reference.place.file,
        "line": reference.place.number,
        "offset": reference.place.offset,
        "citing_id": reference.citing,
        "title": match.title or None,
        "author": stated.author or None,
        "year": stated.year,
        "source": stated.source or None,
        "volume": stated.volume or None,
        "page": stated.page or None,
        "cited_id": reference.cited,
        "by": reference.resolved.by,
        "agreeing": match.agreeing,
    }
