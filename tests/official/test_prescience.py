"""PreScience's published scripts beside ours."""

import json
import math
import pickle
import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers import tiny_bert
from helpers.endpoint import Endpoint
from helpers.official import prescience_corpora
from helpers.official.clone import Clone
from helpers.official.comparison import Suite

from scinet.errors import DataError
from scinet.eval.evaluate import evaluate
from scinet.eval.metrics import impact
from scinet.eval.official_files import of_suite, write_evaluations
from scinet.eval.run import Header
from scinet.eval.suites import named
from scinet.eval.suites.official import Request
from scinet.eval.suites.prescience.lacer import ladder
from scinet.eval.suites.prescience.official import generations, predictions
from scinet.eval.task import Task, write
from scinet.eval.task_type import TaskType
from scinet.llm.asker import Asker
from scinet.models.contribution.bertscore import BertScore
from scinet.models.published import baselines, fusion

PRESCIENCE = of_suite("prescience")
PUBLISHED = {
    "collaborators": "coauthor",
    "prior-work": "priorwork",
    "contribution": "followup",
    "impact": "impact",
}
pytestmark = pytest.mark.official


@pytest.fixture(scope="module")
def prescience(opened: Any) -> tuple[Clone, Suite]:
    found: tuple[Clone, Suite] = opened("prescience", "allenai/prescience")
    return found


RANKED = {
    "coauthor": ("gt_coauthor_ids", "predicted_coauthor_ids"),
    "priorwork": ("gt_reference_ids", "predicted_reference_ids"),
}


def ranked_files(count: int, true: str, predicted: str) -> Iterator[list[dict[str, Any]]]:
    """Files of ranked lists: short, long, empty, with repeats, papers that occur twice."""
    for seed in range(count):
        rng = random.Random(seed)
        pool = [f"i{n}" for n in range(rng.choice([3, 8, 60, 60, 60, 1200]))]
        yield [
            {
                "corpus_id": f"p{rng.randrange(40)}",
                true: rng.choices(pool, k=rng.randrange(6))
                if rng.random() < 0.1
                else rng.sample(pool, rng.randrange(1, min(12, len(pool)))),
                predicted: rng.choices(pool, k=rng.choice([0, 1, 2, 5, 20]))
                if rng.random() < 0.3
                else rng.sample(pool, rng.randrange(len(pool) + 1)),
            }
            for _ in range(rng.randrange(1, 50))
        ]


@pytest.mark.parametrize("task", RANKED)
def test_scores_of_ranked_lists(prescience: tuple[Clone, Suite], task: str, tmp_path: Path) -> None:
    clone, suite = prescience
    files = list(ranked_files(1500, *RANKED[task]))
    module = f"task_{task}_prediction.evaluate"
    theirs = clone.each(f"{module}:evaluate_predictions", [(records,) for records in files])
    means = clone.each(f"{module}:compute_aggregate_metrics", [(rows,) for rows in theirs])
    file = tmp_path / "predictions.any.json"
    name = f"`task_{task}_prediction/evaluate.py`: `evaluate`"
    with suite.comparing(f"{name}, records") as rows, suite.comparing(f"{name}, files") as all_rows:
        for records, per_instance, aggregates in zip(files, theirs, means, strict=True):
            file.write_text(json.dumps({"metadata": [], "data": records}), "utf-8")
            ours = predictions.score(file)["data"]
            for record, one, other in zip(records, per_instance, ours["per_instance"], strict=True):
                rows.case(record, one, other)
            all_rows.case(records, aggregates, ours["aggregates"])


WRONG: list[dict[str, Any]] = [
    {"predicted_coauthor_ids": "abc"},
    {"predicted_coauthor_ids": [1, 2]},
    {"predicted_coauthor_ids": ["a", None]},
    {"gt_coauthor_ids": [1]},
    {"gt_coauthor_ids": "ab"},
    {"corpus_id": 7},
    {"predicted_coauthor_scores": "none"},
    {"predicted_coauthor_scores": [math.inf, math.nan]},
    {"predicted_coauthor_scores": [None, None]},
    {"predicted_coauthor_scores": []},
    {"extra": {"anything": [1]}},
]


