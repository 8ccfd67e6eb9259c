"""The commands that ask: answers, and one line with the remedy for every mistake."""

import io
import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers.command_line import status as scinet
from helpers.golden_network import load_network
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from scinet.cli import complete, shell
from scinet.errors import QueryError
from scinet.experiments.bench import startup
from scinet.graph.connection import Database


@pytest.fixture(scope="module")
def network(shared_database: Database) -> Iterator[None]:
    load_network(shared_database, "field")
    yield
    shared_database.rows("admin/wipe")


@pytest.fixture(autouse=True)
def own_database(uri: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", uri)


def test_query_alone_lists_names_parameters_and_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scinet(monkeypatch, "query", "--json") == 0
    rows = {row["name"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    assert rows["ego/disruption"]["params"] == "paper_id, window_years=5, before=null, limit=1000"
    assert rows["ego/disruption"]["returns"][:2] == ["paper_id", "title"]
    assert "load/paper" not in rows


@pytest.mark.usefixtures("network")
def test_query_prints_rows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("query", "ego/references", "-p", "paper_id=P4", "-p", "before=1994-01-10")
    assert scinet(monkeypatch, *words, "--json") == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["paper_id"], row["date"], row["citations"]) for row in rows] == [
        ("P2", "1991-12-31", 2),
        ("P3", "1992-06-30", 1),
    ]
    assert scinet(monkeypatch, *words) == 0
    assert capsys.readouterr().out.split("\n")[0].split() == [
        "paper_id",
        "title",
        "date",
        "citations",
        "authors",
    ]


@pytest.mark.usefixtures("network")
def test_search_text_may_hold_anything(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for text in ("networks", '"', "\\", "title:*", "a=b", "123", "null", "[1]", "OR NOT AND", "😀"):
        assert scinet(monkeypatch, "query", "lookup/title", "-p", f"text={text}", "--json") == 0
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ("query", "ego/nothing"),
            "scinet: no statement named 'ego/nothing'. List them with `scinet query`.",
        ),
        (
            ("query", "../admin/wipe"),
            "scinet: no statement named '../admin/wipe'. List them with `scinet query`.",
        ),
        (
            ("query", "ego/citatons"),
            "scinet: no statement named 'ego/citatons'. Did you mean ego/citations?",
        ),
        (
            ("query", "admin/wipe"),
            "scinet: admin/wipe writes. Only statements that read can be asked.",
        ),
        (
            ("query", "ego/references", "-p", "id=P4"),
            "scinet: unknown parameter id (ego/references). "
            "It takes before (default null), limit (default 1000), paper_id, "
            "since (default null), until (default null).",
        ),
        (
            ("query", "ego/references"),
            "scinet: parameter paper_id is missing (ego/references). "
            "It takes before (default null), limit (default 1000), paper_id, "
            "since (default null), until (default null).",
        ),
        (
            ("query", "ego/references", "-p", "paper_id=P44"),
            "scinet: no paper is called 'P44'. Did you mean P4 (Networks of papers, 1993)?",
        ),
        (
            ("query", "ego/references", "-p", "paper_id=P4", "-p", "before=1994"),
            "scinet: '1994' is not a day. A cut-off day is written YYYY-MM-DD.",
        ),
        (
            ("cypher", "MATCH (n) DETACH DELETE n"),
            "scinet: this statement writes or reaches outside: DETACH. "
            "Only statements that read this graph are answered; a name goes between backticks.",
        ),
    ],
)
def test_mistakes_are_one_line_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    line: str,
) -> None:
    assert scinet(monkeypatch, *words) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines() == [line]


def test_parameter_without_value_is_wrong_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    assert scinet(monkeypatch, "query", "ego/references", "-p", "paper_id") == 2


@pytest.mark.usefixtures("network")
def test_cypher_answers_and_says_when_it_cuts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "UNWIND $ids AS id MATCH (p:Paper {id: id}) RETURN p.title AS title"
    words = ("-p", 'ids=["P1","P10"]', "--json", "--limit", "1")
    assert scinet(monkeypatch, "cypher", text, *words) == 0
    printed = capsys.readouterr()
    assert printed.out == '{"title":"Counting citations by hand"}\n'
    assert "Only the first 1 rows" in printed.err


@pytest.mark.usefixtures("network")
def test_cypher_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("MATCH (p:Paper)\nRETURN count(p) AS papers;\n"))
    assert scinet(monkeypatch, "cypher", "--json") == 0
    assert capsys.readouterr().out == '{"papers":10}\n'


@pytest.mark.usefixtures("network")
def test_cypher_reads_a_file_and_prints_plans(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one.cypher").write_text("MATCH (p:Paper) RETURN count(p) AS papers;", "utf-8")
    assert scinet(monkeypatch, "cypher", str(tmp_path / "one.cypher"), "--json") == 0
    assert capsys.readouterr().out == '{"papers":10}\n'
    assert scinet(monkeypatch, "cypher", "PROFILE MATCH (p:Paper) RETURN p.id", "--json") == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows[0]["operator"] == "ProduceResults"
    assert rows[-1]["rows"] == 10


def test_a_file_that_cannot_be_read_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "latin.cypher").write_bytes("RETURN 'é' AS x".encode("latin-1"))
    (tmp_path / "folder.cypher").mkdir()
    for verb in ("cypher", "query"):
        for name in ("missing", "latin", "folder"):
            assert scinet(monkeypatch, verb, f"{tmp_path}/{name}.cypher") == 1
            told = capsys.readouterr().err
            assert told == f"scinet: cannot read {tmp_path}/{name}.cypher. Name a text file.\n"


