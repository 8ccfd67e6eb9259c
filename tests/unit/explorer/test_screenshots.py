"""The pictures of the documentation are there and small; that they are new, tests/docs proves."""

from helpers.pages.doc_pages import PAGES, links
from helpers.pages.screenshots import FOLDER, PICTURES


def test_the_pictures_of_the_pages_are_those_that_are_taken() -> None:
    names = sorted(f"{picture.name}.png" for picture in PICTURES)
    assert sorted(file.name for file in FOLDER.iterdir()) == names
    shown = {(page.parent / link).resolve() for page in PAGES for link in links(page)}
    assert {FOLDER / name for name in names} <= shown
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 400_000
