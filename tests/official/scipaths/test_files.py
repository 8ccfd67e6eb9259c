"""Files of SciPaths' three scripts, each read and written here."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from helpers.official.clone import Clone, PublishedError
from helpers.official.comparison import Comparison, Published
from helpers.official.scipaths_files import (
    FILES,
    header,
    imported,
    judgment,
    read,
    replied,
    rows_of,
)  # fmt: skip

from scinet.errors import DataError
from scinet.eval.suites.json_files import write_table
from scinet.eval.suites.scipaths.judging import JudgeRating
from scinet.eval.suites.scipaths.official import decompositions, groundings
from scinet.eval.suites.scipaths.official.claims import SplitQueries
from scinet.eval.suites.scipaths.predicted_texts import make_claim_id, read_predicted

pytestmark = pytest.mark.official

MODES = ("B1", "B3", "B4", "B4_MATCHED")
BLOCK = ("paper_id", "claim_idx")


def test_files_of_all_scripts(scipaths: Published, tmp_path: Path) -> None:
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
    for item, other in zip(published["predictions"], ours["predictions"], strict=True):
        of_predictions.case(item["claim"], item, other)

    # The judge is given what went out of scinet, which also has to be read by it.
    out = tmp_path / "exported.json"
    FILES.write_predictions(task, run, out)
    script = "benchmark_eval/scripts/judge_enabling_contributions.py"
    given = ("--predictions-file", str(out), "--gold-file", str(gold), "--judge-model", "j")
    clone.script(script, *given, "--output", str(judged), folder=tmp_path)
    theirs = read(judged)
    by_claim = {(row["paper_id"], row["claim_idx"]): row for row in theirs["papers"]}
    asked = SplitQueries(task, "val")
    judgments = [judgment(by_claim[asked.place(name)]) for name in asked.queries]
    made = decompositions.make_judged(task, run, judgments, "j")
    for head in (theirs["summary"], made["summary"]):
        head.pop("gold_file")
    of_judged.case(seed, theirs["summary"], made["summary"])
    for item, other in zip(theirs["papers"], made["papers"], strict=True):
        of_judged.case(item["claim"], item, other)
    own = tmp_path / "judged_by_scinet.json"
    own.write_text(json.dumps(made), "utf-8")

    for mode in ("B4", "B4_MATCHED"):
        function = "scripts.run_grounding:_load_predicted_by_key"
        for file in (predictions, judged, own):
            result = clone.call(function, str(file), matched_only=mode == "B4_MATCHED")
            known = {
                make_claim_id(dict(zip(BLOCK, key, strict=True))): [
                    item["description"] for item in row
                ]
                for key, row in result.items()
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
            for item, other in zip(block["claims"], again["claims"], strict=True):
                of_results.case(item["claim"], item, other)
            mine = tmp_path / "metrics.csv"
            write_table(groundings.make_metric_rows(task, run), mine)
            for item, other in zip(
                [row for row in table if row["mode"] == mode], rows_of(mine), strict=True
            ):
                of_table.case(mode, item, other)


ODD = ("paper_id", "claim_idx", "claim", "predicted_ingredients", "error", "generation_metadata")

VALUES: tuple[Any, ...] = (None, 7, "7", "", [7], [{}], [{"description": None}], {}, True)


def test_odd_predictions(scipaths: Published, tmp_path: Path) -> None:
    """Rows that lack a field, or hold one of another type: read and judged, or refused."""
    clone, suite = scipaths
    replied(clone, 0)
    gold, predictions = clone.folder / "data/dev.json", tmp_path / "predictions.json"
    script = "benchmark_eval/scripts/generate_enabling_contributions.py"
    given = ("--gold-file", str(gold), "--generator-model", "m", "--output", str(predictions))
    clone.script(script, *given, folder=tmp_path)
    rows = read(predictions)["predictions"]
    task = imported(tmp_path, "enabling", gold)
    asked, nothing = SplitQueries(task, "val"), JudgeRating((), None, None, None, {})
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
                judgments = [judgment(item) if item else nothing for item in told]
                ours = decompositions.make_judged(task, run, judgments, "j")["papers"]
            except DataError:
                ours = None
            if ours is None or theirs is None:
                theirs, ours = theirs is None, ours is None
            shown, name = some[0].get(key, "missing"), f"another {key}"
            cases.case((key, shown), theirs, ours, expected=name if name in meant else None)
