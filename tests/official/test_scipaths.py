"""SciPaths' published scripts beside ours."""

import csv
import json
import random
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.build import snapshot_of
from helpers.official.clone import Clone, PublishedError
from helpers.official.comparison import Comparison, Suite

from scinet.errors import DataError
from scinet.eval import task as tasks
from scinet.eval.official_files import of_suite
from scinet.eval.run import Header
from scinet.eval.suites import named
from scinet.eval.suites.json_files import write_table
from scinet.eval.suites.official import Request
from scinet.eval.suites.scipaths import metrics
from scinet.eval.suites.scipaths.judging import Judgment
from scinet.eval.suites.scipaths.official import decomposed, grounded
from scinet.eval.suites.scipaths.official.claims import Asked, published_id
from scinet.eval.suites.scipaths.predicted import claim_id, read_predicted
from scinet.eval.task import Row, Task

pytestmark = pytest.mark.official

FILES = of_suite("scipaths")
MODES = ("B1", "B3", "B4", "B4_MATCHED")
BLOCK = ("paper_id", "claim_idx")


@pytest.fixture(scope="module")
def scipaths(opened: Any) -> tuple[Clone, Suite]:
    found: tuple[Clone, Suite] = opened("scipaths", "ericchamoun/scipaths")
    return found


def imported(folder: Path, name: str, file: Path, **options: str) -> Task:
    task_type = named(f"scipaths/{name}")
    request = Request(task_type.read_options(options), "scipaths", None, 0, None)
    return tasks.write(FILES.task(task_type, [file], request), folder / name)


def header(task: Task, **settings: str) -> Header:
    return Header("one", "1", task.fingerprint, "text", settings, None, "val")


def ingredients(count: int) -> list[Row]:
    return [
        {"description": f"Need {n}", "role": "DATA_SOURCE", "rationale": "Why."}
        for n in range(count)
    ]


def edges(rng: random.Random) -> list[Row]:
    """Edges as a judge proposes them: repeats, to nothing, partial, in capitals."""
    return [
        {
            "reference_idx": rng.randrange(8),
            "predicted_idx": rng.randrange(9),
            "match": rng.choice(["full", "full", "partial", "FULL", "none"]),
            "reasoning": rng.choice(["", "It fits.", "error: none"]),
        }
        for _ in range(rng.randrange(12))
    ]


def replied(clone: Clone, seed: int) -> None:
    """Replies of the models, some of no use, and papers that a search may find."""
    rng = random.Random(seed)
    matches = [json.dumps({"matches": edges(rng)}) for _ in range(30)]
    fenced = f"```json\n{matches[0]}\n```"
    made = [json.dumps({"ingredients": ingredients(n)}) for n in range(1, 6)]
    queries = [json.dumps({"queries": [f"query {n}", f"other {n}"]}) for n in range(20)]
    replies = {
        "You are evaluating whether predicted": [*matches, fenced, "prose", "[]", None],
        "Convert the following model output": ["{}", "nothing"],
        "Generate focused Semantic Scholar": [*queries, "prose", None],
        "You are scoring candidate": ["every candidate"] * 9 + ["prose"],
        "": [*made, *made, "prose", None],
    }
    rows = json.loads((clone.folder / "data/dev.json").read_text("utf-8"))
    gold = [
        one["paper_id"]
        for row in rows
        for step in row["enabling_contributions"]
        for one in (step["canonical_grounding"], *step["additional_groundings"])
        if one and one.get("paper_id")
    ]
    others = [f"{n:040x}" for n in range(40)]
    papers = [
        {"paperId": one, "title": f"Title {one[:3]}", "year": rng.choice([2019, 2023, None]),
         "abstract": "An abstract."}
        for one in rng.sample([*gold, *others], len(gold) + len(others))
    ]  # fmt: skip
    (clone.downloads / "replies.json").write_text(json.dumps(replies), "utf-8")
    (clone.downloads / "papers.json").write_text(json.dumps(papers), "utf-8")


