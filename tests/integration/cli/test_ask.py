"""The commands that ask: answers, and one line with the remedy for every mistake."""

import io
import shlex
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers.commands.typed import Scinet, imported
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from benchmarks.startup import LARGE
from scinet.cli import shell, shell_completion
from scinet.errors import QueryError
from scinet.graph.db.connection import Database

pytestmark = pytest.mark.usefixtures("network")


def test_query_alone_lists_names_parameters_and_columns(scinet: Scinet) -> None:
    rows = {row["name"]: row for row in scinet("query", "--json").rows}
    assert rows["ego/disruption"]["params"] == "paper_id, window_years=5, before=null, limit=1000"
    assert rows["ego/disruption"]["returns"][:2] == ["paper_id", "title"]
    assert "load/paper" not in rows


def test_query_prints_rows(scinet: Scinet) -> None:
    words = ("query", "ego/references", "-p", "paper_id=P4", "-p", "before=1994-01-10")
    rows = scinet(*words, "--json").rows
    assert [(row["paper_id"], row["date"], row["citations"]) for row in rows] == [
        ("P2", "1991-12-31", 2),
        ("P3", "1992-06-30", 1),
    ]
    head = scinet(*words).out.split("\n")[0].split()
    assert head == ["paper_id", "title", "date", "citations", "authors"]


def test_search_text_may_hold_anything(scinet: Scinet) -> None:
    for text in ("networks", '"', "\\", "title:*", "a=b", "123", "null", "[1]", "OR NOT AND", "😀"):
        done = scinet("query", "lookup/title", "-p", f"text={text}", "--json")
        assert (done.code, done.err) == (0, ""), text


_TAKES = (
    "It takes before (default null), limit (default 1000), paper_id, since (default null), "
    "until (default null)."
)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("query ego/nothing", "no statement named 'ego/nothing'. List them with `scinet query`."),
        (
            "query ../admin/wipe",
            "no statement named '../admin/wipe'. List them with `scinet query`.",
        ),
        ("query ego/citatons", "no statement named 'ego/citatons'. Did you mean ego/citations?"),
        ("query admin/wipe", "admin/wipe writes. Only statements that read can be asked."),
        ("query ego/references -p id=P4", f"unknown parameter id (ego/references). {_TAKES}"),
        ("query ego/references", f"parameter paper_id is missing (ego/references). {_TAKES}"),
        (
            "query ego/references -p paper_id=P44",
            "no paper is called 'P44'. Did you mean P4 (Networks of papers, 1993)?",
        ),
        (
            "query ego/references -p paper_id=P4 -p before=94",
            "'94' is not a day. A cut-off day is written YYYY-MM-DD, YYYY-MM or YYYY.",
        ),
        (
            "cypher 'MATCH (n) DETACH DELETE n'",
            "this statement writes or reaches outside: DETACH. "
            "Only statements that read this graph are answered; a name goes between backticks.",
        ),
    ],
)
def test_mistakes_are_one_line_with_the_remedy(scinet: Scinet, words: str, line: str) -> None:
    assert scinet(*shlex.split(words)).refusal == line


def test_parameter_without_value_is_wrong_usage(scinet: Scinet) -> None:
    assert scinet("query", "ego/references", "-p", "paper_id").code == 2


def test_cypher_answers_and_says_when_it_cuts(scinet: Scinet) -> None:
    text = "UNWIND $ids AS id MATCH (p:Paper {id: id}) RETURN p.title AS title"
    done = scinet("cypher", text, "-p", 'ids=["P1","P10"]', "--json", "--limit", "1")
    assert done.rows == [{"title": "Counting citations by hand"}]
    assert "Only the first 1 rows" in done.err


