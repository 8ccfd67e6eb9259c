"""Settings 2 and 3 of Task A: words of the target's own paper on what is dated before the day."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.build import load_rows
from helpers.networks.scoring import draft_of, write_lines

from scinet.errors import DataError
from scinet.eval import task as tasks
from scinet.eval.official_files import get_official
from scinet.eval.suites import get_task_type
from scinet.eval.suites.official import ImportRequest
from scinet.eval.task import Query, Task
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import read_snapshot

PAPERS = [
    ("corpus", "2015", "A corpus"),
    ("parser", "2016", "A parser"),
    ("late", "2021-03-02", "A later corpus"),
    ("target", "2021-06-01", "A dialogue system"),
    ("other", "2021-07-01", "Another system"),
]
CLAIM: dict[str, Any] = {
    "claim_id": "scipaths:claim:target:1", "conference_year": 2021, "target_paper_id": "target",
    "target_contribution": "Tool: A dialogue system.",
    "enabling_contributions": [
        {"enabling_contribution_id": "1", "enabling_contribution": "A schedule"},
        {
            "enabling_contribution_id": "2", "enabling_contribution": "A corpus of dialogue",
            "canonical_grounding": {"paper_id": "corpus"},
        },
    ],
}  # fmt: skip
LONG = "x" * 300


def paragraph(section: str, text: str, *papers: str) -> dict[str, Any]:
    """Each paper is mentioned by its own name."""
    mentions = [
        {"paper_id": paper, "start": text.index(paper), "end": text.index(paper) + len(paper)}
        for paper in papers
    ]
    return {"section": section, "text": text, "mentions": mentions}


FULLTEXT = [
    {
        "paper_id": "target",
        "paragraphs": [
            paragraph("Introduction", f"{LONG} We use parser here. {LONG}", "parser"),
            paragraph("2 Related Work", "Both corpus and parser are old.", "corpus", "parser"),
            paragraph("2 Related Work", "But late and corpus are new.", "late", "corpus"),
            paragraph("3 Method", "Nobody is named."),
        ],
    },
    {"paper_id": "other", "paragraphs": [paragraph("Related work", "The corpus again.", "corpus")]},
]


@pytest.fixture
def graph(database: Database) -> Database:
    cited = {"target": ["corpus", "parser", "late"], "other": ["corpus"]}
    rows = [
        {"id": name, "date": day, "title": title, "references": cited.get(name, [])}
        for name, day, title in PAPERS
    ]
    load_rows(database, *rows)
    load_rows(database, *FULLTEXT)
    load_rows(database, CLAIM, source="")
    return database


def built(graph: Database, name: str, folder: Path, options: dict[str, str]) -> Task:
    cut = read_snapshot(graph, None, cache=None).until(date(2022, 1, 1))
    return tasks.write_task(draft_of(f"scipaths/{name}", cut, options, database=graph), folder)


def asked(graph: Database, folder: Path, **options: str) -> Query:
    [query] = built(graph, "enabling", folder, options).queries()
    return query


def test_a_graph_shows_what_the_target_says_of_earlier_papers(
    graph: Database, tmp_path: Path
) -> None:
    alone = asked(graph, tmp_path / "1")
    assert alone.inputs.keys() == {"claim", "kind", "paper_id"}
    shown = asked(graph, tmp_path / "2", setting="2").inputs["references"]
    # In the order of their first mention; the paragraph with the later paper lends no words.
    assert [item["title"] for item in shown] == ["A parser", "A corpus"]
    assert len(shown[0]["context"]) == 200
    assert "We use parser here." in shown[0]["context"]
    assert shown[1]["context"] == "Both corpus and parser are old."
    text = asked(graph, tmp_path / "3", setting="3").inputs["related_work"]
    assert text == "Both corpus and parser are old."
    # By its own paper's day the later corpus is an earlier paper, too.
    shown = asked(graph, tmp_path / "4", setting="2", t_d="paper").inputs["references"]
    assert [item["title"] for item in shown] == ["A parser", "A corpus", "A later corpus"]
    assert shown[2]["context"] == "But late and corpus are new."


def test_one_contribution_is_grounded_as_it_was_predicted(graph: Database, tmp_path: Path) -> None:
    pair = {"reference_idx": 2, "predicted_idx": 1, "match": "full"}
    row = {
        "paper_id": "target",
        "claim_idx": 0,
        "predicted_ingredients": [{"description": "Recorded talks"}, {"description": "Time"}],
        "matched_pairs": [pair, {"reference_idx": 1, "predicted_idx": 2, "match": "partial"}],
    }

    def made(document: Any) -> Task:
        file = write_lines(tmp_path / "judged.json", document)
        return built(graph, "grounding-single", tmp_path / "single", {"predicted": str(file)})

    task = made({"summary": {}, "papers": [row]})
    [query] = task.queries()
    assert query.inputs["contribution"] == "Recorded talks"
    assert task.truth()[query.query_id]["items"] == ["corpus"]
    assert (task.left_out["contributions_not_predicted"], task.options["predicted"]) == (
        1, "judged.json"
    )  # fmt: skip
    with pytest.raises(DataError, match="no contribution of a loaded claim is predicted"):
        made({"papers": [{**row, "matched_pairs": []}]})
    with pytest.raises(DataError, match="not a judged file"):
        made([])


def imported(tmp_path: Path, setting: str, *rows: dict[str, Any]) -> Task:
    file = write_lines(tmp_path / "dev.json", rows)
    task_type = get_task_type("scipaths/enabling")
    request = ImportRequest(task_type.read_options({"setting": setting}), "", None, 0, None)
    return tasks.write_task(
        get_official("scipaths").task(task_type, [file], request), tmp_path / setting
    )


def test_a_file_brings_the_same_in_its_fields(tmp_path: Path) -> None:
    references = [
        {"title": "Old", "year": 2015, "contexts": ["c" * 300, "d"]},
        {"title": "Of the year", "year": 2021},
        {"title": "Undated", "contexts": ["u"]},
        {"title": "Dated", "date": "2020-12-31", "is_influential": True},
    ]
    row = {**CLAIM, "references": references, "related_work": "They did."}
    bare = {**CLAIM, "claim_id": "claim:target:2"}
    task = imported(tmp_path, "2", row, bare)
    [query] = task.queries("val")
    assert query.inputs["references"] == [
        {"title": "Old", "context": "c" * 200},
        {"title": "Dated", "context": ""},
    ]
    assert task.left_out["claims_without_own_words"] == 1
    # Five influential ones leave out the others.
    many = [{"title": str(n), "year": 2000, "is_influential": True} for n in range(5)]
    row["references"] = [*references[:1], *many]
    [query] = imported(tmp_path, "2", row).queries("val")
    assert [reference["title"] for reference in query.inputs["references"]] == [
        "0",
        "1",
        "2",
        "3",
        "4",
    ]
    [query] = imported(tmp_path, "3", row, bare).queries("val")
    assert query.inputs["related_work"] == "They did."
    with pytest.raises(DataError, match="setting 3 shows words of the targets"):
        imported(tmp_path, "3", bare)
