"""Every pin has a hash, and every licence that an installed package states is known."""

from pathlib import Path

from helpers.pages.supply_chain import packages


def test_pins_have_hashes_and_known_licences() -> None:
    found = list(packages(Path(__file__).parents[3] / "constraints.txt"))
    assert len(found) > 100
    assert [part.purl for part in found if not part.hashes] == []
    assert [(part.purl, part.licence) for part in found if part.licence and not part.why] == []
