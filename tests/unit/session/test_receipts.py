"""What is not a receipt is refused in a line."""

from pathlib import Path
from typing import Any

import pytest

from scinet.errors import DataError
from scinet.session.receipts import read_receipt

RECEIPT: dict[str, Any] = {
    "asked": "tool", "name": "search_papers", "arguments": {}, "before": None,
    "graph_fingerprint": "f", "version": "1", "rows": 0, "sha256": "0",
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rows": -1}, "rows: "),
        ({"before": "2010"}, "before: "),
        ({"asked": "wish"}, "asked: "),
        ({"form": "another"}, "form: "),
        ({"more": 1}, "more: "),
    ],
)
def test_what_is_wrong_with_a_receipt_is_named(change: dict[str, Any], said: str) -> None:
    assert read_receipt(RECEIPT).name == "search_papers"
    with pytest.raises(DataError, match=rf"the answer's is not a receipt \({said}"):
        read_receipt({**RECEIPT, **change})


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff", b"{" * 100_000])
def test_a_file_of_something_else(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(content)
    with pytest.raises(DataError, match=r"a\.json is not a receipt"):
        read_receipt(file)
    with pytest.raises(DataError, match="cannot be read"):
        read_receipt(tmp_path / "none.json")
