"""All stages in order; what a stage has written is read and not made again."""

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final, TypeAlias

import orjson

from scinet import saving
from scinet.errors import DataError, ScinetError
from scinet.graph import identify
from scinet.graph.connection import Database
from scinet.graph.load import fingerprint
from scinet.graph.records import PathwayRecord
from scinet.llm.asker import Asker
from scinet.models.scipaths.silver import annotate, clusters, usage
from scinet.models.scipaths.silver.session import Row, Session

_HEADER: Final = "silver.json"
_DISCOVERED: Final = "usage_discovery_from_contributions.json"
_LEAST: Final = 2  # citing papers that make a reuse
_Stage: TypeAlias = Callable[[Sequence[Row], Session], list[Row]]
_STAGES: Final[tuple[tuple[str, _Stage], ...]] = (
    ("usage_context_labels.json", usage.functions),
    ("usage_uses_extends_verified.json", usage.verified),
    ("usage_citing_paragraphs.json", usage.paragraphs),
    ("usage_contributions.json", clusters.claims),
    (_DISCOVERED, clusters.clusters),
    ("run_output.json", annotate.annotated),
)


def silver(
    database: Database,
    papers: Sequence[str],
    out: Path,
    *,
    asker: Asker | None,
    before: date | None = None,
    examples: Sequence[PathwayRecord] = (),
    targets: Sequence[Row] = (),
) -> dict[str, Any]:
    """Make pathways of papers that others reuse, in the released form, as ``run_output.json``.

    Stopped at any point, the same call goes on with the first stage that has no file; the folder of
    other papers, of another day or graph is refused. Citing papers count until ``before``,
    exclusive; ``examples`` are solved claims to show. With ``targets``, rows of paper_id, kind and
    contribution, these are taken apart and none is looked for. Rows are counted by file, and what
    was lost in the stages made now by reason.
    """
    about = {"papers": list(papers), "before": before, "graph": fingerprint.current(database)}
    _enter(out, {**about, "targets": list(targets)} if targets else about)
    session = Session(database, before, asker, examples)

    def first(_: Sequence[Row], session: Session) -> list[Row]:
        return usage.contexts(papers, session)

    rows: list[Row] = []
    sizes: dict[str, int] = {}
    stages: Sequence[tuple[str, _Stage]] = (("usage_contexts.json", first), *_STAGES)
    if targets:
        stages = ((_DISCOVERED, lambda *_: list(targets)), _STAGES[-1])
    for name, stage in stages:
        file = out / name
        if file.is_file():
            rows = orjson.loads(file.read_bytes())
        else:
            rows = stage(rows, session)
            _write(rows, file)
        sizes[name.removesuffix(".json")] = len(rows)
    return {**sizes, "lost": dict(session.counts)}


def targets_in(database: Database, claims: Sequence[PathwayRecord]) -> list[Row]:
    """Claims of a known kind whose paper the graph has, by its ids or its title, as targets."""
    found: list[Row] = []
    for one in (claim for claim in claims if claim.kind is not None):
        target = one.target
        names = (f"acl:{target.acl}", f"arxiv:{target.arxiv}", target.id, target.title)
        for name in (*(f"s2:{paper}" for paper in target.s2), *filter(None, names)):
            try:
                paper = identify.identify(database, "paper", name, before=None)
            except ScinetError:
                continue
            row = {"paper_id": paper, "kind": one.kind, "contribution": one.text}
            found.append({**row, "supporting_contexts": []})
            break
    if not found:
        raise DataError(
            "the graph has no paper of the targets", hint="Load them with their full text first."
        )
    return found


def reused(database: Database, before: date | None, most: int) -> list[str]:
    """Papers whose own text is loaded and that at least two later ones mention in theirs.

    The most mentioned first; citing papers count until ``before``, exclusive.
    """
    rows = database.rows("task/reused", before=before, least=_LEAST, limit=most)
    return [row["paper_id"] for row in rows]


def _enter(out: Path, about: dict[str, Any]) -> None:
    """Make the folder, or see that it is of the same run."""
    wanted = orjson.loads(orjson.dumps(about))
    header = out / _HEADER
    saving.into(out, {_HEADER: ""})
    if header.is_file():
        if orjson.loads(header.read_bytes()) != wanted:
            raise DataError(
                f"{out} was begun with other papers, another day or another graph",
                hint="Choose another --out, or delete that folder.",
            )
        return
    _write(wanted, header)


def _write(value: Any, file: Path) -> None:
    saving.write(orjson.dumps(value, option=orjson.OPT_INDENT_2), file)