def test_wrong_types(prescience: tuple[Clone, Suite], tmp_path: Path) -> None:
    clone, suite = prescience
    file = tmp_path / "predictions.any.json"
    good = {"corpus_id": "p", "gt_coauthor_ids": ["a"], "predicted_coauthor_ids": ["a", "b"]}
    name = "ids that are not text"
    expected = {name: "scored there as they come, a text letter by letter; refused with the record"}
    with suite.comparing(
        "`task_coauthor_prediction/evaluate.py` of records with wrong types", expected=expected
    ) as compared:
        for wrong in WRONG:
            record = {**good, **wrong}
            [theirs] = clone.call(
                "task_coauthor_prediction.evaluate:evaluate_predictions", [record]
            )
            file.write_text(json.dumps([record]), "utf-8")
            try:
                [ours] = predictions.score(file)["data"]["per_instance"]
            except DataError:
                ours = None
            is_id = bool(wrong.keys() & {*good})
            compared.case(wrong, theirs, ours, expected=name if is_id else None)


SEEDS = ("first", "last", "highest_h_index", "random")


@pytest.fixture(scope="module")
def corpora(
    prescience: tuple[Clone, Suite], tmp_path_factory: pytest.TempPathFactory
) -> list[Path]:
    """Folders with the files of random corpora."""
    del prescience
    folders = [tmp_path_factory.mktemp("corpus") for _ in range(60)]
    return [folder for seed, folder in enumerate(folders) if prescience_corpora.write(folder, seed)]


def loaded(clone: Clone, folder: Path) -> tuple[list[dict[str, Any]], dict[str, list[str]]]:
    """What the published loader makes of the files of a folder."""
    for name in ("test.parquet", "author_publications.jsonl"):
        shutil.copy(folder / name, clone.downloads / name)
    papers, publications, _ = clone.call("utils:load_corpus")
    return papers, publications


def instances(clone: Clone, folder: Path, name: str, seed_author: str = "first") -> list[Any]:
    """The published instances of the files of a folder: paper, whom, what is true."""
    papers, publications = loaded(clone, folder)
    by_id = {paper["corpus_id"]: paper for paper in papers}
    module = f"task_{PUBLISHED[name]}_prediction.dataset:create_evaluation_instances"
    if name == "collaborators":
        clone.call("random:seed", 42)
        found = clone.call(module, papers, publications, by_id, seed_author)
        return [(i["corpus_id"], i["first_author_id"], i["gt_coauthor_ids"]) for _, i in found]
    if name == "prior-work":
        found = clone.call(module, papers, publications, by_id)
        return [(i["corpus_id"], None, i["gt_reference_ids"]) for _, i in found]
    if name == "contribution":
        found = clone.call(module, papers, by_id)
        return [
            (i["corpus_id"], i["key_reference_ids"], (i["gt_title"], i["gt_abstract"]))
            for _, i in found
        ]
    found = clone.call(module, papers, 12)
    return [(i["corpus_id"], None, i["gt_citations"]) for _, i in found]


def imported(name: str, files: Sequence[Path], folder: Path, **options: str) -> Task | None:
    """Our task of the same files; None where nothing can be asked."""
    task_type = named(f"prescience/{name}")
    request = Request(task_type.read_options({"targets": "0", **options}), None, None, 42, None)
    draft = PRESCIENCE.task(task_type, files, request)
    return write(draft, folder) if draft.splits["test"].queries else None


def asked(task: Task | None, name: str) -> list[Any]:
    """Its questions as those of :func:`instances`."""
    if task is None:
        return []
    truth = task.truth()
    found: list[Any] = []
    for query in task.queries():
        row = truth[query.query_id]
        if name == "contribution":
            references = [one["id"] for one in query.inputs["key_references"]]
            found.append((row["paper_id"], references, (row["title"], row["abstract"])))
        elif name == "impact":
            found.append((row["paper_id"], None, row["citations"]))
        else:
            found.append((row["paper_id"], query.inputs.get("author_id"), row["items"]))
    return found


