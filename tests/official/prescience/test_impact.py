"""PreScience's features and regressions of citations beside ours."""

import json
import pickle
import random
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.networks.build import snapshot_of
from helpers.networks.scoring import draft_of
from helpers.official.comparison import Published
from helpers.official.prescience_tasks import PRESCIENCE, loaded

from scinet.eval.answer import get_content
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query, Row, Task, write_task
from scinet.graph.snapshot import Snapshot
from scinet.models.base.run import answer_queries
from scinet.models.base.system import group_by_day
from scinet.models.base.training import train
from scinet.models.history import History
from scinet.models.impact.linear import ImpactNegativeBinomial, ImpactPoisson, ImpactRidge, Linear
from scinet.models.impact.published_features import Texts, published_features

pytestmark = pytest.mark.official

SIZE = 6
AFTER = date(2026, 6, 1)
BUILD = "task_impact_prediction.dataset:build_feature_matrix"
USES = ("author_names", "author_numbers", "author_papers", "prior_work_papers",
        "prior_work_numbers", "followup_work_paper")  # fmt: skip
SETS = {
    "target-text": {"followup_work_paper"},
    "bibliometrics": {"author_numbers", "prior_work_numbers"},
    "context-text": {"author_papers", "prior_work_papers"},
}


def network(seed: int, papers: int) -> Snapshot:
    """Papers of five years with teams of one to five, of whom some are new, and references."""
    rng = random.Random(seed)
    results: list[tuple[str, str, list[str]]] = []
    teams: dict[str, list[str]] = {}
    for number in range(papers):
        name = str(1000 + number)
        day = date(2021, 1, 1) + timedelta(days=number * 1700 // papers)
        earlier = [item for item, when, _ in results if when < day.isoformat()]
        weights = [1 + int(item[-2:]) % 7 for item in earlier]
        cited = dict.fromkeys(
            rng.choices(earlier, weights, k=rng.randrange(1, 9)) if earlier else ()
        )
        results.append((name, day.isoformat(), list(cited)))
        teams[name] = [f"a{n}" for n in rng.sample(range(papers // 4), rng.randrange(1, 6))]
    abstracts = {name: f"Abstract of {name}." for name in teams}
    return snapshot_of(results, teams, abstracts=abstracts)


def asked(graph: Snapshot, folder: Path, **options: str) -> Task:
    options = {"since": "2024-10-01", **options}
    return write_task(draft_of("prescience/impact", graph.until(AFTER), options), folder)


def vectors_of(papers: Sequence[str], folder: Path, missing: int) -> dict[str, Any]:
    """Vectors of all papers in a published file, but for every so many."""
    rng = np.random.default_rng(11)
    known = [paper for number, paper in enumerate(papers) if not missing or number % missing]
    drawn = rng.normal(size=(len(known), 1, SIZE)).astype(np.float32)
    data = {paper: {"key": row, "query": row} for paper, row in zip(known, drawn, strict=True)}
    folder.mkdir(exist_ok=True)
    file = folder / "all_papers.gtr_embeddings.pkl"
    file.write_bytes(pickle.dumps({"metadata": None, "data": data}))
    return data


def rows_of(task: Task, graph: Snapshot, splits: Sequence[str], folder: Path) -> list[Row]:
    """Rows of targets of some splits, and of what they need, as they are exported."""
    results: dict[str, Row] = {}
    for split in splits:
        folder.mkdir(exist_ok=True)
        out = folder / f"{split}.parquet"
        PRESCIENCE.write_instances(task, lambda: graph, split=split, out=out)
        for row in pq.read_table(out).to_pylist():
            if "target" in row["roles"] or row["corpus_id"] not in results:
                results[row["corpus_id"]] = row
        out.unlink()
    return sorted(results.values(), key=lambda row: (row["date"], row["corpus_id"]))


def in_our_order(which: str, theirs: Sequence[float]) -> list[float]:
    """Their columns; the number of references stands before their vector there."""
    if which != "context-text":
        return list(theirs)
    before, number, after = theirs[: 5 * SIZE], theirs[5 * SIZE], theirs[5 * SIZE + 1 :]
    return [*before, *after, number]


@pytest.mark.parametrize("which", SETS)
def test_features(prescience: Published, tmp_path: Path, which: str) -> None:
    clone, suite = prescience
    given = " ".join(f"use_{use}" for use in USES if use in SETS[which])
    note = ", citations of references added to their rows" if which == "bibliometrics" else ""
    what = f"`dataset.build_feature_matrix`, `{given}`: `features={which}`{note}"
    with suite.comparing(what, within=1e-5) as compared:
        for seed in range(12):
            graph = network(seed, 150)
            task = asked(graph, tmp_path / "task")
            rows = rows_of(task, graph, ["test"], tmp_path)
            pq.write_table(pa.Table.from_pylist(rows), tmp_path / "test.parquet")
            (tmp_path / "author_publications.jsonl").touch()
            papers, _ = loaded(clone, tmp_path)
            listed = [paper["corpus_id"] for paper in papers]
            data = vectors_of(listed, tmp_path, 0 if which == "target-text" else 3)
            by_paper = {paper["corpus_id"]: paper for paper in papers}
            source = Texts(tmp_path / "all_papers.gtr_embeddings.pkl", None)
            ours = {
                query.query_id: values
                for day, queries in group_by_day(task.queries())
                for query, values in zip(
                    queries,
                    published_features(which, queries, past_of(graph, day), source)[1],
                    strict=True,
                )
            }
            # Their code makes vectors of references that have none, which is not had here.
            held = {name: reference for name, reference in by_paper.items() if name in data}
            for query in task.queries():
                paper = task.truth()[query.query_id]["paper_id"]
                row = by_paper[paper]
                known = held
                if which == "bibliometrics":
                    cited = {
                        reference["corpus_id"]: reference["num_citations"]
                        for reference in row["key_references"]
                    }
                    known = {
                        name: {**by_paper[name], "citation_count": n} for name, n in cited.items()
                    }
                uses = [use in SETS[which] for use in USES]
                values, _ = clone.call(BUILD, [row], known, data, "gtr", *uses, {})
                theirs = in_our_order(which, values[0].tolist())
                compared.case((seed, paper), theirs, ours[query.query_id].tolist())


def past_of(graph: Snapshot, day: date) -> History:
    return History(graph.until(day))


SCRIPTS: list[tuple[str, type[Linear], dict[str, float]]] = [
    ("embedding_ridge", ImpactRidge, {"alpha": 30.0}),
    ("poisson", ImpactPoisson, {"alpha": 0.0, "n_components": 4}),
    ("negative_binomial", ImpactNegativeBinomial, {"alpha": 0.0, "n_components": 4}),
    ("poisson", ImpactPoisson, {"alpha": 0.1, "n_components": 4}),
]
PENALTY = {
    "penalties": "theirs adds up absolute weights and the intercept, as statsmodels does by "
    "default; here it is squared weights alone"
}


@pytest.mark.parametrize(("script", "kind", "settings"), SCRIPTS)
def test_regressions(
    prescience: Published,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    script: str,
    kind: type[Linear],
    settings: dict[str, float],
) -> None:
    clone, suite = prescience
    monkeypatch.setattr(kind, "strengths", (settings["alpha"],))
    (clone.downloads / "settings.json").write_text(json.dumps(settings), "utf-8")
    path = f"task_impact_prediction/baseline_{script}.py"
    sets = ("followup_work_paper", "author_papers", "prior_work_papers")
    fixed = ", ".join(f"{name} {value:g}" for name, value in settings.items())
    expected = PENALTY if kind is not ImpactRidge and settings["alpha"] else {}
    what = f"`{path}`, {fixed}: `{kind.name}`, citations of papers"
    with suite.comparing(what, expected=expected, within=1e-3) as compared:
        for seed in range(6):
            graph = network(100 + seed, 400)
            options = {"train_years": "1", "validation_years": "1"}
            task = asked(graph, tmp_path / "task", **options)
            folder = tmp_path / f"rows{seed}"
            learned = rows_of(task, graph, ["train", "val"], folder)
            tested = rows_of(task, graph, ["test"], folder)
            for split, rows in (("train", learned), ("test", tested)):
                pq.write_table(pa.Table.from_pylist(rows), clone.downloads / f"{split}.parquet")
            vectors_of(list(graph.paper_id), folder, 0)
            clone.script(
                path,
                *chain.from_iterable((f"--use_{item}",) for item in sets),
                *("--train_embeddings_dir", str(folder), "--test_embeddings_dir", str(folder)),
                *("--output_dir", f"made{seed}"),
                folder=tmp_path,
            )
            [made] = (tmp_path / f"made{seed}").glob("*.json")
            theirs = {
                item["corpus_id"]: item["predicted_citations"]
                for item in json.loads(made.read_text("utf-8"))["data"]
            }
            given: dict[str, Any] = {"features": "target-text+context-text"}
            if "n_components" in settings:
                given["components"] = int(settings["n_components"])
            system = kind(**given, vectors=str(folder / "all_papers.gtr_embeddings.pkl"))
            to = tmp_path / f"model{seed}"
            train(system, get_task_type("prescience/impact"), task, snapshot=graph, folder=to)
            queries: Sequence[Query] = task.queries()
            result = answer_queries(
                system, queries, get_task_type("prescience/impact"), snapshot=graph, learned=to
            )
            for query, answer in zip(queries, result, strict=True):
                paper = task.truth()[query.query_id]["paper_id"]
                ours = float(get_content(answer))
                compared.case(
                    (seed, paper), theirs[paper], ours, expected=next(iter(expected), None)
                )