def test_matching_and_scores_of_claims(scipaths: tuple[Clone, Suite]) -> None:
    clone, suite = scipaths
    rng = random.Random(0)
    cases = [(edges(rng), rng.randrange(7), rng.randrange(8)) for _ in range(10_000)]
    theirs = clone.each("modules.metrics:maximum_full_matching", cases)
    names = ("compute_matching_recall", "compute_matching_precision")
    with suite.comparing(
        "`modules/metrics.py`: matching, recall, precision, F1 of a claim"
    ) as rows:
        sizes = [
            (len(found), gold, named) for (_, gold, named), found in zip(cases, theirs, strict=True)
        ]
        recalls = clone.each(f"modules.metrics:{names[0]}", [(n, gold) for n, gold, _ in sizes])
        precisions = clone.each(f"modules.metrics:{names[1]}", [(n, k) for n, _, k in sizes])
        pairs = list(zip(recalls, precisions, strict=True))
        f1s = clone.each("modules.metrics:compute_paper_f1", pairs)
        for case, found, pair, f1 in zip(cases, theirs, pairs, f1s, strict=True):
            proposed, gold, named_count = case
            full = [
                (one["reference_idx"] - 1, one["predicted_idx"] - 1)
                for one in proposed
                if one["match"] == "full"
                and 1 <= one["reference_idx"] <= gold
                and 1 <= one["predicted_idx"] <= named_count
            ]
            matched = metrics.matching(full)
            numbers = [(one["reference_idx"] - 1, one["predicted_idx"] - 1) for one in found]
            rows.case(case, numbers, matched)
            if gold:
                score = metrics.decomposition(gold, named_count, len(matched), "official")
                ours = [score[name] for name in ("recall", "precision", "F1")]
                published = [float("nan") if one is None else one for one in (*pair, f1)]
                rows.case(case, published, ours)


def test_means_of_claims(scipaths: tuple[Clone, Suite]) -> None:
    clone, suite = scipaths
    rng = random.Random(1)
    files = []
    for _ in range(3000):
        rows = []
        for _ in range(rng.randrange(1, 40)):
            gold, named_count = rng.randrange(1, 7), rng.randrange(7)
            matched = rng.randrange(min(gold, named_count) + 1)
            score = metrics.decomposition(gold, named_count, matched, "official")
            known = {"recall": "recall", "precision": "precision", "f1": "F1"}
            values = {
                new: score[old] if score[old] == score[old] else None for new, old in known.items()
            }
            failed = rng.random() < 0.1
            words = ["", "Good.", "error: no reply", "an error: none"]
            rows.append(
                {
                    "n_reference": gold, "n_predicted": named_count,
                    "recall_judgments": [{"reasoning": rng.choice(words)} for _ in range(gold)],
                    **(dict.fromkeys(values) if failed else values),
                    **({"error": "no"} if failed else {}),
                }
            )  # fmt: skip
        files.append(rows)
    theirs = clone.each("modules.metrics:aggregate_task_a_results", [(rows,) for rows in files])
    with suite.comparing("`aggregate_task_a_results`: means of a judged file") as cases:
        for rows, published in zip(files, theirs, strict=True):
            published.pop("n_papers")  # the script writes the number of papers over it
            cases.case(rows, published, decomposed.means(rows))


def test_scores_of_ranked_papers(scipaths: tuple[Clone, Suite]) -> None:
    clone, suite = scipaths
    rng = random.Random(2)
    pool = [f"{n:040x}" for n in range(30)]
    files: list[tuple[list[Row], list[int], str]] = []
    for _ in range(3000):
        rows: list[Row] = []
        for _ in range(rng.randrange(12)):
            groups = [rng.sample(pool, rng.randrange(1, 3)) for _ in range(rng.randrange(4))]
            gold = list(dict.fromkeys(one for group in groups for one in group))
            found = rng.choices(pool, k=rng.choice([0, 1, 3, 12]))
            lists = {"deterministic": found, "llm_score": rng.sample(found, len(found))}
            rows.append(
                {
                    "target_ids": gold,
                    "target_ingredient_groups": groups,
                    "candidate_papers": [{"paper_id": one} for one in dict.fromkeys(found)],
                    "rankings": {k: [{"paper_id": one} for one in v] for k, v in lists.items()},
                }
            )
        files.append((rows, [5, 10], rng.choice(["deterministic", "llm_score"])))
    theirs = clone.each("scripts.run_grounding:_metrics", files)
    with suite.comparing("`run_grounding.py`: metrics of ranked papers") as cases:
        for file, published in zip(files, theirs, strict=True):
            rows, cuts, ranker = file
            cases.case(file, published, [grounded.scores(rows, ranker, cut) for cut in cuts])