def test_instances(prescience: tuple[Clone, Suite], corpora: list[Path], tmp_path: Path) -> None:
    clone, suite = prescience
    expected = {
        "prior work without a key reference": "the published task asks about it with an empty "
        "truth, which scores 0 whatever is answered; `task import` leaves it out and counts it"
    }
    with suite.comparing(
        "`dataset.create_evaluation_instances` of four tasks: `task import`", expected=expected
    ) as compared:
        for folder in corpora:
            files = [folder / "test.parquet", folder / "author_publications.jsonl"]
            for name in PUBLISHED:
                for which in SEEDS if name == "collaborators" else ("first",):
                    options = {"seed_author": which} if name == "collaborators" else {}
                    theirs = instances(clone, folder, name, which)
                    ours = asked(imported(name, files, tmp_path / "task", **options), name)
                    if name == "prior-work" and any(not one[2] for one in theirs):
                        compared.case(folder.name, theirs, ours, expected=next(iter(expected)))
                        theirs = [one for one in theirs if one[2]]
                    compared.case((folder.name, name, which), theirs, ours)


def test_rows_out(prescience: tuple[Clone, Suite], corpora: list[Path], tmp_path: Path) -> None:
    clone, suite = prescience
    with suite.comparing("`utils.load_corpus` of files: of what `task export` makes of them") as c:
        for folder in corpora:
            theirs = loaded(clone, folder)
            for name in PUBLISHED:
                files = [folder / "test.parquet", folder / "author_publications.jsonl"]
                if (task := imported(name, files, tmp_path / "task")) is None:
                    continue
                out = tmp_path / "out"
                out.mkdir(exist_ok=True)
                PRESCIENCE.write_instances(
                    task, lambda: pytest.fail("no graph"), split="test", out=out / "test.parquet"
                )
                c.case((folder.name, name), theirs, loaded(clone, out))


def test_predictions_in_and_out(
    prescience: tuple[Clone, Suite], corpora: list[Path], tmp_path: Path
) -> None:
    clone, suite = prescience
    what = "files of the published Frequency baselines: `predictions import` and `export`"
    score = "`task_*_prediction/evaluate.py` of Frequency's files: `evaluate --scoring official`"
    with suite.comparing(what) as files, suite.comparing(score) as scores:
        for folder in corpora[:40]:
            loaded(clone, folder)
            for name in ("collaborators", "prior-work"):
                of_rows = [folder / "test.parquet", folder / "author_publications.jsonl"]
                if (task := imported(name, of_rows, tmp_path / "task")) is None:
                    continue
                script = f"task_{PUBLISHED[name]}_prediction"
                clone.script(
                    f"{script}/baseline_frequency.py", "--output_dir", "made", folder=tmp_path
                )
                [file] = (tmp_path / "made").iterdir()
                found = json.loads(file.read_text("utf-8"))
                asked_about = {row["paper_id"] for row in task.truth().values()}
                found["data"] = [one for one in found["data"] if one["corpus_id"] in asked_about]
                file.write_text(json.dumps(found), "utf-8")
                header = Header("theirs", "1", task.fingerprint, "text", {}, None)
                PRESCIENCE.read_predictions(task, file, header).write(tmp_path / "run.jsonl")
                run = task_type_of(task).read_run(tmp_path / "run.jsonl", task)
                again = PRESCIENCE.predictions(task, run)
                again["metadata"].pop()  # our own entry
                files.case((folder.name, name), found, again)
                clone.script(
                    f"{script}/evaluate.py",
                    "--predictions_path",
                    str(file),
                    "--output_dir",
                    "scored",
                    folder=tmp_path,
                )
                [evaluated] = (tmp_path / "scored").iterdir()
                results = evaluate(task_type_of(task), task, [run], scoring="official")
                [ours] = write_evaluations(results, task, tmp_path / "results", {})
                scores.case(
                    (folder.name, name),
                    json.loads(evaluated.read_text("utf-8"))["data"],
                    json.loads(ours.read_text("utf-8"))["data"],
                )
                for done in (file, evaluated, tmp_path / "run.jsonl"):
                    done.unlink()


def task_type_of(task: Task) -> TaskType:
    return named(task.type_name)


def test_numbers_of_impact(prescience: tuple[Clone, Suite]) -> None:
    clone, suite = prescience
    cases: list[list[dict[str, Any]]] = []
    for seed in range(5000):
        rng = random.Random(seed)
        most = rng.choice([0, 1, 3, 300])
        size = rng.choice([1, 2, 3, 10, 200])
        kind = rng.choice(["real", "constant", "whole"])
        cases.append(
            [
                {
                    "predicted": {
                        "real": rng.gauss(0, 5),
                        "constant": 2.5,
                        "whole": rng.randrange(3),
                    }[kind],
                    "gt": rng.randint(0, most),
                }
                for _ in range(size)
            ]
        )
    with suite.comparing("`task_impact_prediction/evaluate.py`: impact, official") as compared:
        theirs = clone.each(
            "task_impact_prediction.evaluate:compute_aggregate_metrics", [(c,) for c in cases]
        )
        for case, published in zip(cases, theirs, strict=True):
            ours = impact.published(*([one[name] for one in case] for name in ("predicted", "gt")))
            compared.case(case, published, {"num_instances": len(case), **ours})