def test_cypher_as_of_a_day_shows_what_is_run(scinet: Scinet) -> None:
    text = (
        "MATCH (p:Paper)<-[:CITES]-() RETURN p.id AS id, count(*) AS n ORDER BY n DESC, id LIMIT 2"
    )
    done = scinet("cypher", text, "--before", "1994-01-10", "--show", "--json")
    assert done.rows == [{"id": "P1", "n": 3}, {"id": "P2", "n": 2}]
    assert done.err == (
        '// $as_of = date("1994-01-10")\n'
        "MATCH (p:Paper WHERE p.date < $as_of)<-[e1:CITES WHERE e1.date < $as_of]-() "
        "RETURN p.id AS id, count(*) AS n ORDER BY n DESC, id LIMIT 2\n"
    )
    later = "MATCH (p:Paper) WHERE p.date > date('1994-01-10') RETURN p.id"
    assert scinet("cypher", later, "--before", "1994-01-10", "--json").out == ""
    lines = ":param n => COUNT { MATCH (p:Paper) }\nRETURN $n AS n"
    assert scinet("cypher", lines, "--before", "1992-06-30", "--json").rows == [{"n": 3}]
    assert scinet("cypher", text, "--before", "94").refusal.startswith("'94' is not a day")
    refused = scinet("cypher", "MATCH (p:Paper)\nRETURN p.cd_5", "--before", "1994-01-10").refusal
    assert refused.startswith("cd_5 as it is stored may know of later papers (line 2, column 10).")


def test_lines_of_params_give_values(scinet: Scinet, tmp_path: Path) -> None:
    asked = "MATCH (p:Paper) WHERE p.date < $day AND p.id <> $id RETURN count(*) AS n"
    # Before 1992-06-30 are P1, P2 and P9.
    for lines in (
        ":param day => date('1992-06-30')\n:param id => 'P' + 1\n",
        ':param day: date("1992-06-30");\n:param `id`: "P1"\n',
        ":params {day: date('1992-06-30'), id: 'P1'}\n\n",
        ":param id => 'P2'\n:param clear\n:param day => date('1992-06-30')\n:param id => 'P1'\n",
    ):
        file = tmp_path / "asked.cypher"
        file.write_text(f"{lines}{asked};\n")
        assert scinet("cypher", str(file), "--json").rows == [{"n": 2}], lines
    file.write_text(f":param id => 'P1'\n{asked}")
    assert scinet("cypher", str(file), "-p", "day=1992-06-30").refusal.endswith(
        "Write p.date < date($day)."
    )
    for line in (":use neo4j", ":param x", ":begin"):
        told = scinet("cypher", f"{line}\nRETURN 1").refusal
        assert told.startswith(f"{line} is not understood. Known are :param NAME => VALUE")
    assert scinet("cypher", ":param x => 1", "--json").out == ""


