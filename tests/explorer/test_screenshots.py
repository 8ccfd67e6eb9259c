"""The pictures of the documentation can be taken, and are there and small."""

from pathlib import Path

import pytest
from helpers.doc_pages import PAGES, links
from helpers.screenshots import FOLDER, PICTURES, take
from PIL import Image, ImageChops, ImageOps, ImageStat

from scinet.graph.connection import Database

ALIKE = 3.0
NAMES = sorted(f"{picture.name}.png" for picture in PICTURES)


def test_the_pictures_of_the_pages_are_those_that_are_taken() -> None:
    assert sorted(file.name for file in FOLDER.iterdir()) == NAMES
    shown = {(page.parent / link).resolve() for page in PAGES for link in links(page)}
    assert {FOLDER / name for name in NAMES} <= shown
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 400_000


def _apart(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart in the mean, of 255; so coarse that fonts matter little."""
    small = (ImageOps.grayscale(each.convert("RGB")).resize((40, 30)) for each in (one, other))
    return float(ImageStat.Stat(ImageChops.difference(*small)).mean[0])


@pytest.mark.long
def test_they_are_taken(database: Database, tmp_path: Path) -> None:
    made = list(take(database, tmp_path, tmp_path / "pictures"))
    assert sorted(file.name for file in made) == NAMES
    for file, picture in zip(made, PICTURES, strict=True):
        with Image.open(file) as taken:
            assert taken.size == (picture.width, picture.height)
            assert len(taken.convert("RGB").getcolors(1 << 24) or ()) > 10  # more than a blank page
            with Image.open(FOLDER / file.name) as committed:
                apart = _apart(taken, committed)
            assert apart < ALIKE, f"{file.name} is of an older page: make screenshots"
    database.rows("admin/wipe")