# Name of a published script, its further arguments, and our name of the baseline.
SCRIPTS: dict[str, list[tuple[str, tuple[str, ...], str]]] = {
    "collaborators": [
        ("frequency", (), "frequency"),
        ("frequency", ("--strategy", "iterated"), "frequency-iterated"),
        ("embedding_fusion", (), "embedding-fusion"),
        ("rank_fusion", (), "rank-fusion"),
    ],
    "prior-work": [
        ("frequency", (), "frequency"),
        ("mean_pooling", (), "embedding-fusion"),
        ("embedding_fusion", (), "embedding-fusion-references"),
        ("rank_fusion", (), "rank-fusion"),
    ],
}


# Whose queries are as near to two items: authors with the same papers, the mean of two papers.
WITH_TIES = {("collaborators", "rank-fusion"), ("prior-work", "embedding-fusion-references")}
NEAR = 1e-5


def embeddings(folder: Path, kind: str) -> Path:
    """A file of vectors of all papers of a corpus, as published."""
    rng = np.random.default_rng(7)
    rows = pq.read_table(folder / "test.parquet").to_pylist()
    vectors = {row["corpus_id"]: rng.normal(size=(1, 8)).astype(np.float32) for row in rows}
    data = {name: {"key": vector, "query": vector} for name, vector in vectors.items()}
    file = folder / f"all_papers.{kind}_embeddings.pkl"
    file.write_bytes(pickle.dumps({"metadata": None, "data": data}))
    return file


def in_groups(record: dict[str, Any]) -> list[Any]:
    """A list as its scores, with the items of equal ones in order of id.

    Neither faiss nor a sort decides ties in a way that is documented, and sums of float32 differ
    in the last digits by the order of their terms.
    """
    name = next(name for name in record if name.startswith("predicted_") and "_ids" in name)
    groups: list[tuple[float, list[str]]] = []
    last = math.nan
    for item, score in zip(record[name], record[name.replace("_ids", "_scores")], strict=True):
        if score == last or abs(score - last) < NEAR:
            groups[-1][1].append(item)
        else:
            groups.append((float(score), [item]))
        last = score
    return [(score, sorted(items)) for score, items in groups]


class TiesReversed(fusion.Index):
    """The index with near ones in the other order, where five digits do not tell them apart."""

    def nearest(self, query: fusion.Vector, k: int) -> tuple[list[str], list[float]]:
        """As in the base."""
        ids, scores = super().nearest(query, len(self.ids))
        sign = 1 if self.space.is_l2 else -1
        order = sorted(range(len(ids)), key=lambda n: (round(sign * scores[n], 5), -n))[:k]
        return [ids[n] for n in order], [scores[n] for n in order]