def test_cypher_reads_standard_input_and_files_and_prints_plans(
    scinet: Scinet, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "MATCH (p:Paper)\nRETURN count(p) AS papers;\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    Path("one.cypher").write_text(text, "utf-8")
    for words in ((), ("one.cypher",)):
        assert scinet("cypher", *words, "--json").out == '{"papers":10}\n'
    rows = scinet("cypher", "PROFILE MATCH (p:Paper) RETURN p.id", "--json").rows
    assert rows[0]["operator"] == "ProduceResults"
    assert rows[-1]["rows"] == 10


def test_a_file_that_cannot_be_read_is_one_line(scinet: Scinet, tmp_path: Path) -> None:
    Path("latin.cypher").write_bytes("RETURN 'é' AS x".encode("latin-1"))
    Path("folder.cypher").mkdir()
    for verb in ("cypher", "query"):
        for name in ("missing", "latin", "folder"):
            told = scinet(verb, f"{tmp_path}/{name}.cypher").refusal
            assert told == f"cannot read {tmp_path}/{name}.cypher. Name a text file."


def test_a_statement_may_end_as_the_name_of_a_file(scinet: Scinet) -> None:
    long = f"WITH {{cypher: 2}} AS n, {[0] * 2_000} AS m RETURN n.cypher"
    for statement in ("WITH {cypher: 2} AS n RETURN n.cypher", long):
        assert scinet("cypher", statement, "--json").rows == [{"n.cypher": 2}]


def test_a_statement_of_ones_own_is_held_to_its_header(scinet: Scinet, tmp_path: Path) -> None:
    file = tmp_path / "mine.cypher"
    header = (
        "// Title of a paper.\n//\n// mode:    read\n// params:  paper_id: paper\n"
        "// returns: title\n"
    )
    words = ("query", str(file), "-p", "paper=P10", "--json")
    file.write_text(f"{header}MATCH (p:Paper {{id: $paper_id}}) RETURN p.title AS title", "utf-8")
    assert scinet(*words).rows == [{"title": "Alone"}]
    file.write_text(f"{header}MATCH (p:Paper) RETURN p.title AS title", "utf-8")
    assert "declares ['paper_id'] but uses []" in scinet(*words[:-1]).refusal


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            "cypher \"MATCH (p:Papr) WHERE p.titel = 'x' RETURN p\"",
            [
                "The label `Papr` does not exist. Did you mean Paper?",
                "The property `titel` does not exist. Did you mean title?",
            ],
        ),
        ("cypher 'MATCH (a:Artifact) WHERE a.x = 1 RETURN a.id'", []),
        (
            "query ego/citations -p paper=P4 -p before=1993-03-15",
            ["P4 is dated 1993-03-15, not before 1993-03-15."],
        ),
        (
            "query ego/citations -p paper=P4 -p before=1980-01-01",
            ["The first paper is dated 1989-12-31, not before 1980-01-01."],
        ),
    ],
)
def test_an_empty_answer_says_so_and_why(scinet: Scinet, words: str, why: list[str]) -> None:
    done = scinet(*shlex.split(words))
    assert (done.code, done.out) == (0, "")
    assert done.err.splitlines()[0] == "no rows"
    assert set(why) <= set(done.err.splitlines())


def test_a_syntax_error_is_one_line_with_the_place(scinet: Scinet) -> None:
    line = scinet("cypher", "MATCH (p:Paper)\nRETRUN p").refusal
    assert line.startswith("Invalid input 'RETRUN'")
    assert line.endswith("(line 2, column 1, at 'RETRUN p').")
    assert len(line) < 300


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


def test_quality_prints_one_finding_a_line(scinet: Scinet) -> None:
    rows = scinet("network", "quality", "--json").rows
    assert rows[0] == {"check": "unknown_works", "count": 1, "share": 1 / 11, "examples": ["X1"]}
    assert len(rows) == 24


def test_asking_imports_no_arrays(uri: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", uri)
    result = imported(
        set(LARGE),
        ["query", "lookup/title", "-p", "text=networks"],
        ["query", "ego/citations", "-p", "paper=P4"],
        ["cypher", "RETURN 1"],
    )
    assert result == [{"neo4j", "pydantic"}] * 3


def test_a_line_says_that_a_load_has_not_ended(
    scinet: Scinet, shared_database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    about = {"source": None, "kind": "records", "files": "[]", "batch_size": 1, "options": "{}"}
    commands = (
        "query ego/citations -p paper=P4",
        "cypher 'RETURN 1'",
        "ask 'papers that cite P4'",
        "path P1 P4 --engine database",
    )
    for is_half in (False, True):
        if is_half:
            shared_database.rows(
                "load/snapshot_begin", run="half", version="1", before="{}", **about
            )
        assert [scinet(*shlex.split(words)).code for words in commands] == [0] * 4
        line = "the last load is incomplete: this is of a part of the graph"
        assert caplog.messages == [line] * 4 * is_half


def test_statements_systems_and_options_are_completed() -> None:
    assert shell_completion.complete_statements("ego/citations") == [
        "ego/citations",
        "ego/citations_by_year",
    ]
    assert "collaborators-walk" in shell_completion.complete_systems("collaborators-w")
    assert "prescience/collaborators" in shell_completion.complete_tasks("prescience/co")
    context = SimpleNamespace(params={"system": "collaborators-walk", "out": None})
    assert all(option.endswith("=") for option in shell_completion.complete_options(context, ""))
    assert shell_completion.complete_options(
        SimpleNamespace(params={"name": "prescience/collaborators"}), ""
    )
