"""Every pin has a hash, and every licence that an installed package states is known."""

import re
from pathlib import Path

from helpers.pages.supply_chain import packages


def test_pins_have_hashes_and_known_licences() -> None:
    result = list(packages(_PINS))
    assert len(result) > 100
    assert [part.purl for part in result if not part.hashes] == []
    assert [(part.purl, part.licence) for part in result if part.licence and not part.why] == []


_PINS = Path(__file__).parents[3] / "constraints.txt"
_PIN = re.compile(r"([A-Za-z0-9_.-]+)==([\w.+!-]+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n")


def test_every_pin_has_a_hash() -> None:
    text = _PINS.read_text()
    pins = _PIN.findall(text)
    assert len(pins) > 150
    assert _PIN.sub("", text) == ""
    assert "uv" in {name for name, _, _ in pins}
