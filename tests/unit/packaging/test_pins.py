"""Every package of the pinned environment is held to its hash."""

import re
from pathlib import Path

_ROOT = Path(__file__).parents[3]
_PIN = re.compile(r"([A-Za-z0-9_.-]+)==([\w.+!-]+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n")


def test_every_pin_has_a_hash() -> None:
    text = (_ROOT / "constraints.txt").read_text()
    pins = _PIN.findall(text)
    assert len(pins) > 150
    assert _PIN.sub("", text) == ""
    assert "uv" in {name for name, _, _ in pins}
