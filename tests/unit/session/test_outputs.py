"""No verb writes over what it reads, whether that is a file, a folder, a run or a task."""

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import scinet
from scinet.arguments import is_written, may_be_path
from scinet.errors import NotFoundError, StorageError
from scinet.graph.db.connection import Database


def _nobody() -> Database:
    raise AssertionError("refused too late")


def _verbs() -> Iterator[tuple[Callable[..., Any], str]]:
    listed = [getattr(scinet, name) for name in scinet.__all__]
    graph = scinet.Graph(_nobody)
    methods = [verb for _, verb in inspect.getmembers_static(scinet.Graph, inspect.isfunction)]
    bound = [verb.__get__(graph) for verb in methods if not verb.__name__.startswith("_")]
    for verb in filter(callable, [*listed, *bound]):
        if not inspect.isclass(verb):
            for name, parameter in inspect.signature(verb).parameters.items():
                if is_written(parameter.annotation):
                    yield verb, name


def test_every_verb_that_writes_refuses_to_write_over_what_it_reads(tmp_path: Path) -> None:
    file = tmp_path / "data" / "queries.jsonl"
    file.parent.mkdir()
    file.write_text("theirs")
    (tmp_path / "link").symlink_to(file)
    task = SimpleNamespace(folder=tmp_path)
    pairs: list[tuple[Any, Path]] = [
        (file, tmp_path / "link"), ([str(file)], file), ({"acl": tmp_path}, tmp_path),
        (SimpleNamespace(file=file), file), (task, file), (task, tmp_path / "data" / ".."),
    ]  # fmt: skip
    names = set()
    for verb, output in _verbs():
        others = [p for n, p in inspect.signature(verb).parameters.items() if n != output]
        places = [p.name for p in others if may_be_path(p.annotation)]
        if not places:
            continue
        needed = {p.name for p in others if p.default is p.empty and p.kind is not p.VAR_KEYWORD}
        for given, place in pairs:
            read = dict.fromkeys(needed | {places[0]}, given)
            with pytest.raises(StorageError, match="would be written, and is read"):
                verb(**read, **{output: place})
        names.add(verb.__name__)
    assert names >= {"train", "annotate_papers", "report", "export_task", "run_leaderboard"}
    assert len(names) > 20
    assert file.read_text() == "theirs"


def test_what_is_chosen_by_name_is_not_read_from_a_place_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("papers", "ac", "acl"):
        (tmp_path / name).mkdir()
    graph = scinet.Graph(_nobody)
    with pytest.raises(AssertionError, match="refused too late"):
        graph.export("papers", out=tmp_path / "papers")
    with pytest.raises(NotFoundError, match="no leaderboard 'ac'"):
        scinet.run_leaderboard("ac", out=tmp_path / "ac")
    with pytest.raises(StorageError, match="would be written, and is read"):
        scinet.run_leaderboard("acl.toml", out=tmp_path / "acl", corpus="acl")
