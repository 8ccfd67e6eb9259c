"""Communities on the command line: a mix, a day, and the day after."""

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.build import Paper, load_graph

from scinet.cli.root import app
from scinet.errors import DataError
from scinet.graph.connection import Database


def told(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    app(["network", "communities", *words, "--json"], standalone_mode=False)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_communities_of_a_mix_are_followed(
    database: Database,
    uri: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)  # away from any .env
    monkeypatch.setenv("NEO4J_URI", uri)
    monkeypatch.setenv("SCINET_CACHE", str(tmp_path))
    papers: list[Paper] = [("r", "2000", []), ("s", "2000", []), ("t", "2000", [])]
    papers += [(f"a{i}", "2001", ["r"]) for i in range(4)]
    papers += [(f"b{i}", "2001", ["s"]) for i in range(3)]
    papers += [(f"b{i}", "2003", ["s"]) for i in range(3, 6)]
    papers += [(f"c{i}", "2003", ["t"]) for i in range(2)]
    load_graph(database, papers)
    words = ("--mix", "coupling=3", "--min-size", "2")
    one, two = told(capsys, *words, "--before", "2002-01-01")
    assert one["community_id"] == one["lineage_id"] == "community:2002-01-01:coupling:1:0:1"
    assert (one["papers"], two["papers"], one["mix"]) == (4, 3, "coupling")
    assert "change" not in one

    # The smaller one has outgrown the larger, and a third one is new.
    rows = told(capsys, *words, "--before", "2004-01-01", "--follow", "2002-01-01")
    assert [(r["papers"], r["change"], r["related_id"], r["overlap"]) for r in rows] == [
        (6, "continued", two["community_id"], 1.0),
        (4, "continued", one["community_id"], 1.0),
        (2, "new", None, None),
    ]
    kept = [two["community_id"], one["community_id"], rows[2]["community_id"]]
    assert [row["lineage_id"] for row in rows] == kept

    # Where larger ones only are looked for, the others are told to be no more.
    rows = told(
        capsys, *words[:2], "--min-size", "5", "--before", "2004-01-01", "--follow", "2002-01-01"
    )
    assert [(r["papers"], r["change"], r["related_id"]) for r in rows] == [
        (6, "continued", two["community_id"]),
        (4, "ended", None),
    ]
    with pytest.raises(DataError, match="no communities as of 2001-01-01"):
        told(capsys, "--follow", "2001-01-01")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--mix", "cocitation=1"], "'cocitation' joins no papers"),
        (["--before", "2002-01-01", "--follow", "2002-01-01"], "2002-01-01 is not before"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_read(
    words: list[str], message: str, uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEO4J_URI", uri)
    with pytest.raises(DataError, match=message):
        app(["network", "communities", *words], standalone_mode=False)
