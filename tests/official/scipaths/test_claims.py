"""Claims in and out, before SciPaths' published loader."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from helpers.networks.build import snapshot_of
from helpers.networks.scoring import import_draft
from helpers.official.comparison import Published
from helpers.official.scipaths_files import FILES

from scinet.eval import task as tasks
from scinet.eval.suites.scipaths.official.claims import semantic_scholar_id
from scinet.eval.task import Row

pytestmark = pytest.mark.official


def test_published_claims(scipaths: Published, tmp_path: Path) -> None:
    clone, suite = scipaths
    with suite.comparing(
        "`data/*.json` through `task import` and `export`, and `modules/loader.py`"
    ) as rows:
        for file in sorted(clone.folder.glob("data/*.json")):
            before = date(2026, 1, 1) if file.stem == "test" else None
            draft = import_draft("scipaths/enabling", [file], source="scipaths", before=before)
            task = tasks.write_task(draft, tmp_path / file.stem)
            out = tmp_path / f"{file.stem}.json"
            [split] = task.before
            FILES.write_instances(task, pytest.fail, split=split, out=out)
            both = [json.loads(item.read_text("utf-8")) for item in (file, out)]
            for item, other in zip(*both, strict=True):
                rows.case(item, item, other)
            results = [
                clone.call("modules.loader:get_gold_claim_tasks", str(item)) for item in (file, out)
            ]
            rows.case(str(file), *results)


def steps(claim: list[Row]) -> list[Row]:
    """What a graph holds of the enabling contributions of a claim: no ids elsewhere, no evidence.

    Papers are those with an id of Semantic Scholar, each once.
    """
    results: list[Row] = []
    for item in claim:
        grounds = (item["canonical_grounding"], *(item.get("additional_groundings") or ()))
        papers = [ground["paper_id"] for ground in grounds if ground]
        told = item["canonical_annotation"]
        results.append(
            {
                "text": item["enabling_contribution"],
                "papers": list(
                    dict.fromkeys(paper for paper in papers if semantic_scholar_id(paper))
                ),
                **{key: told.get(key) for key in ("roles", "contribution", "rationale")},
            }
        )
    return results


def test_claims_of_graphs(scipaths: Published, tmp_path: Path) -> None:
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
            for item in row["enabling_contributions"]
            for ground in (item["canonical_grounding"], *(item["additional_groundings"] or ()))
            if ground and semantic_scholar_id(ground["paper_id"])
        }
        graph = snapshot_of([(name, "1990", []) for name in titles], titles=titles)
        draft = import_draft("scipaths/enabling", [file], source="scipaths", snapshot=graph)
        [(split, item)] = draft.splits.items()
        built = replace(draft, splits={split: replace(item, tables={})})
        task = tasks.write_task(built, tmp_path / file.stem)
        out = tmp_path / file.name
        FILES.write_instances(task, lambda: graph, split=split, out=out)
        theirs, ours = (
            sorted(clone.call("modules.loader:get_gold_claim_tasks", str(made)))  # ours by day
            for made in (file, out)
        )
        cases.case(file.name, len(theirs), len(ours))
        for item, other in zip(theirs, ours, strict=True):
            cases.case(item, item, other)
            function = "modules.loader:get_gold_ingredients_for_claim"
            both = [
                steps(clone.call(function, paper, place, str(made)))
                for (paper, place, _), made in ((item, file), (other, out))
            ]
            cases.case(item, *both)
