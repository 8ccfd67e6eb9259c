"""The task, the system and the statement of ``docs/extend.md``, as a user's own folder has them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import orjson
import pytest
from helpers.command_line import rows, run
from helpers.doc_pages import ROOT
from helpers.scored_network import load_field

from scinet.graph.connection import Database


@pytest.fixture
def folder(database: Database, tmp_path: Path) -> Path:
    """A folder outside the package with the files of the page; the database holds a network."""
    load_field(database)
    page = (ROOT / "docs" / "extend.md").read_text("utf-8")
    for name, text in re.findall(
        r"cat > (\S+) <<'END'\n(.*?)^END$", page, re.DOTALL | re.MULTILINE
    ):
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_a_task_and_a_system_of_ones_own(uri: str, folder: Path) -> None:
    def ask(*words: str) -> list[dict[str, object]]:
        return rows(run(uri, folder, *words, "--json"))

    ask("task", "build", "mine:CitingPapers", "--before", "2012-01-01", "--out", "task")
    ask("run", "mine:SharedReferences", "task", "--out", "own.jsonl", "-o", "least=2")
    ask("run", "bm25", "task", "--out", "bm25.jsonl")
    found = ask("evaluate", "task", "own.jsonl", "bm25.jsonl")
    systems = {row["system"] for row in found}
    assert systems >= {"shared-references", "bm25", "popularity", "oracle", "anti-oracle"}
    means = {(row["system"], row["metric"]): row["mean"] for row in found}
    assert means["oracle", "nDCG"] == 1
    assert means["anti-oracle", "recall"] == 0
    assert (
        orjson.loads((folder / "task" / "task.json").read_bytes())["class"] == "mine:CitingPapers"
    )
    head = orjson.loads((folder / "own.jsonl").read_bytes().splitlines()[0])
    assert head["settings"] == {"least": 2}


def test_a_statement_of_ones_own(uri: str, folder: Path, database: Database) -> None:
    words = ("query", "./prolific.cypher", "-p", "before=2012-01-01", "--json")
    found = rows(run(uri, folder, *words))
    assert list(found[0]) == ["author_id", "name", "papers"]
    counted = [row["papers"] for row in found]
    assert counted == sorted(counted, reverse=True)
    naive: dict[str, int] = {}
    for row in database.read_text(
        "MATCH (a:Author)-[:AUTHORED]->(p:Paper) WHERE p.date < date('2012-01-01') "
        "RETURN a.id AS id"
    ):
        naive[row["id"]] = naive.get(row["id"], 0) + 1
    assert counted == sorted(naive.values(), reverse=True)[:5]


def test_the_objects_themselves_in_python(uri: str, folder: Path) -> None:
    page = (ROOT / "docs" / "extend.md").read_text("utf-8")
    [block] = [b for b in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "mine" in b]
    env = {"NEO4J_URI": uri, "SCINET_CACHE": str(folder), "HOME": str(folder), "PATH": ""}
    env["PYTHONPATH"] = os.environ.get("PYTHONPATH", "")
    done = subprocess.run(
        [sys.executable, "-c", block],
        env=env,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "shared-references" in done.stdout
