"""Ego tasks by another indicator and scale, subfields from a table, tasks of one discipline."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from helpers.networks.build import load_rows, snapshot_of
from helpers.networks.field_tasks import built, cut_of, scored
from helpers.networks.scored_network import BEFORE, field, load_field
from helpers.networks.scoring import draft_of, means, write_lines

from scinet.errors import DataError, NotFoundError
from scinet.eval.suites import get_task_type
from scinet.eval.suites.scinetbench import subfields
from scinet.eval.suites.scinetbench.subfields import Subfields
from scinet.eval.task import Split, TaskDraft
from scinet.eval.task_type import BuildContext
from scinet.graph import snapshot
from scinet.graph.db.connection import Database
from scinet.graph.indicators import novelty
from scinet.graph.snapshot import Snapshot, grouping


@pytest.fixture(scope="module")
def network(shared_database: Database) -> Database:
    load_field(shared_database)
    return shared_database


def test_the_most_novel_have_the_lowest_percentile(network: Database, tmp_path: Path) -> None:
    task = built(network, "ego-novelty", tmp_path / "t")
    cut = cut_of(network)
    p10 = novelty.compute_novelty(cut, grouping.group_papers(cut, "paper").code).p10
    references, citations = cut.ordered.lengths(), cut.cited_by.lengths()
    venue = {row["id"]: row["venue"] for row in field()[0]}
    assert task.queries()
    for query in task.queries():
        assert query.text == f"the 5 most novel papers on {query.inputs['subfield']}"
        row = task.truth()[query.query_id]
        for side, least in ((row, 2), (row["strict"], 5)):
            kept = [
                i
                for i in range(cut.num_papers)
                if venue[cut.paper_id[i]] == query.inputs["subfield"]
                and not np.isnan(p10[i])
                and references[i] >= least
            ]
            kept.sort(key=lambda i: (p10[i], -citations[i], i))
            assert [item["id"] for item in side["items"]] == [cut.paper_id[i] for i in kept[:5]]
            # Files hold the indicator as it is, not what it is ranked by.
            assert [item["value"] for item in side["items"]] == [p10[i] for i in kept[:5]]
    for null in ("shuffle", "switch"):
        drawn = {"novelty_null": null, "novelty_samples": "50"}
        by_draws = built(network, "ego-novelty", tmp_path / null, **drawn)
        for query_id, row in by_draws.truth().items():
            values = {item["id"]: item["value"] for item in task.truth()[query_id]["items"]}
            near = [item for item in row["items"] if item["id"] in values]
            assert len(near) > 2
            assert any(item["value"] != values[item["id"]] for item in near)


def test_the_scale_can_be_turned_round(network: Database, tmp_path: Path) -> None:
    task = built(network, "ego-disruption", tmp_path / "a")
    turned = scored(network, built(network, "ego-disruption", tmp_path / "b", sos_best="0"))
    for system, row in scored(network, task).items():
        assert means(turned[system])["SoS"] == pytest.approx(10 - means(row)["SoS"])


def test_subfields_of_a_table(network: Database, tmp_path: Path) -> None:
    file = write_lines(
        tmp_path / "subfields.jsonl",
        {"name": "speech and parsing", "words": ["Speech", "parsing"]},
        {"name": "first papers", "papers": [f"p{n}" for n in range(60)] + ["unknown"]},
    )
    options = {"subfields": str(file), "min_papers": "1"}
    task = built(network, "ego-disruption", tmp_path / "t", **options)
    names = [query.inputs["subfield"] for query in task.queries()]
    assert names == ["first papers", "speech and parsing"]
    titles = {row["id"]: row["title"].split() for row in field()[0]}
    first, words = (row["items"] for row in task.truth().values())
    assert {item["id"] for item in first} <= {f"p{n}" for n in range(60)}
    assert words
    assert all({"speech", "parsing"} <= set(titles[item["id"]]) for item in words)
    assert task.options["subfield_by"] == "file"
    # Not the path, which differs between machines, but the content.
    assert str(task.options["subfields"]).startswith("subfields.jsonl sha256:")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    options["subfields"] = str(file.rename(elsewhere / file.name))
    again = built(network, "ego-disruption", tmp_path / "again", **options)
    assert again.fingerprint == task.fingerprint


def test_phrases_and_names_of_fields(
    network: Database, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    records = field()[0]
    topic = records[0]["fields"][1]["name"]
    phrases = ["to 7", "SPEECH-gram*", "nobody"]
    file = write_lines(
        tmp_path / "subfields.jsonl",
        {"name": "either", "phrases": phrases, "fields": [topic.upper()]},
        {"name": "none", "phrases": ["nobody"]},
    )
    few = {"min_papers": "1", "k": "100", "subfields": str(file)}
    task = built(network, "ego-disruption", tmp_path / "t", **few)
    cut = cut_of(network)
    held = {
        str(paper)
        for paper, title, mains in zip(cut.paper_id, cut.title, cut.main_field, strict=True)
        if title.endswith(" to 7")
        or " speech gram" in title
        or topic in [cut.field_name[main] for main in mains if main >= 0]
    }
    [truth] = task.truth().values()
    assert {item["id"] for item in truth["items"]} <= held
    # The table stands in the task, so that it can be changed and given again.
    either, none = task.table("subfields", "test")
    assert (either["n_papers"], either["unmatched"]) == (len(held), ["nobody"])
    assert (none["n_papers"], none["unmatched"]) == (0, ["nobody"])
    assert "no paper in 1 of 2 subfields" in caplog.text
    assert "subfields.jsonl): none" in caplog.text
    few["subfields"] = str(write_lines(tmp_path / "again.jsonl", either, none))
    again = built(network, "ego-disruption", tmp_path / "again", **few)
    assert again.truth() == task.truth()


def titled(table: str, *titles: str) -> tuple[Subfields, dict[str, list[int]]]:
    """The subfields of a table, and those that hold papers of these titles, by place."""
    called = dict(zip("abc", titles, strict=True))
    cut = snapshot_of([(name, "2010-01-01", []) for name in called], titles=called).until(BEFORE)
    result = subfields.find_subfields(
        BuildContext(cut, BEFORE, 0), subfields.SubfieldOptions(subfields=table)
    )
    return result, {name: places.tolist() for name, places in result.papers.items() if len(places)}


def test_the_table_of_this_package() -> None:
    titles = ("Neural Machine Translation", "Transformer-based parsing", "On plants")
    result, held = titled("ai", *titles)
    assert held == {"machine translation": [0], "transformers": [1]}
    assert len(result.papers) == len(result.tables["subfields"]) > 133
    assert result.ungrouped == 1
    assert result.source.startswith("ai sha256:")


def test_the_subfields_that_the_paper_names() -> None:
    titles = ("Thompson Sampling for Stochastic Bandits", "FedAvg on Non-IID Data", "On plants")
    result, held = titled("paper", *titles)
    assert held == {
        "Stochastic Bandits": [0],
        "Federated Averaging": [1],
        "Heterogeneous (Non-IID) Federated Learning": [1],
    }
    assert len(result.papers) == 178  # of 177 in the text, the list has 178 different names
    assert result.source.startswith("paper sha256:")
    for task in ("ego-novelty", "ego-disruption", "path", "survey"):
        assert get_task_type(f"scinetbench/{task}").presets["paper"]["subfields"] == "paper"


@pytest.mark.parametrize("level", ["field", "topic"])
def test_research_fields_as_subfields(network: Database, tmp_path: Path, level: str) -> None:
    place = ("field", "topic").index(level)
    groups: dict[str, dict[str, set[str]]] = {}
    for row in field()[0]:
        left = row["fields"][place]
        groups.setdefault(left["name"], {}).setdefault(left["id"], set()).add(row["id"])
    few = {"min_papers": "1", "k": "100"}
    task = built(network, "ego-disruption", tmp_path / "t", subfield_by=level, **few)
    assert [query.inputs["subfield"] for query in task.queries()] == sorted(groups)
    results = [{item["id"] for item in row["items"]} for row in task.truth().values()]
    for name, some in zip(sorted(groups), results, strict=True):
        [(identifier, papers)] = groups[name].items()
        assert some
        assert some <= papers
        groups[name] = {identifier: some}
    # The same by a table of ids, where several fields may make one subfield.
    (left, first), (other, second) = (next(iter(groups[n].items())) for n in sorted(groups)[:2])
    file = write_lines(tmp_path / "f.jsonl", {"name": "both", "fields": [left, other, "unknown"]})
    task = built(network, "ego-disruption", tmp_path / "u", subfields=str(file), **few)
    [row] = task.truth().values()
    assert {item["id"] for item in row["items"]} == first | second


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("{", "the line is not JSON .*line 1"),
        ('{"papers": ["p1"]}', "no name"),
        ('{"name": "x"}', "does not have a list of papers, fields, words, phrases"),
        ('{"name": "x", "papers": ["p1"], "words": []}', "does not have a list of"),
        ('{"name": "x", "fields": "T1"}', "does not have a list of"),
        ('{"name": "x", "papers": [1]}', "an entry is not text"),
        ('{"name": "x", "papers": ["p1"]}\n' * 2, "'x' is listed twice .*line 2"),
        ('{"name": "x", "papers": ["unknown"]}', "no paper before 2012-01-01 is in a subfield"),
    ],
)
def test_wrong_tables(network: Database, tmp_path: Path, content: str, complaint: str) -> None:
    file = tmp_path / "subfields.jsonl"
    file.write_text(content)
    with pytest.raises(DataError, match=complaint):
        built(network, "ego-disruption", tmp_path / "t", subfields=str(file))


def test_no_table(network: Database, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no table of subfields"):
        built(network, "path", tmp_path / "t", subfields=str(tmp_path / "none.jsonl"))
    with pytest.raises(DataError, match="no table of subfields is given"):
        built(network, "path", tmp_path / "t", subfield_by="file")


def test_paths_by_another_objective(network: Database, tmp_path: Path) -> None:
    given = {"objective": "mean", "endpoints": "exclude", "weights_before": "2009-01-01"}
    task = built(network, "path", tmp_path / "t", pairs_per_subfield="2", **given)
    assert {name: task.options[name] for name in given} == given
    cites = {row["id"]: row["references"] for row in field()[0]}
    years = {row["id"]: int(row["date"][:4]) for row in field()[0]}
    for row in task.truth().values():
        inner = row["paths"][0][1:-1]
        weights = [sum(p in cites[c] and years[c] < 2009 for c in cites) for p in inner]
        weights = [w if years[p] < 2009 else 0 for w, p in zip(weights, inner, strict=True)]
        # Two papers that cite one another have no inner paper to average.
        assert row["value"] == (pytest.approx(np.mean(weights)) if inner else None)
    assert any(len(row["paths"][0]) > 2 for row in task.truth().values())


# Across the disciplines c1 is cited by x1 and c2 by x3.
PAPERS = {
    "c1": ("2006", "Chemistry", "Catalysis", []),
    "c2": ("2007", "Chemistry", "Catalysis", ["c1"]),
    "c3": ("2008", "Chemistry", "Catalysis", ["c1", "c2"]),
    "c4": ("2009", "Chemistry", "Polymers", ["c2"]),
    "x1": ("2007", "Physics", "Optics", ["c1"]),
    "x2": ("2008", "Physics", "Optics", ["x1"]),
    "x3": ("2010", "Physics", "Optics", ["x1", "c2"]),
}

About = Callable[..., tuple[Split, TaskDraft]]


def load_papers(database: Database, *, with_fields: bool = True) -> Snapshot:
    database.rows("admin/wipe")
    records = [
        {
            "id": paper,
            "title": f"On {paper}",
            "date": when,
            "references": references,
            "fields": [
                {"id": f"F-{field}", "name": field, "level": "field"},
                {"id": f"T-{topic}", "name": topic, "level": "topic"},
            ]
            * with_fields,
        }
        for paper, (when, field, topic, references) in PAPERS.items()
    ]
    load_rows(database, *records)
    return snapshot.read_snapshot(database).until(BEFORE)


@pytest.fixture(scope="module")
def about(shared_database: Database) -> About:
    cut = load_papers(shared_database)

    def build(task: str, **options: str) -> tuple[Split, TaskDraft]:
        given = {**get_task_type(f"scinetbench/{task}").preset("scinet-v2"), **options}
        draft = draft_of(f"scinetbench/{task}", cut, given, database=shared_database)
        return draft.splits["test"], draft

    return build


def test_disruptive_papers_of_a_discipline(about: About) -> None:
    # c2 is cited by c3 together with c1, and by c4 and x3 without it: (2 - 1) / 3.
    split, draft = about("ego-disruption", discipline="chemistry", min_papers="1")
    assert [query.inputs["subfield"] for query in split.queries] == ["Catalysis"]
    [row] = split.truth
    assert row["items"] == [{"id": "c2", "value": pytest.approx(1 / 3)}]
    # Of all papers, c1 has no references; x1 counts though it is of physics.
    assert (row["n_reference"], row["n_candidates"]) == (2, 1)
    assert draft.left_out["small_subfields"] == 1
    assert draft.left_out["papers_without_subfield"] == 0

    split, _ = about("ego-disruption", discipline="F-Physics", min_papers="1")
    assert [query.inputs["subfield"] for query in split.queries] == ["Optics"]
    assert split.truth[0]["items"] == [{"id": "x1", "value": 1.0}]

    split, _ = about("ego-disruption", min_papers="1")
    assert [query.inputs["subfield"] for query in split.queries] == ["Catalysis", "Optics"]


def test_a_discipline_may_be_a_topic(about: About) -> None:
    split, draft = about("ego-disruption", discipline="Optics", min_papers="0", subfield_by="field")
    assert [query.inputs["subfield"] for query in split.queries] == ["Physics"]
    assert draft.options["discipline"] == "Optics"


def test_papers_that_cite_one_of_a_discipline(about: About) -> None:
    split, draft = about("pair-citation", discipline="Chemistry", min_truth="2")
    truth = {
        query.inputs["paper_id"]: {item["id"] for item in row["items"]}
        for query, row in zip(split.queries, split.truth, strict=True)
    }
    # Papers of physics are right answers, but none is asked about.
    assert truth == {"c1": {"c2", "c3", "x1"}, "c2": {"c3", "c4", "x3"}}
    assert draft.left_out["papers_of_other_disciplines"] == 3
    assert draft.left_out["papers_with_few_true_ones"] == 2
    split, _ = about("pair-citation", discipline="Physics", min_truth="2")
    assert [query.inputs["paper_id"] for query in split.queries] == ["x1"]


def test_paths_of_a_discipline(about: About) -> None:
    # The only emerging paper of 2010 and 2011 is x3; x2 is not cited by it.
    split, draft = about("path", discipline="Physics")
    assert [row["paths"] for row in split.truth] == [[["x1", "x3"]]]
    assert draft.counts["n_paths"] == 1
    # No paper of chemistry is of 2010 or later.
    split, draft = about("path", discipline="Chemistry")
    assert split.queries == []
    assert draft.left_out["subfields_without_a_pair"] == 2


def test_a_table_of_subfields_within_a_discipline(about: About, tmp_path: Path) -> None:
    file = write_lines(
        tmp_path / "subfields.jsonl",
        {"name": "all", "papers": [*PAPERS]},
        {"name": "other", "papers": ["x1"]},
    )
    split, draft = about(
        "ego-disruption", discipline="Chemistry", subfields=str(file), min_papers="1"
    )
    assert [item["id"] for item in split.truth[0]["items"]] == ["c2"]
    assert [row["n_papers"] for row in split.tables["subfields"]] == [4, 0]
    assert draft.left_out["small_subfields"] == 0


@pytest.mark.parametrize("task", ["ego-novelty", "ego-disruption", "pair-citation", "path"])
def test_a_discipline_that_the_network_does_not_have(about: About, task: str) -> None:
    with pytest.raises(NotFoundError) as caught:
        about(task, discipline="Geology")
    assert str(caught.value) == "no paper before 2012-01-01 is of the discipline 'Geology'"
    assert caught.value.hint == "By field the network has Chemistry; Physics."


def test_a_network_without_fields(database: Database) -> None:
    cut = load_papers(database, with_fields=False)
    with pytest.raises(NotFoundError) as caught:
        draft_of("scinetbench/pair-citation", cut, {"discipline": "Chemistry"}, database=database)
    assert caught.value.hint is not None
    assert caught.value.hint.startswith("No paper names its fields")