def test_published_claims(scipaths: tuple[Clone, Suite], tmp_path: Path) -> None:
    clone, suite = scipaths
    with suite.comparing(
        "`data/*.json` through `task import` and `export`, and `modules/loader.py`"
    ) as rows:
        for file in sorted(clone.folder.glob("data/*.json")):
            task_type = named("scipaths/enabling")
            before = date(2026, 1, 1) if file.stem == "test" else None
            request = Request(task_type.read_options({}), "scipaths", before, 0, None)
            folder = tmp_path / file.stem
            task = tasks.write(FILES.task(task_type, [file], request), folder)
            out = tmp_path / f"{file.stem}.json"
            [split] = task.before
            FILES.write_instances(task, pytest.fail, split=split, out=out)
            both = [json.loads(one.read_text("utf-8")) for one in (file, out)]
            for one, other in zip(*both, strict=True):
                rows.case(one, one, other)
            found = [
                clone.call("modules.loader:get_gold_claim_tasks", str(one)) for one in (file, out)
            ]
            rows.case(str(file), *found)


def steps(claim: list[Row]) -> list[Row]:
    """What a graph holds of the enabling contributions of a claim: no ids elsewhere, no evidence.

    Papers are those with an id of Semantic Scholar, each once.
    """
    found: list[Row] = []
    for one in claim:
        grounds = (one["canonical_grounding"], *(one.get("additional_groundings") or ()))
        papers = [ground["paper_id"] for ground in grounds if ground]
        told = one["canonical_annotation"]
        found.append(
            {
                "text": one["enabling_contribution"],
                "papers": list(dict.fromkeys(paper for paper in papers if published_id(paper))),
                **{key: told.get(key) for key in ("roles", "contribution", "rationale")},
            }
        )
    return found


def test_claims_of_graphs(scipaths: tuple[Clone, Suite], tmp_path: Path) -> None:
    """Claims of a task that was built of a graph, before the published loader."""
    clone, suite = scipaths
    with suite.comparing(
        "`modules/loader.py` on claims that `task export` makes of a graph: on the released ones"
    ) as cases:
        file = clone.folder / "data/dev.json"
        listed = json.loads(file.read_text("utf-8"))
        titles = {
            f"s2:{ground['paper_id']}": ground.get("ref_title") or "No title"
            for row in listed
            for one in row["enabling_contributions"]
            for ground in (one["canonical_grounding"], *(one["additional_groundings"] or ()))
            if ground and published_id(ground["paper_id"])
        }
        graph = snapshot_of([(name, "1990", []) for name in titles], titles=titles)
        task_type = named("scipaths/enabling")
        request = Request(task_type.read_options({}), "scipaths", None, 0, graph)
        draft = FILES.task(task_type, [file], request)
        [(split, one)] = draft.splits.items()
        built = replace(draft, splits={split: replace(one, tables={})})
        task = tasks.write(built, tmp_path / file.stem)
        out = tmp_path / file.name
        FILES.write_instances(task, lambda: graph, split=split, out=out)
        theirs, ours = (
            sorted(clone.call("modules.loader:get_gold_claim_tasks", str(made)))  # ours by day
            for made in (file, out)
        )
        cases.case(file.name, len(theirs), len(ours))
        for one, other in zip(theirs, ours, strict=True):
            cases.case(one, one, other)
            function = "modules.loader:get_gold_ingredients_for_claim"
            both = [
                steps(clone.call(function, paper, place, str(made)))
                for (paper, place, _), made in ((one, file), (other, out))
            ]
            cases.case(one, *both)