@pytest.mark.parametrize("name", SCRIPTS)
def test_baselines(
    prescience: tuple[Clone, Suite],
    corpora: list[Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    clone, suite = prescience
    ties = {"lists with ties": "which of two equally near ones is first is left to faiss and numpy"}
    for script, arguments, ours in SCRIPTS[name]:
        path = f"task_{PUBLISHED[name]}_prediction/baseline_{script}.py"
        with suite.comparing(
            f"`{' '.join([path, *arguments])}`: `predictions baseline {ours}`",
            expected=ties if (name, ours) in WITH_TIES else {},
            within=0.0 if script == "frequency" else NEAR,
        ) as c:
            for number, folder in enumerate(corpora[:40]):
                loaded(clone, folder)
                kind = ("grit", "specter2")[number % 2]
                of_rows = [folder / "test.parquet", folder / "author_publications.jsonl"]
                if (task := imported(name, of_rows, tmp_path / "task")) is None:
                    continue
                vectors = None
                more: tuple[str, ...] = ("--output_dir", "made", *arguments)
                if script != "frequency":
                    vectors = embeddings(folder, kind)
                    more = (*more, "--embeddings_dir", str(folder), "--embedding_type", kind)
                clone.script(path, *more, folder=tmp_path)
                [file] = (tmp_path / "made").iterdir()
                theirs = {
                    one["corpus_id"]: one for one in json.loads(file.read_text("utf-8"))["data"]
                }
                file.unlink()
                run = partial(
                    baselines.predictions, task, ours, vectors=vectors, is_l2=kind == "specter2"
                )
                made = run()["data"]
                with monkeypatch.context() as patched:
                    patched.setattr(fusion, "Index", TiesReversed)
                    other = run()["data"]
                for one, reversed_one in zip(made, other, strict=True):
                    has_ties = in_groups(one) != in_groups(reversed_one)
                    c.case(
                        (folder.name, one["corpus_id"]),
                        in_groups(theirs[one["corpus_id"]]),
                        in_groups(one),
                        expected="lists with ties"
                        if has_ties and (name, ours) in WITH_TIES
                        else None,
                    )


REPLIES = [
    "Reasoning: near.\nScore: 7", "score: 7", "Score : 7", "SCORE:7.5", "Score: +3", "Score: -2",
    "Score: \uff15", "Score: seven", "", "7", "Score: 11", "Score: 6.5\nScore: 2", "Score:8/10",
    "**Score:** 4", "Score\n:\n5", "Score: .5", "Score: 1.", "Score: 1e2", "The score:3 of 10",
    "Underscore: 2", "  Score: 9  \n\n", "Score: 10,0", "Score - 4", "Score:\t6", "scoRe :0",
    "Score: 1.\uff15", "Reasoning: Score: x then Score: 3", "Score: 007", "Score: 5.0.1",
]  # fmt: skip
WORDS = (
    *("deep", "trees", "of", "words", "parse", "networks", "Networks,", "(neural)", "3.5"),
    *("é", "深層", "naïve", "ß", "it's", "—", "co-author"),
)


@pytest.fixture
def generated(prescience: tuple[Clone, Suite], corpora: list[Path], tmp_path: Path) -> Any:
    """A task of texts, and texts generated for it: empty and long ones, many without a title."""
    clone, _ = prescience
    rng = random.Random(3)

    def text(most: int) -> str:
        return " ".join(rng.choices(WORDS, k=rng.randrange(1, most)))

    largest = max(corpora, key=lambda folder: (folder / "test.parquet").stat().st_size)
    rows = pq.read_table(largest / "test.parquet").to_pylist()
    rows = [{**row, "title": text(8), "abstract": text(60)} for row in rows]
    file = clone.downloads / "test.parquet"
    pq.write_table(pa.Table.from_pylist(rows), file)
    task = imported("contribution", [file], tmp_path / "task")
    assert task is not None
    papers = [row["paper_id"] for row in task.truth().values()]
    records = [
        {
            "corpus_id": rng.choice(papers),
            "title": rng.choice(["", "", " ", text(3), text(9)]),
            "abstract": f"{rng.choice(['', text(30), text(900)])} no {number}.",
            "reasoning": "",
        }
        for number in range(len(REPLIES) * 3)
    ]
    made = tmp_path / "generations.any.json"
    made.write_text(json.dumps({"metadata": [{"script": "x", "args": {}}], "data": records}))
    return task, made


def scored(clone: Clone, script: str, file: Path, folder: Path, *more: str) -> list[Any]:
    """Records as a published script scores them."""
    out = str(folder / "scored")
    path = f"task_followup_prediction/evaluate/{script}"
    arguments = ("--input_path", str(file), "--output_dir", out, "--overwrite", *more)
    clone.script(path, *arguments, folder=clone.folder)
    [made] = (folder / "scored").iterdir()
    found: list[Any] = json.loads(made.read_text("utf-8"))["data"]
    made.unlink()
    return found


def test_words(prescience: tuple[Clone, Suite], generated: Any, tmp_path: Path) -> None:
    clone, suite = prescience
    task, file = generated
    with suite.comparing("`rouge_score.py`: `.rouge_scored.json`") as compared:
        theirs = scored(clone, "rouge_score.py", file, tmp_path)
        ours = generations.by_words(generations.read(file, task))["data"]
        for one, other in zip(theirs, ours, strict=True):
            compared.case(one["corpus_id"], one, other)


def test_vectors(prescience: tuple[Clone, Suite], generated: Any, tmp_path: Path) -> None:
    clone, suite = prescience
    task, file = generated
    (folder := tmp_path / "tiny").mkdir()
    model = tiny_bert.write(folder)
    small = (
        "import bert_score, functools\n"
        "class Small(bert_score.BERTScorer):\n"
        "    def __init__(self, **given):\n"
        "        given |= {'num_layers': 1, 'rescale_with_baseline': False}\n"
        "        super().__init__(**given)\n"
        "bert_score.BERTScorer = Small\n"
    )
    clone.call("builtins:exec", small, {})
    what = "`bert_score.py` with a tiny model: `.bert_scored.json`"
    with suite.comparing(what, within=1e-6) as compared:  # batches of 64 there, of 8 here
        theirs = scored(clone, "bert_score.py", file, tmp_path, "--model", str(model))
        bert = BertScore(str(model), layer=1, rescale=False)
        read = generations.read(file, task)
        measure = partial(bert.scores, is_strict=False)
        ours = generations.by_vectors(read, measure, str(model))["data"]
        for one, other in zip(theirs, ours, strict=True):
            compared.case(one["corpus_id"], one, other)


def test_judge(
    prescience: tuple[Clone, Suite],
    generated: Any,
    tmp_path: Path,
    endpoint: Endpoint,
    open_asker: Callable[..., Asker],
) -> None:
    clone, suite = prescience
    task, file = generated
    replies = {f" no {n}.": REPLIES[n % len(REPLIES)] for n in range(len(REPLIES) * 3)}
    (clone.downloads / "replies.json").write_text(json.dumps(replies), "utf-8")
    (clone.downloads / "asked.jsonl").unlink(missing_ok=True)

    def reply(messages: Any, _: object) -> str:
        return next(reply for key, reply in replies.items() if key in messages[-1]["content"])

    endpoint.answer = reply
    ladder.write(ladder.published(clone.folder), task.folder / ladder.FILE)
    examples = ladder.read(task.folder / ladder.FILE).examples
    theirs = scored(clone, "lacer_score.py", file, tmp_path, "--model", "tiny")
    ours = generations.by_judge(generations.read(file, task), examples, open_asker())["data"]
    what = "`lacer_score.py` with odd replies: `.lacer_scored.json`, the text of errors apart"
    with suite.comparing(what) as compared:
        for one, other in zip(theirs, ours, strict=True):
            for row in (one, other):
                row["lacer_error"] = "lacer_error" in row
            compared.case(replies[one["abstract"][one["abstract"].rindex(" no ") :]], one, other)
    with suite.comparing("the messages that `lacer_score.py` sends: `annotate calibration`") as c:
        lines = (clone.downloads / "asked.jsonl").read_text("utf-8").splitlines()
        sent = [[one["content"] for one in body["messages"]] for body in endpoint.requests]
        known = sorted({*map(tuple, sent)})
        for number, one in enumerate(sorted({*map(tuple, map(json.loads, lines))})):
            c.case(number, one, known[number])
    other = tmp_path / "second" / "generations.any.lacer_scored.json"
    first = tmp_path / "first" / other.name
    for place, offset in ((first, 0.0), (other, 1.5)):
        place.parent.mkdir()
        records = [
            {**one, "lacer_score": one["lacer_score"] + offset} if "lacer_score" in one else one
            for number, one in enumerate({one["corpus_id"]: one for one in theirs}.values())
            if offset == 0.0 or number % 3
        ]
        place.write_text(json.dumps({"metadata": [], "data": records}), "utf-8")
    clone.script(
        "task_followup_prediction/evaluate/average_lacer_scores.py",
        "--gpt5_dir", str(first.parent), "--opus_dir", str(other.parent),
        "--output_dir", str(tmp_path / "averaged"),
        folder=clone.folder,
    )  # fmt: skip
    [made] = (tmp_path / "averaged").iterdir()
    with suite.comparing("`average_lacer_scores.py`: `predictions average`, names apart") as c:
        published = json.loads(made.read_text("utf-8"))["data"]
        for one, mine in zip(published, generations.averaged(first, other)["data"], strict=True):
            for row in (one, mine):
                row.pop("lacer_scoring_model")
            c.case(one["corpus_id"], one, mine)
