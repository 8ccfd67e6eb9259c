"""Paths on the command line."""

from pathlib import Path

from helpers.commands.command_line import rows, run
from helpers.networks.build import Paper, load_graph

from scinet.graph.connection import Database

# Through c lead the most chains from a and b to f; x stands in the other venue.
PAPERS: list[Paper] = [
    ("a", "2000", []),
    ("b", "2000", []),
    ("c", "2001", ["a", "b"]),
    ("e", "2002", ["c"]),
    ("f", "2003", ["e", "b"]),
    ("x", "2003-06", ["a"]),
]


def test_paths_are_told(database: Database, uri: str, tmp_path: Path) -> None:
    load_graph(database, PAPERS, venues=dict.fromkeys("abcef", "Letters") | {"x": "Notes"})
    words = "path b f --objective mean --endpoints exclude --json"
    [mean] = rows(run(uri, tmp_path, *words.split()))
    assert (mean["papers"], mean["value"], mean["objective"]) == (["b", "c", "e", "f"], 1.0, "mean")
    listed = run(uri, tmp_path, "paths", "b", "f", "--limit", "1", "--json")
    assert rows(listed) == [{"hops": 1, "papers": ["b", "f"]}]
    assert "there are more" in listed.stderr
    [main] = rows(run(uri, tmp_path, "network", "main-path", "--venue", "Letters", "--json"))
    assert (main["papers"], main["papers_in"]) == (["a", "c", "e", "f"], 5)
    told = run(uri, tmp_path, "network", "main-path", "--kind", "local", "--before", "2003-01-01")
    assert [line.split()[0] for line in told.stdout.splitlines()[1:]] == ["a", "c", "e"]
    refused = run(uri, tmp_path, "network", "main-path", "--venue", "Nowhere")
    assert (refused.returncode, "'Nowhere'" in refused.stderr) == (1, True)


def test_paths_between_authors_and_venues_are_told(
    database: Database, uri: str, tmp_path: Path
) -> None:
    authors = {"a": ["ann"], "c": ["ann", "ben"], "e": ["eve"], "f": ["ben"]}
    load_graph(database, PAPERS, authors, dict.fromkeys("abce", "Letters") | {"f": "Notes"})
    for engine in ("database", "arrays"):
        words = ("path", "ann", "ben", "--by", "author", "--engine", engine, "--json")
        [path] = rows(run(uri, tmp_path, *words))
        assert list(path)[:5] == ["by", "source_id", "target_id", "papers", "citations"]
        assert (path["papers"], path["total"]) == (["a", "c", "e", "f"], 4)
        assert (path["source_papers"], path["target_papers"], path["shared_papers"]) == (2, 2, 1)
    refused = run(uri, tmp_path, *words, "--before", "2001-06-01")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "scinet: no author is called 'ben' before 2001-06-01." in refused.stderr
    [none] = rows(run(uri, tmp_path, "path", "eve", "ann", "--by", "author", "--json"))
    assert (none["papers"], none["total"], none["optimal_paths"]) == ([], None, 0)
    told = run(uri, tmp_path, "path", "letters", "NOTES", "--by", "venue", "--shortest")
    assert [line.split()[0] for line in told.stdout.splitlines()[1:]] == ["b", "f"]
    assert "of name:notes: 1, of both: 0" in told.stderr
    unknown = run(uri, tmp_path, "path", "ann", "zoe", "--by", "author")
    assert (unknown.returncode, "no author is called 'zoe'" in unknown.stderr) == (1, True)
    refused = run(uri, tmp_path, "path", "a", "b", "--by", "topic", "--engine", "database")
    assert "scinet: paths by topic on the database" in refused.stderr


def test_paths_within_and_between_communities(database: Database, uri: str, tmp_path: Path) -> None:
    # Two squares of papers that cite each other and nothing else.
    squares: list[Paper] = [
        (f"{side}{n}", str(2000 + n), [f"{side}{older}" for older in range(n)])
        for side in "gv"
        for n in range(4)
    ]
    load_graph(database, squares)
    found = rows(run(uri, tmp_path, "network", "communities", "--min-size", "2", "--json"))
    ids = [row["community_id"] for row in found]
    assert [row["papers"] for row in found] == [4, 4]
    [path] = rows(run(uri, tmp_path, "network", "main-path", "--community", ids[0], "--json"))
    assert path["papers"] in [[f"{side}{n}" for n in range(4)] for side in "gv"]
    [none] = rows(run(uri, tmp_path, "path", *ids, "--by", "community", "--json"))
    assert (none["papers"], none["source_papers"], none["target_papers"]) == ([], 4, 4)
