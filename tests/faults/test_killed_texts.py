"""A load with texts outside the graph, killed at any moment, and the same command again."""

import shutil

import pytest
from helpers.commands.nursery import AFTER, INSIDE
from helpers.commands.ways import WAYS, Scene
from helpers.networks.outside import references

from scinet.graph.db import text_shards

NAME = "texts outside"


@pytest.mark.parametrize(("place", "number"), [(INSIDE, 4), (AFTER, 4), (INSIDE, 9)])
def test_no_text_is_lost_and_no_file_is_half(scene: Scene, place: str, number: int) -> None:
    """The file is there before the transaction that refers to it; again it is the same file."""
    folder = scene.folder / "texts"
    scene.expect(NAME)
    scene.database.rows("admin/wipe")
    files = {file.relative_to(folder) for file in folder.rglob("*.parquet")}
    shutil.rmtree(folder)
    text_shards._texts.cache_clear()
    scene.prepare(NAME)
    assert scene.run(WAYS[NAME].command, dies=(place, number)).killed
    kept = references(scene.database)
    assert len(text_shards.read_texts(folder, kept)) == len(set(kept))
    # What a kill in the middle of writing leaves.
    (folder / "00").mkdir(parents=True, exist_ok=True)
    (folder / "00" / "x.parquet.1.partial").write_bytes(b"PAR1")
    scene.finish(NAME)
    kept = references(scene.database)
    assert kept
    assert len(text_shards.read_texts(folder, kept)) == len(set(kept))
    assert {file.relative_to(folder) for file in folder.rglob("*.parquet")} == files
