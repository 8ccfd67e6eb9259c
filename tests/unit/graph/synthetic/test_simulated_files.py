"""The files of a simulated network: read back by plain gzip and json, whole or not there."""

import gzip
import hashlib
import itertools
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scinet.errors import StorageError
from scinet.graph.schema.dates import parse_date
from scinet.graph.sources.input_files import gather_files
from scinet.graph.synthetic import simulate, words
from scinet.graph.synthetic.names import SUBJECT_WORDS, TitleGenerator
from scinet.graph.synthetic.write import generate

FILES = {"papers.jsonl.gz", "fulltext.jsonl.gz", "manifest.json", "README.txt"}
_MARK = re.compile(r"\(\w+( et al\.| and \w+)?, \d{4}\)|\w+( et al\.| and \w+)? \(\d{4}\)")


def lines(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("simulated")
    generate(2_000, 11, path)
    return path


@pytest.fixture(scope="module")
def papers(folder: Path) -> list[dict[str, Any]]:
    return lines(folder / "papers.jsonl.gz")


def test_records_say_what_the_arrays_say(papers: list[dict[str, Any]]) -> None:
    network = simulate(2_000, 11)
    ids = [paper["id"] for paper in papers]
    assert ids == sorted(set(ids))
    position = {paper: number for number, paper in enumerate(ids)}
    for number, paper in enumerate(papers):
        names = "id title abstract date venue authors references external_ids fields simulated"
        assert set(paper) == set(names.split())
        assert paper["simulated"] is True
        assert parse_date(paper["date"])[1] == "day"
        assert [position[r] for r in paper["references"]] == network.references.row(number).tolist()
        authors = [int(author["id"][1:]) for author in paper["authors"]]
        assert authors == network.authored.row(number).tolist()
        topic, subject = paper["fields"]
        assert (topic["level"], subject["level"]) == ("field", "topic")
        assert topic["name"].lower() == list(words.TOPICS)[network.topic[number]]
        assert subject["name"].lower() == SUBJECT_WORDS[network.subject[number]]
    assert [paper["date"] for paper in papers] == sorted(paper["date"] for paper in papers)
    spelled = {(author["id"], author["name"]) for paper in papers for author in paper["authors"]}
    assert len(spelled) == network.num_authors


def test_titles_name_the_subject_and_none_comes_twice(papers: list[dict[str, Any]]) -> None:
    assert len({paper["title"].casefold() for paper in papers}) == 2_000
    subjects = simulate(2_000, 11).subject.tolist()
    for paper, subject in zip(papers, subjects, strict=True):
        assert SUBJECT_WORDS[subject] in paper["title"].lower().split()


def test_titles_stay_apart_at_the_size_of_a_large_network() -> None:
    titles = TitleGenerator(5)
    given = [titles.next(subject) for subject in (0, 1, 319) for _ in range(20_000)]
    assert len(set(given)) == 60_000


def test_no_word_belongs_to_two_topics() -> None:
    assert all(len(group) == 20 for group in words.TOPICS.values())
    assert len(set(SUBJECT_WORDS)) == len(SUBJECT_WORDS) == 320
    for group in (words.MODIFIERS, words.NOUNS, words.METHODS):
        assert len(set(group)) == len(group)
        assert not set(group) & set(SUBJECT_WORDS)


def test_mentions_stand_where_they_say(folder: Path, papers: list[dict[str, Any]]) -> None:
    by_id = {paper["id"]: paper for paper in papers}
    texts = lines(folder / "fulltext.jsonl.gz")
    paragraphs = mentions = together = without = 0
    for text in texts:
        assert text["simulated"] is True
        references = by_id[text["paper_id"]]["references"]
        for part in text["paragraphs"]:
            paragraphs += 1
            mentions += len(part["mentions"])
            together += len(part["mentions"]) > 1
            without += not part["mentions"]
            end = 0
            for mention in part["mentions"]:
                assert end <= mention["start"] < mention["end"] <= len(part["text"])
                end = mention["end"]
                mark = part["text"][mention["start"] : end]
                assert _MARK.fullmatch(mark)
                assert mention["paper_id"] in references
                cited = by_id[mention["paper_id"]]
                assert cited["date"][:4] in mark
                assert cited["authors"][0]["name"].split()[1] in mark
            marks = [match.group() for match in _MARK.finditer(part["text"])]
            assert len(marks) == len(part["mentions"])
    assert 500 < len(texts) < 700
    assert paragraphs > 2_000
    assert min(together, without) > 500
    counts = json.loads((folder / "manifest.json").read_text())["counts"]
    known = {"paragraphs": paragraphs, "mentions": mentions, "full_texts": len(texts)}
    assert known.items() <= counts.items()


def test_the_manifest_says_simulated_and_knows_its_files(
    folder: Path, papers: list[dict[str, Any]]
) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["simulated"] is True
    assert manifest["options"] == {"papers": 2_000, "seed": 11}
    counts = {
        "papers": len(papers),
        "citations": sum(len(paper["references"]) for paper in papers),
        "authorships": sum(len(paper["authors"]) for paper in papers),
        "abstracts": sum(paper["abstract"] is not None for paper in papers),
        "venues": len({paper["venue"] for paper in papers}),
    }
    assert counts.items() <= manifest["counts"].items()
    for name, facts in manifest["files"].items():
        data = (folder / name).read_bytes()
        assert facts == {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
    assert "SIMULATED" in (folder / "README.txt").read_text()


@pytest.mark.parametrize(("key", "name"), [("id", "papers"), ("paper_id", "fulltext")])
def test_a_loader_finds_each_kind_in_the_folder(folder: Path, key: str, name: str) -> None:
    with gather_files([folder], key) as (files, faults):
        assert [file.path.name for file in files] == [f"{name}.jsonl.gz"]
        assert not faults


def test_the_same_bytes_whatever_the_hash_seed() -> None:
    generate(300, 3, Path("here"))
    generate(300, 4, Path("other"))
    subprocess.run(
        [
            *(sys.executable, "-c"),
            "import sys, pathlib, scinet.graph.synthetic.write as w;"
            "w.generate(300, 3, pathlib.Path(sys.argv[1]))",
            str(Path("there")),
        ],
        env={**os.environ, "PYTHONHASHSEED": "123"},
        check=True,
    )
    assert content(Path("here")) == content(Path("there"))
    for name in ("papers.jsonl.gz", "fulltext.jsonl.gz"):
        assert content(Path("here"))[name] != content(Path("other"))[name]


@pytest.mark.parametrize(
    ("stop", "raised"),
    [
        (KeyboardInterrupt, KeyboardInterrupt),
        (OSError("disk full"), StorageError),
        (BrokenPipeError(32, "Broken pipe"), BrokenPipeError),  # of whom progress is told to
    ],
)
def test_a_stop_half_way_leaves_what_was_there(
    stop: type[BaseException] | OSError,
    raised: type[BaseException],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scinet.graph.synthetic.write._CHUNK", 100)
    calls = itertools.count()

    def interrupt(_done: int, _total: int) -> None:
        if next(calls) == 1:
            raise stop

    with pytest.raises(raised):
        generate(300, 1, Path("new"), progress=interrupt)
    assert not Path("new").exists()

    generate(300, 1, Path("old"))
    before = content(Path("old"))
    calls = itertools.count()
    with pytest.raises(raised):
        generate(300, 3, Path("old"), progress=interrupt)
    assert content(Path("old")) == before

    generate(300, 2, Path("old"))
    assert set(content(Path("old"))) == FILES
    assert content(Path("old"))["papers.jsonl.gz"] != before["papers.jsonl.gz"]


def test_a_real_corpus_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "papers.jsonl.gz").write_bytes(b"mine")
    with pytest.raises(StorageError, match="not simulated"):
        generate(300, 1, tmp_path)
    assert content(tmp_path) == {"papers.jsonl.gz": b"mine"}


def test_a_folder_that_cannot_be_made_is_a_storage_error() -> None:
    Path("file").write_text("")
    with pytest.raises(StorageError, match="cannot write"):
        generate(300, 1, Path("file"))
    with pytest.raises(StorageError, match="cannot write"):
        generate(300, 1, Path("file") / "below")