@pytest.mark.usefixtures("network")
def test_a_statement_may_end_as_the_name_of_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    long = f"WITH {{cypher: 2}} AS n, {[0] * 2_000} AS m RETURN n.cypher"
    for statement in ("WITH {cypher: 2} AS n RETURN n.cypher", long):
        assert scinet(monkeypatch, "cypher", statement, "--json") == 0
        assert capsys.readouterr().out == '{"n.cypher":2}\n'


@pytest.mark.usefixtures("network")
def test_a_statement_of_ones_own_is_held_to_its_header(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.cypher"
    header = "// Title of a paper.\n//\n// mode:    read\n// params:  paper_id\n// returns: title\n"
    file.write_text(f"{header}MATCH (p:Paper {{id: $paper_id}}) RETURN p.title AS title", "utf-8")
    assert scinet(monkeypatch, "query", str(file), "-p", "paper=P10", "--json") == 0
    assert capsys.readouterr().out == '{"title":"Alone"}\n'
    file.write_text(f"{header}MATCH (p:Paper) RETURN p.title AS title", "utf-8")
    assert scinet(monkeypatch, "query", str(file), "-p", "paper=P10") == 1
    assert "declares ['paper_id'] but uses []" in capsys.readouterr().err


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            ("cypher", "MATCH (p:Papr) WHERE p.titel = 'x' RETURN p"),
            [
                "The label `Papr` does not exist. Did you mean Paper?",
                "The property `titel` does not exist. Did you mean title?",
            ],
        ),
        (("cypher", "MATCH (a:Artifact) WHERE a.x = 1 RETURN a.id"), []),
        (
            ("query", "ego/citations", "-p", "paper=P4", "-p", "before=1993-03-15"),
            ["P4 is dated 1993-03-15, not before 1993-03-15."],
        ),
        (
            ("query", "ego/citations", "-p", "paper=P4", "-p", "before=1980-01-01"),
            ["The first paper is dated 1989-12-31, not before 1980-01-01."],
        ),
    ],
)
def test_an_empty_answer_says_so_and_why(
    words: tuple[str, ...],
    why: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert scinet(monkeypatch, *words) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines()[0] == "no rows"
    assert set(why) <= set(printed.err.splitlines())


@pytest.mark.usefixtures("network")
def test_a_syntax_error_is_one_line_with_the_place(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scinet(monkeypatch, "cypher", "MATCH (p:Paper)\nRETRUN p") == 1
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("scinet: Invalid input 'RETRUN'")
    assert line.endswith("(line 2, column 1, at 'RETRUN p').")
    assert len(line) < 300


@pytest.mark.usefixtures("network")
def test_the_shell_goes_on_after_a_mistake_and_ctrl_c(
    shared_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCINET_CACHE", str(tmp_path))
    asked: list[str] = []

    def answer(text: str) -> None:
        asked.append(text)
        if text == "CREATE (n);":
            raise QueryError("this statement writes")

    with create_pipe_input() as keys:
        keys.send_text(
            "CREATE (n);\rMATCH (p:Paper)\rRETURN p;\rMATCH (q\x03RETURN 1;\rexit\rNO;\r"
        )
        shell.run(shared_database, answer, source=keys, display=DummyOutput())
    assert asked == ["CREATE (n);", "MATCH (p:Paper)\nRETURN p;", "RETURN 1;"]
    assert "RETURN p;" in (tmp_path / "cypher-history").read_text("utf-8")


@pytest.mark.usefixtures("network")
def test_quality_prints_one_finding_a_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    monkeypatch.setenv("SCINET_CACHE", str(tmp_path_factory.mktemp("cache")))
    assert scinet(monkeypatch, "network", "quality", "--json") == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == {"check": "unknown_works", "count": 1, "share": 1 / 11, "examples": ["X1"]}
    assert len(rows) == 22


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize(
    "command",
    ["query lookup/title -p text=networks", "query ego/citations -p paper=P4", "cypher 'RETURN 1'"],
)
def test_asking_imports_no_arrays(command: str) -> None:
    _, imported = startup.measured(command, times=1)
    assert set(imported.split()) <= {"neo4j", "pydantic"}


@pytest.mark.usefixtures("network")
def test_a_line_says_that_a_load_has_not_ended(
    shared_database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    about = {"source": None, "kind": "records", "files": "[]", "batch_size": 1, "options": "{}"}
    commands = (
        "query ego/citations -p paper=P4",
        "cypher 'RETURN 1'",
        "ask 'papers that cite P4'",
        "path P1 P4 --engine database",
    )
    for words in commands:
        assert scinet(monkeypatch, *shlex.split(words)) == 0
    assert caplog.messages == []
    shared_database.rows("load/snapshot_begin", run="half", version="1", before="{}", **about)
    for words in commands:
        assert scinet(monkeypatch, *shlex.split(words)) == 0
    assert caplog.messages == ["the last load has not ended: this is of a part of the graph"] * 4


def test_statements_systems_and_options_are_completed() -> None:
    assert complete.statements("ego/citations") == ["ego/citations", "ego/citations_by_year"]
    assert "collaborators-walk" in complete.systems("collaborators-w")
    assert "prescience/collaborators" in complete.tasks("prescience/co")
    context = SimpleNamespace(params={"system": "collaborators-walk", "out": None})
    assert all(option.endswith("=") for option in complete.options(context, ""))
    assert complete.options(SimpleNamespace(params={"name": "prescience/collaborators"}), "")
