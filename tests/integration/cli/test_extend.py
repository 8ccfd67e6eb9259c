"""The task, the system and the statement of ``docs/extend.md``, as a user's own folder has them."""

import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson
import pytest
from helpers.commands.served_command import environment
from helpers.commands.typed import Ask, Scinet
from helpers.networks.scored_network import load_field
from helpers.pages.doc_pages import ROOT

from scinet.eval.external_metrics import METRICS
from scinet.eval.suites import TASK_TYPES
from scinet.extension import Registry
from scinet.graph.db.connection import Database
from scinet.graph.sources.recognise import FORMATS
from scinet.models.registry import SYSTEMS

PAGE = (ROOT / "docs" / "extend.md").read_text("utf-8")


@pytest.fixture
def folder(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder outside the package with the files of the page; the database holds a network."""
    load_field(database)
    files = re.findall(r"cat > (\S+) <<'END'\n(.*?)^END$", PAGE, re.DOTALL | re.MULTILINE)
    for name, text in files:
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    for name in ("mine", "cards"):
        sys.modules.pop(name, None)


def test_a_task_and_a_system_of_ones_own(ask: Ask, folder: Path) -> None:
    ask("task", "build", "mine:CitingPapers", "--before", "2012-01-01", "--out", "task")
    ask("run", "mine:SharedReferences", "task", "--out", "own.jsonl", "-o", "least=2")
    ask("run", "bm25", "task", "--out", "bm25.jsonl")
    answers = ask("evaluate", "runs", "task", "own.jsonl", "bm25.jsonl")
    systems = {row["system"] for row in answers}
    assert systems >= {"shared-references", "bm25", "popularity", "oracle", "anti-oracle"}
    means = {(row["system"], row["metric"]): row["mean"] for row in answers}
    assert means["oracle", "nDCG"] == 1
    assert means["anti-oracle", "recall"] == 0
    task = orjson.loads((folder / "task" / "task.json").read_bytes())
    assert task["class"] == "mine:CitingPapers"
    head = orjson.loads((folder / "own.jsonl").read_bytes().splitlines()[0])
    assert head["settings"] == {"least": 2}


def test_what_an_installed_package_adds_has_names(
    ask: Ask, scinet: Scinet, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [block] = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    info = folder / "theirs-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1\n")
    groups = tomllib.loads(block)["project"]["entry-points"]
    (info / "entry_points.txt").write_text(
        "".join(
            f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in points.items())
            for group, points in groups.items()
        )
    )
    monkeypatch.syspath_prepend(folder)
    with forgotten(SYSTEMS, TASK_TYPES, FORMATS, METRICS):
        ask("task", "build", "mine/citing-papers", "--before", "2012-01-01", "--out", "task")
        ask("run", "shared-references", "task", "--out", "own.jsonl")
        scored = ask("evaluate", "runs", "task", "own.jsonl", "--metric", "first_is_true")
        means = {row["system"]: row["mean"] for row in scored if row["metric"] == "first_is_true"}
        assert (means["oracle"], means["anti-oracle"]) == (1, 0)
        assert 0 < means["shared-references"] <= 1
        listed = ask("systems", "task")
        assert "papers by shared references" in {row["summary"] for row in listed}
        assert "shared-references" in scinet("systems").out
        misspelt = scinet("run", "shared-reference", "task", "--out", "x.jsonl")
        assert "Did you mean shared-references, " in misspelt.refusal
        (folder / "box").write_text("#cards\nc1 | On cards | 1999\nc2 | More cards | 2001-05\n")
        ask("load", "box", "--source", "box")
        [paper] = ask("query", "lookup/paper", "-p", "paper_id=box:c2")
        assert paper["title"] == "More cards"


@contextmanager
def forgotten(*registries: Registry[Any]) -> Iterator[None]:
    """Look for installed packages anew, before and after."""
    for registry in registries:
        vars(registry).pop("installed", None)
    yield
    for registry in registries:
        vars(registry).pop("installed", None)


@pytest.mark.usefixtures("folder")
def test_a_statement_of_ones_own(ask: Ask, database: Database) -> None:
    answers = ask("query", "./prolific.cypher", "-p", "before=2012-01-01")
    assert list(answers[0]) == ["author_id", "name", "papers"]
    counted = [row["papers"] for row in answers]
    assert counted == sorted(counted, reverse=True)
    written = database.read_text(
        "MATCH (a:Author)-[:AUTHORED]->(p:Paper) WHERE p.date < date('2012-01-01') "
        "RETURN a.id AS id"
    )
    naive = Counter(row["id"] for row in written)
    assert counted == [papers for _, papers in naive.most_common(5)]


def test_the_objects_themselves_in_python(uri: str, folder: Path) -> None:
    [block] = [b for b in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "mine" in b]
    command, known = [sys.executable, "-c", block], environment(uri, folder)
    done = subprocess.run(
        command, env=known, cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "shared-references" in done.stdout
