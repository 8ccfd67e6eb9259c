"""Run of all stages in order; existing output of a stage is read."""

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final, TypeAlias

import orjson

from scinet import atomic_files
from scinet.errors import DataError, ScinetError
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.schema.records import PathwayRecord
from scinet.graph.search import identify
from scinet.llm.batch_client import LLMSession
from scinet.models.scipaths.silver import annotate, clusters, usage
from scinet.models.scipaths.silver.session import Row, Session

_HEADER: Final = "silver.json"
_DISCOVERED: Final = "usage_discovery_from_contributions.json"
_MIN_CITING: Final = 2  # citing papers that make a reuse
_Stage: TypeAlias = Callable[[Sequence[Row], Session], list[Row]]
_STAGES: Final[tuple[tuple[str, _Stage], ...]] = (
    ("usage_context_labels.json", usage.classify_functions),
    ("usage_uses_extends_verified.json", usage.verify_reuse),
    ("usage_citing_paragraphs.json", usage.collect_paragraphs),
    ("usage_contributions.json", clusters.extract_claims),
    (_DISCOVERED, clusters.merge_claims),
    ("run_output.json", annotate.annotate_claims),
)


def build_silver(
    database: Database,
    papers: Sequence[str],
    out: Path,
    *,
    asker: LLMSession | None,
    before: date | None = None,
    examples: Sequence[PathwayRecord] = (),
    targets: Sequence[Row] = (),
) -> dict[str, Any]:
    """Make pathways of papers that others reuse, in the released format, as ``run_output.json``.

    A repeated call resumes with the first stage without a file; the folder of other papers, of
    another day or graph is refused. Citing papers count until ``before``, exclusive; ``examples``
    are solved claims to show. With ``targets``, rows of paper_id, kind and contribution, these are
    decomposed and none is searched for. Rows are counted by file, and losses of the stages that ran
    by reason.
    """
    header = {
        "papers": list(papers),
        "before": before,
        "graph": fingerprint.stored_fingerprint(database),
    }
    _open_folder(out, {**header, "targets": list(targets)} if targets else header)
    session = Session(database, before, asker, examples)

    def first(_: Sequence[Row], session: Session) -> list[Row]:
        return usage.find_contexts(papers, session)

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
            _write_json(rows, file)
        sizes[name.removesuffix(".json")] = len(rows)
    return {**sizes, "lost": dict(session.counts)}


def match_targets(database: Database, claims: Sequence[PathwayRecord]) -> list[Row]:
    """Match claims of a known kind to papers of the graph, by ids or title, as targets."""
    matches: list[Row] = []
    for record in (claim for claim in claims if claim.kind is not None):
        target = record.target
        names = (f"acl:{target.acl}", f"arxiv:{target.arxiv}", target.id, target.title)
        for name in (*(f"s2:{paper}" for paper in target.s2), *filter(None, names)):
            try:
                paper = identify.identify(database, "paper", name, before=None)
            except ScinetError:
                continue
            row = {"paper_id": paper, "kind": record.kind, "contribution": record.text}
            matches.append({**row, "supporting_contexts": []})
            break
    if not matches:
        raise DataError(
            "the graph has no paper of the targets", hint="Load them with their full text first."
        )
    return matches


def find_reused(database: Database, before: date | None, most: int) -> list[str]:
    """Find papers with loaded text that at least two later ones mention in theirs.

    The most mentioned first; citing papers count until ``before``, exclusive.
    """
    rows = database.rows("task/reused", before=before, least=_MIN_CITING, limit=most)
    return [row["paper_id"] for row in rows]


def _open_folder(out: Path, fields: dict[str, Any]) -> None:
    """Make the folder, or check that it belongs to the same run."""
    wanted = orjson.loads(orjson.dumps(fields))
    header = out / _HEADER
    atomic_files.refuse_foreign_folder(out, {_HEADER: ""})
    if header.is_file():
        if orjson.loads(header.read_bytes()) != wanted:
            raise DataError(
                f"{out} was begun with other papers, another day or another graph",
                hint="Choose another --out, or delete that folder.",
            )
        return
    _write_json(wanted, header)


def _write_json(value: Any, file: Path) -> None:
    atomic_files.write_file(orjson.dumps(value, option=orjson.OPT_INDENT_2), file)
