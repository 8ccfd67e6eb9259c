"""Import files by size: all papers are prepared, and nothing but the network is left."""

from pathlib import Path

import orjson

from benchmarks import importing
from benchmarks.page import page


def test_import_files_of_two_sizes(tmp_path: Path) -> None:
    found = importing.measure((120, 150), networks=tmp_path)
    assert [row["papers"] for row in found["rows"]] == [120, 150]
    for row in found["rows"]:
        folder = tmp_path / f"records-{row['papers']}-1"
        counts = orjson.loads((folder / "manifest.json").read_bytes())["counts"]
        assert row["citations"] == counts["citations"] > 500
        assert row["work"] == row["papers"] + row["citations"]
        assert row["work_per_s"] == row["work"] / row["seconds"]
        assert row["cpu_s"] > 0
        assert row["peak_mib"] > 30
        assert not [path.name for path in folder.iterdir() if path.is_dir()]
    assert found["fits"][0]["time"] is not None
    text = page([found], "the command", {"import-files": "one.svg"})
    assert "## Growth of a bulk load" in text
    assert "(one.svg)" in text
    assert "| CPU s |" in text


def test_what_does_not_fit_is_an_error_of_its_size(tmp_path: Path) -> None:
    [row] = importing.measure((10**10,), networks=tmp_path)["rows"]
    assert "10,000,000,000 papers needs about" in row["error"]
    assert not list(tmp_path.iterdir())
