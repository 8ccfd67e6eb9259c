"""The whole line on a part of the real ACL network: build, answer, score."""

import gzip
import json
from collections.abc import Iterator, Sequence
from datetime import date
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.scoring import draft_of, means, score

from scinet.eval.ranked_list import PaperList
from scinet.eval.suites import get_task_type
from scinet.eval.task import write_task
from scinet.graph import snapshot
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.models.base import run
from scinet.models.registry import SYSTEMS, make_system
from scinet.models.text import dense

SEARCHES = [
    name
    for name, one in SYSTEMS.items()
    if one.answers is PaperList
    and not one.needs
    and not one.asks_model
    and (name != "dense-index" or find_spec("faiss"))
]
_BEFORE = date(2014, 1, 1)
_TEXTS = 250
_OPTIONS = {
    "scinetbench/ego-novelty": {"min_papers": "100"},
    "scinetbench/ego-disruption": {"min_papers": "100"},
    "scinetbench/pair-citation": {"queries": "15"},
    "scinetbench/pair-co-mention": {"queries": "15"},
    "scinetbench/path": {},
}


@pytest.fixture(scope="module")
def network(
    shared_database: Database, acl: Path, tmp_path_factory: pytest.TempPathFactory
) -> Database:
    """Papers with full text, what they cite, and what these cite."""
    with gzip.open(acl / "fulltext.jsonl.gz", "rt", encoding="utf-8") as stream:
        texts = list(islice(stream, _TEXTS))
    with gzip.open(acl / "papers.jsonl.gz", "rt", encoding="utf-8") as stream:
        # Titles alone: embedding abstracts would take longer than all the rest.
        records = {row["id"]: {**row, "abstract": None} for row in map(json.loads, stream)}
    kept = {json.loads(text)["paper_id"] for text in texts} & records.keys()
    for _ in range(2):
        kept |= {cited for paper in kept for cited in records[paper]["references"]}
    folder = tmp_path_factory.mktemp("acl")
    (folder / "records").write_text("".join(json.dumps(records[p]) + "\n" for p in sorted(kept)))
    (folder / "fulltext").write_text("".join(texts))
    shared_database.rows("admin/wipe")
    given: dict[str, Any] = {"source": "acl", "max_rejected": 1.0, "rejects": folder / "rejects"}
    load(shared_database, [folder / "records"], kind="records", unknown="drop", **given)
    load(shared_database, [folder / "fulltext"], kind="fulltext", **given)
    return shared_database


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Embeddings are made once for all tasks, and in batches: only last bits depend on them."""
    from scinet.models.base.epochs import limit_threads

    def in_batches(lines: Sequence[str], encoder: str = "") -> Any:
        with limit_threads():
            return dense._load_encoder(encoder).encode(
                list(lines), normalize_embeddings=True, batch_size=64
            )

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(dense, "embed", in_batches)
        yield tmp_path_factory.mktemp("cache")


@pytest.mark.parametrize("name", _OPTIONS)
def test_systems_stand_between_the_controls(
    network: Database, tmp_path: Path, cache: Path, name: str
) -> None:
    task_type = get_task_type(name)
    cut = snapshot.read_snapshot(network).until(_BEFORE)
    task = write_task(draft_of(name, cut, _OPTIONS[name], database=network), tmp_path / "task")
    runs = []
    for system in SEARCHES:
        out = tmp_path / f"{system}.jsonl"
        run.run(
            make_system(system),
            task_type,
            task,
            database=network,
            snapshot=cut,
            out=out,
            cache=cache,
        )
        runs.append(task_type.read_run(out, task))
    results = score(task, runs, database=network, snapshot=cut)
    collected = {system: means(result) for system, result in results.items()}
    headline = {system: row[task_type.headline] for system, row in collected.items()}
    # The procedures that define the truth find it from the words alone.
    assert headline["graph"] == pytest.approx(headline["oracle"], abs=0.02)
    if not name.startswith("scinetbench/ego"):
        assert headline["oracle"] == 1.0
        assert headline["anti-oracle"] == 0.0
    else:
        assert collected["oracle"]["Recall@50"] == 1.0
        assert headline["random"] == pytest.approx(5.0, abs=0.7)
        assert headline["anti-oracle"] < 1.5
    assert headline["anti-oracle"] <= headline["random"] < headline["graph"]
    for system in SEARCHES:
        assert headline["anti-oracle"] <= headline[system] <= headline["oracle"]
