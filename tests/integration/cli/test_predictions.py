"""PreScience's files from the outside: rows loaded and asked about, predictions out and in."""

import json
from pathlib import Path

import pytest
from helpers.commands.typed import Ask, Scinet
from helpers.files.prescience_rows import TEST, TRAIN, as_document, as_parquet, rows

from scinet.graph.db.connection import Database


@pytest.fixture
def files(database: Database, ask: Ask, tmp_path: Path) -> list[str]:
    """The rows of two years, loaded as a user's graph is."""
    del database  # it is empty
    written = [
        as_parquet(tmp_path / "train.parquet", rows(TRAIN)),
        as_document(tmp_path / "test.json", rows(TEST)),
    ]
    ask("load", *map(str, written))
    return [str(file) for file in written]


def test_from_rows_to_scores_and_back(ask: Ask, files: list[str]) -> None:
    years = ("-o", "since=2024-10-01", "-o", "train_years=1")
    for name, systems in (
        ("collaborators", ("collaborators-frequency", "collaborators-walk")),
        ("prior-work", ("prior-work-frequency", "popularity")),
        ("impact", ("impact-constant",)),
    ):
        (made,) = ask("task", "import", f"prescience/{name}", *files, "--out", name, *years)
        assert made["options"]["source"] == "prescience"
        for system in systems:
            run, predictions = f"{name}-{system}.jsonl", f"predictions.{system}.json"
            (ran,) = ask("run", system, name, "--out", run)
            assert ran["queries"] == made["counts"]["queries"] == 2
            ask("predictions", "export", name, run, "--out", predictions)
            (read,) = ask("predictions", "import", name, predictions, "--out", f"again-{run}")
            assert (read["system"], read["answered"]) == (system, 2)
            first, again = (
                ask("evaluate", "runs", name, file, "--scoring", "official", "--out", "results")
                for file in (run, f"again-{run}")
            )
            assert [row["mean"] for row in again] == [row["mean"] for row in first]
            if name == "impact":
                continue
            (scored,) = ask("evaluate", "predictions", predictions)
            folder = Path(f"results/prescience/{name}/scored")
            evaluated = json.loads((folder / f"predictions.{system}.eval.json").read_bytes())
            of_file = json.loads(Path(scored["file"]).read_bytes())
            assert of_file["data"] == evaluated["data"]
            assert Path(scored["file"]) == Path(f"scored/predictions.{system}.eval.json")


def test_rows_of_a_task_are_those_that_it_was_made_of(ask: Ask, files: list[str]) -> None:
    ask("task", "import", "prescience/prior-work", *files, "--out", "first")
    (told,) = ask("task", "export", "first", "--out", "rows.parquet")
    assert told["rows"] == 9  # those that were read
    ask("task", "import", "prescience/prior-work", "rows.parquet", "--out", "second")
    for table in ("queries", "truth"):
        first, second = (
            Path(f"{task}/test/{table}.jsonl").read_bytes() for task in ("first", "second")
        )
        assert first == second


def test_a_task_without_its_graph(ask: Ask, scinet: Scinet, files: list[str]) -> None:
    ask("task", "import", "prescience/collaborators", *files, "--out", "bare", "--no-graph")
    words = ("task", "import", "prescience/impact", *files, "--out", "t", "--source", "s2")
    assert "the graph lacks 9 of the 9 papers" in scinet(*words).refusal
    words = ("run", "collaborators-frequency", "bare", "--out", "r")
    assert "built from graph none" in scinet(*words).refusal
    assert not Path("t").exists()


def test_published_baselines_and_the_prompt_of_a_clone(ask: Ask, tmp_path: Path) -> None:
    file = str(as_parquet(tmp_path / "test.parquet", rows(TEST)))
    for name in ("collaborators", "contribution"):
        ask("task", "import", f"prescience/{name}", file, "--out", name, "--no-graph")
    (made,) = ask(
        "predictions", "baseline", "collaborators", "frequency-iterated", "--out", "p.json"
    )
    assert (made["baseline"], made["records"]) == ("frequency-iterated", 2)
    (scored,) = ask("evaluate", "predictions", "p.json")
    assert scored["num_instances"] == 2
    scores = [{"corpus_id": "31", "lacer_score": 3.0, "lacer_scoring_model": "one"}]
    for name in ("one.json", "two.json"):
        Path(name).write_text(json.dumps(scores), "utf-8")
    (mean,) = ask("predictions", "average", "one.json", "two.json", "--out", "mean.json")
    assert mean["avg_lacer_score"] == 3.0
    folder = Path("clone/task_followup_prediction/evaluate")
    (folder / "templates").mkdir(parents=True)
    (folder / "lacer_score.py").write_text('SYSTEM_PROMPT = "Rate."', "utf-8")
    (folder / "templates/lacer_prompt.txt").write_text("{{reference_title}}", "utf-8")
    (result,) = ask("annotate", "calibration", "contribution", "--published", "clone")
    assert result == {"prompt": "lacer_prompt.txt", "file": "contribution/ladder.json"}
