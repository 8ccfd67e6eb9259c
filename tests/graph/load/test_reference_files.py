"""Files of EndNote and PubMed, in text and in XML, give the same papers."""

from pathlib import Path

import pytest
from helpers import references
from helpers.network_files import outcome

FILES = {
    "EndNote": references.ENW,
    "EndNote XML": references.ENDNOTE,
    "PubMed": references.NBIB,
    "PubMed XML": references.PUBMED,
}


@pytest.mark.parametrize("name", FILES)
def test_each_format_gives_the_same_papers(tmp_path: Path, name: str) -> None:
    (tmp_path / "x").write_bytes(FILES[name].replace("\n", "\r\n").encode())
    found = outcome(tmp_path / "x")
    assert (found.reasons, found.faults, found.balances) == ({}, [], True)
    bell, dee = (entry.record for entry in found.entries)
    assert (bell.id, bell.title, f"{bell.date}") == (
        "doi:10.1000/abc",
        "Counting words",
        "1998-06-15",
    )
    assert [author.name for author in bell.authors] == ["Ada Bell", "José de la Fuente"]
    assert (bell.abstract, bell.venue.name, bell.type) == (
        "One. Two.",
        "Letters",
        "journal article",
    )
    assert [field.name for field in bell.fields] == ["counting", "words"]
    assert (dee.title, dee.date, [author.name for author in dee.authors]) == (
        "Words; a book",
        None,
        ["Cy Dee"],
    )
    assert dee.id == ("pmid:77" if "PubMed" in name else "name:cy-dee-words-a-book")
    assert bell.references == (("pmid:77",) if name == "PubMed XML" else ())
