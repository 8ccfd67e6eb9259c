"""How large a bulk load is going to be, before it begins."""

import gzip
import json
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any, NoReturn

import pytest

from scinet.graph.load.bulk import scan
from scinet.graph.load.bulk import size as bulk_size
from scinet.graph.load.bulk.prepare import LoadEntry, prepare
from scinet.graph.load.bulk.size import SizeEstimate, estimate_size, refuse_if_too_large
from scinet.graph.load.plan import plan_load
from scinet.graph.sources import files, semantic_scholar_files
from scinet.graph.sources.counts import CountTable

NUMBER = 40_000


def size(*paths: Path) -> SizeEstimate:
    with plan_load(paths, kind=None, source="a", table=CountTable({})) as plan:
        assert plan.faults == []
        [part] = plan.parts
        return estimate_size(part)


def word(number: int) -> str:
    return blake2b(str(number).encode(), digest_size=10).hexdigest()  # packing does little to it


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_short_lines_are_not_taken_for_long_ones(name: str) -> None:
    rows = [json.dumps({"id": f"P{n}", "title": f"Title {word(n)}"}) for n in range(NUMBER)]
    content = "\n".join(rows).encode()
    file = Path(name)
    file.write_bytes(gzip.compress(content, 1) if name.endswith(".gz") else content)
    assert size(file).papers == pytest.approx(NUMBER, rel=0.05)
    assert size(file).bytes == pytest.approx(len(content), rel=0.05)


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_the_first_papers_of_a_network_cite_less_than_all(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(files, "_CHUNK", 2**15)  # of a plain file a quarter is read
    ids = [word(n) for n in range(20_000)]
    papers = [
        {"id": identifier, "references": ids[n - n // 500 : n]} for n, identifier in enumerate(ids)
    ]
    content = "\n".join(map(json.dumps, papers)).encode()
    assert len(content) > 8 * 2**20
    file = Path(name)
    file.write_bytes(gzip.compress(content, 1) if name.endswith(".gz") else content)
    assert size(file).papers == pytest.approx(20_000, rel=0.05)
    assert size(file).bytes == pytest.approx(len(content), rel=0.02)


def test_packed_files_are_judged_by_a_part_of_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk_size, "_MOST", 2**21)
    number, words = 0, [word(n) for n in range(200_000)]
    for name, length in (("short", 1), ("long", 20)):
        titles = [" ".join(words[n : n + length]) for n in range(0, len(words), length)]
        rows = [json.dumps({"id": f"{name}{n}", "title": t}) for n, t in enumerate(titles)]
        number += len(rows)
        packed = gzip.compress("\n".join(rows).encode(), 1)
        assert len(packed) > 2 * 2**20
        (tmp_path / f"{name}.jsonl.gz").write_bytes(packed)
    assert size(tmp_path).papers == pytest.approx(number, rel=0.05)


def test_a_bibliography_that_is_read_as_a_whole_is_counted_to_its_end() -> None:
    abstract = "words " * 80
    entries = [f"TY  - JOUR\nID  - k{n}\nTI  - {word(n)}\nAB  - {abstract}" for n in range(3_000)]
    Path("a.ris").write_text("\nER  -\n".join(entries))
    assert size(Path("a.ris")).papers == 3_000


def test_a_release_is_judged_without_sorting_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sorted_in(**_: str) -> NoReturn:
        raise AssertionError

    for number in range(2):
        own = range(number * 5_000, (number + 1) * 5_000)
        long = [f"{word(n)} " * 30 for n in own]
        rows: dict[str, list[dict[str, Any]]] = {
            "papers": [{"corpusid": n, "title": t} for n, t in zip(own, long, strict=True)],
            "abstracts": [
                {"corpusid": n, "abstract": t, "openaccessinfo": None}
                for n, t in zip(own, long, strict=True)
            ],
            "citations": [{"citingcorpusid": n, "citedcorpusid": 1} for n in own],
        }
        for name, listed in rows.items():
            (tmp_path / name).mkdir(exist_ok=True)
            text = "\n".join(json.dumps(row) for row in listed)
            (tmp_path / name / f"{number}.jsonl").write_text(text)
    monkeypatch.setattr(semantic_scholar_files, "tempfile", sorted_in)
    assert size(tmp_path).papers == pytest.approx(10_000, rel=0.05)


def test_each_process_that_reads_takes_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    for number in (2, 16):
        monkeypatch.setattr(bulk_size, "worker_count", lambda number=number: number)
        refuse_if_too_large(SizeEstimate(papers=2**20, bytes=0), tmp_path)
    first, second = caplog.messages
    assert f"about {1_024 + 2 * 512 + 500} MiB of memory" in first
    assert f"about {1_024 + 16 * 512 + 500} MiB of memory" in second


def test_what_the_processes_took_is_told_by_the_call_that_began_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scan, "worker_count", lambda: 2)
    file = Path("papers.jsonl")
    file.write_text("".join(f'{{"id": "p{n}", "date": "2001"}}\n' for n in range(20)))
    told = []
    with plan_load([file], kind=None, source="a", table=CountTable({})) as plan:
        for batch_size in (3, 2, 2):  # seven batches are one shard, ten are two
            entry = LoadEntry("a", plan.parts[0], batch_size, {}, {})
            made = prepare(entry, Path(f"of {batch_size}"), lambda _: None)
            told.append(made.workers_mib)
    first, second, known = told
    assert (first, known) == (0, 0)
    assert 40 < second < 2_000  # two processes of Python


def test_no_more_processes_than_cores_that_may_be_used() -> None:
    lines = "import os; os.sched_setaffinity(0, {0}); from scinet.graph.load.bulk import scan"
    command = [sys.executable, "-c", f"{lines}; print(scan.worker_count())"]
    assert subprocess.check_output(command, text=True) == "1\n"
