"""No control character of the data reaches a terminal."""

import io
import json
import re
from pathlib import Path

import pytest
from helpers.command_line import run

from scinet.cli.terminal import Shown
from scinet.graph.connection import Database
from scinet.graph.load import load

ESCAPES = "\x1b]0;owned\x07 \x1b[2J \x9b31m \x7f \x85"
_COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


@pytest.mark.parametrize("sign", [*map(chr, range(32)), *map(chr, range(127, 160)), "\udce9"])
def test_only_line_ends_and_tabs_are_written_as_they_are(sign: str) -> None:
    stream = io.StringIO()
    shown = Shown(stream)
    assert shown.isatty() is False
    shown.writelines([f'"{sign}', '"'])
    text = stream.getvalue()
    if sign in "\t\n":
        assert text == f'"{sign}"'
    else:
        assert text == f'"\\u{ord(sign):04x}"'
        assert json.loads(text) == sign


def test_titles_names_and_messages_do_not_command_the_terminal(
    database: Database, uri: str, tmp_path: Path
) -> None:
    record = {
        "id": "P1",
        "title": f"T {ESCAPES}",
        "date": "2001",
        "venue": f"V {ESCAPES}",
        "authors": [{"id": "a", "name": f"A {ESCAPES}"}],
    }
    file = tmp_path / "a.jsonl"
    file.write_text(json.dumps(record))
    load(database, [file], rejects=tmp_path / "rejects.jsonl")
    returned = "RETURN p.title AS title, p AS paper"
    for words in (
        ["cypher", f"MATCH (p:Paper) {returned}"],
        ["cypher", f"MATCH (p:Paper) {returned}", "--json"],
        ["cypher", f"MATCH (p:Paper) RETURN `{ESCAPES}`"],
        ["query", "ego/neighbour", "-p", f"paper=T {ESCAPES}", "-p", "limit=3"],
        ["query", "lookup/paper", "-p", f"paper={ESCAPES}"],
        ["indicators", "disruption", "--paper", f"T {ESCAPES}"],
        ["quality"],
        ["path", f"T {ESCAPES}", f"{ESCAPES}"],
        ["load", f"{ESCAPES}.jsonl"],
        ["load", f"{ESCAPES}.jsonl", "--json"],
    ):
        done = run(uri, tmp_path, *words)
        assert not _COMMANDS.search(done.stdout + done.stderr), words
        assert "Traceback" not in done.stderr, words
    told = run(uri, tmp_path, "cypher", f"MATCH (p:Paper) {returned}", "--json")
    assert json.loads(told.stdout)["title"] == f"T {ESCAPES}"