def test_files_of_all_scripts(scipaths: tuple[Clone, Suite], tmp_path: Path) -> None:
    """Their three scripts after one another, and ours in place of each file between them."""
    clone, suite = scipaths
    with (
        suite.comparing("`generate_enabling_contributions.py`: predictions in and out") as made,
        suite.comparing("`judge_enabling_contributions.py`: judged files") as judged,
        suite.comparing("`run_grounding.py`: what B4 and B4_MATCHED know") as known,
        suite.comparing("`run_grounding.py`: results in and out") as results,
        suite.comparing("`run_grounding.py`: table of metrics") as table,
    ):
        for seed in range(12):
            folder = tmp_path / str(seed)
            folder.mkdir()
            compare_files(clone, seed, folder, (made, judged, known, results, table))


def compare_files(
    clone: Clone, seed: int, tmp_path: Path, compared: tuple[Comparison, ...]
) -> None:
    of_predictions, of_judged, of_known, of_results, of_table = compared
    replied(clone, seed)
    gold = clone.folder / "data/dev.json"
    predictions, judged = tmp_path / "predictions.json", tmp_path / "judged.json"
    script = "benchmark_eval/scripts/generate_enabling_contributions.py"
    given = ("--gold-file", str(gold), "--generator-model", "m", "--output", str(predictions))
    clone.script(script, *given, folder=tmp_path)
    task = imported(tmp_path, "enabling", gold)

    run = FILES.read_predictions(task, predictions, header(task)).run
    published, ours = read(predictions), FILES.predictions(task, run)
    of_predictions.case(seed, published["summary"], ours["summary"])
    for one, other in zip(published["predictions"], ours["predictions"], strict=True):
        of_predictions.case(one["claim"], one, other)

    # The judge is given what went out of scinet, which also has to be read by it.
    out = tmp_path / "exported.json"
    FILES.write_predictions(task, run, out)
    script = "benchmark_eval/scripts/judge_enabling_contributions.py"
    given = ("--predictions-file", str(out), "--gold-file", str(gold), "--judge-model", "j")
    clone.script(script, *given, "--output", str(judged), folder=tmp_path)
    theirs = read(judged)
    by_claim = {(row["paper_id"], row["claim_idx"]): row for row in theirs["papers"]}
    asked = Asked(task, "val")
    judgments = [judgment(by_claim[asked.place(name)]) for name in asked.queries]
    made = decomposed.judged(task, run, judgments, "j")
    for head in (theirs["summary"], made["summary"]):
        head.pop("gold_file")
    of_judged.case(seed, theirs["summary"], made["summary"])
    for one, other in zip(theirs["papers"], made["papers"], strict=True):
        of_judged.case(one["claim"], one, other)
    own = tmp_path / "judged_by_scinet.json"
    own.write_text(json.dumps(made), "utf-8")

    for mode in ("B4", "B4_MATCHED"):
        function = "scripts.run_grounding:_load_predicted_by_key"
        for file in (predictions, judged, own):
            found = clone.call(function, str(file), matched_only=mode == "B4_MATCHED")
            known = {
                claim_id(dict(zip(BLOCK, key, strict=True))): [one["description"] for one in row]
                for key, row in found.items()
            }
            of_known.case(file.name, known, read_predicted(mode, str(file)))

    results = tmp_path / "grounding.json"
    script = "benchmark_eval/scripts/run_grounding.py"
    known_from = ("--gold-file", str(gold), "--predicted-results", str(own), "--mode", *MODES)
    clone.script(script, *known_from, "--model", "m", "--output", str(results), folder=tmp_path)
    table = rows_of(results.with_suffix(".csv"))
    for block in read(results)["results"]:
        mode = block["mode"]
        options = {"mode": mode, "predicted": str(own) if mode.startswith("B4") else ""}
        task = imported(tmp_path / mode, "grounding", gold, **options)
        for ranking in ("deterministic", "llm_score"):
            run = FILES.read_predictions(task, results, header(task, ranking=ranking)).run
            [again] = FILES.predictions(task, run)["results"]
            for one, other in zip(block["claims"], again["claims"], strict=True):
                of_results.case(one["claim"], one, other)
            mine = tmp_path / "metrics.csv"
            write_table(grounded.metric_rows(task, run), mine)
            for one, other in zip(
                [row for row in table if row["mode"] == mode], rows_of(mine), strict=True
            ):
                of_table.case(mode, one, other)


