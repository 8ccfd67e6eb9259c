"""PreScience's own rows, simulated with a language model, from the load to the official files."""

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.command_line import ask
from helpers.files import prescience_rows
from helpers.official.prescience_corpora import world
from helpers.servers.endpoint import Endpoint, Messages
from helpers.servers.endpoint_answers import KEY

from scinet.cli import load, simulate, simulation  # noqa: F401  - the commands
from scinet.experiments.simulation.folder import Simulation
from scinet.graph.connection import Database

SINCE = "2024-10-01"
SEED = 3


def _written(messages: Messages, body: dict[str, Any]) -> str:
    """What it was shown, in a title."""
    del body
    shown = str(messages[-1]["content"])
    number = sum(map(ord, shown)) % 1000
    return json.dumps({"reasoning": "so", "title": f"Beyond {number}", "abstract": "It goes on."})


def test_a_year_of_rows_goes_round(
    database: Database,
    uri: str,
    endpoint: Endpoint,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    del database  # emptied
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "NEO4J_URI": uri,
        "SCINET_CACHE": str(tmp_path / "cache"),
        "OPENAI_BASE_URL": endpoint.url,
        "OPENAI_API_KEY": KEY,
    }.items():
        monkeypatch.setenv(name, value)
    endpoint.answer = _written
    loaded: dict[str, str] = {}
    for period, file in ((prescience_rows.TRAIN, "train"), (prescience_rows.TEST, "test")):
        listed = prescience_rows.rows(period, world(SEED))
        prescience_rows.as_parquet(tmp_path / f"{file}.parquet", listed)
        loaded |= {row["corpus_id"]: row["date"] for row in listed}
    [report] = ask("load", "train.parquet", "test.parquet")
    assert report["loaded"] == len(loaded)
    command = ["simulate", "--from", SINCE, "--days", "250"]
    command += ["--contributions", "contribution-llm", "--model", "tiny"]
    command += ["--ledger", "ledger.sqlite"]
    ask(*command, "--out", "one")
    papers = Simulation.read("one").written(0)
    assert len(papers) > 2
    assert {paper.title.rpartition(" ")[0] for paper in papers if paper.title} == {"Beyond"}
    assert all(paper.authors for paper in papers)
    sent = [json.dumps(body["messages"]) for body in endpoint.requests]
    assert len(sent) == len(papers)
    for paper in papers:
        titles = [f"Title of {one.removeprefix('prescience:')}" for one in paper.references]
        real = [one for one in titles if "synthetic" not in one]
        assert any(all(one in text for one in real) for text in sent)
    later = [one for one, day in loaded.items() if day >= SINCE]
    assert not [one for one in later for text in sent if f"Title of {one}" in text]
    # What the ledger has is never asked again, wherever days are written.
    ask(*command, "--out", "again")
    assert len(endpoint.requests) == len(sent)
    assert Simulation.read("again").written(0) == papers
    [stored] = ask("simulation", "store", "one")
    assert stored["papers"] == len(papers)
    [made] = ask("simulation", "export", "one", "--out", "official", "--source", "prescience")
    rows = json.loads(Path(made["files"][0]).read_text("utf-8"))["data"]
    earlier = {row["corpus_id"] for row in rows if "synthetic" not in row["roles"]}
    assert earlier == {one for one, day in loaded.items() if day < SINCE}
    cited = {one["corpus_id"] for row in rows for one in row["key_references"]}
    assert cited <= {row["corpus_id"] for row in rows}
