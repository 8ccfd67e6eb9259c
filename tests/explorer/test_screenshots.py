"""The pictures of the documentation can be taken, and are there and small."""

from pathlib import Path

import pytest
from helpers.doc_pages import PAGES, links
from helpers.screenshots import FOLDER, PICTURES, take
from PIL import Image

from scinet.graph.connection import Database

NAMES = sorted(f"{picture.name}.png" for picture in PICTURES)


def test_the_pictures_of_the_pages_are_those_that_are_taken() -> None:
    assert sorted(file.name for file in FOLDER.iterdir()) == NAMES
    shown = {(page.parent / link).resolve() for page in PAGES for link in links(page)}
    assert {FOLDER / name for name in NAMES} <= shown
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 400_000


@pytest.mark.long
def test_they_are_taken(database: Database, tmp_path: Path) -> None:
    made = list(take(database, tmp_path, tmp_path / "pictures"))
    assert sorted(file.name for file in made) == NAMES
    for file, picture in zip(made, PICTURES, strict=True):
        with Image.open(file) as taken:
            assert taken.size == (picture.width, picture.height)
            assert len(taken.convert("RGB").getcolors(1 << 24) or ()) > 10  # more than a blank page
    database.rows("admin/wipe")