def judgment(row: Row) -> Judgment:
    """What the judge said, as a judged file has it."""
    found = row.get("candidate_matches", [])
    full = [
        (one["reference_idx"] - 1, one["predicted_idx"] - 1)
        for one in found
        if one["match"] == "full"
    ]
    return Judgment(found, tuple(metrics.matching(full)), row.get("judge_error"), None, {})


def read(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))


def rows_of(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


ODD = ("paper_id", "claim_idx", "claim", "predicted_ingredients", "error", "generation_metadata")
VALUES: tuple[Any, ...] = (None, 7, "7", "", [7], [{}], [{"description": None}], {}, True)


def test_odd_predictions(scipaths: tuple[Clone, Suite], tmp_path: Path) -> None:
    """Rows that lack a field, or hold one of another type: read and judged, or refused."""
    clone, suite = scipaths
    replied(clone, 0)
    gold, predictions = clone.folder / "data/dev.json", tmp_path / "predictions.json"
    script = "benchmark_eval/scripts/generate_enabling_contributions.py"
    given = ("--gold-file", str(gold), "--generator-model", "m", "--output", str(predictions))
    clone.script(script, *given, folder=tmp_path)
    rows = read(predictions)["predictions"]
    task = imported(tmp_path, "enabling", gold)
    asked, nothing = Asked(task, "val"), Judgment((), None, None, None, {})
    place = "a claim is known by its text, too; theirs leaves it out, or ends at it"
    meant = {
        "another paper_id": place,
        "another claim_idx": place,
        "another claim": "theirs writes the text of the row, here it is that of the gold file",
        "another error": "theirs writes it as it is, here it is text",
        "another predicted_ingredients": "items that are not objects are refused, where theirs "
        "counts an error of the judge",
    }
    judged, odd = tmp_path / "judged.json", tmp_path / "odd.json"
    script = "benchmark_eval/scripts/judge_enabling_contributions.py"
    given = ("--predictions-file", str(odd), "--gold-file", str(gold), "--output", str(judged))
    with suite.comparing(
        "`judge_enabling_contributions.py` of rows with a field that is missing or of a wrong type",
        expected=meant,
    ) as cases:
        for seed in range(300):
            rng = random.Random(seed)
            some = [dict(row) for row in rng.sample(rows, 2)]
            key, value = rng.choice(ODD), rng.choice(VALUES)
            some[0] |= {key: value}
            if rng.random() < 0.2:
                some[0].pop(key)
            odd.write_text(json.dumps({"summary": {}, "predictions": some}), "utf-8")
            judged.unlink(missing_ok=True)
            try:
                clone.script(script, *given, "--judge-model", "j", folder=tmp_path)
                theirs = read(judged)["papers"] if judged.exists() else []
            except PublishedError:
                theirs = None
            by_claim = {(row["paper_id"], row["claim_idx"]): row for row in theirs or ()}
            told = [by_claim.get(asked.place(name)) for name in asked.queries]
            try:
                run = FILES.read_predictions(task, odd, header(task)).run
                judgments = [judgment(one) if one else nothing for one in told]
                ours = decomposed.judged(task, run, judgments, "j")["papers"]
            except DataError:
                ours = None
            if ours is None or theirs is None:
                theirs, ours = theirs is None, ours is None
            shown, name = some[0].get(key, "missing"), f"another {key}"
            cases.case((key, shown), theirs, ours, expected=name if name in meant else None)
