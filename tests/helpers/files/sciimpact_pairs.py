"""Tasks made of files of SciImpact's pairs."""

from datetime import date
from pathlib import Path
from typing import Any

from helpers.files.sciencemeter_rows import file_of as put
from helpers.networks.scoring import header_of, import_draft

from scinet.eval.official_files import get_official
from scinet.eval.run import RunHeader
from scinet.eval.task import Task, write_task

__all__ = ["BEFORE", "SUITE", "header", "imported", "patents", "put"]

SUITE = get_official("sciimpact")
BEFORE = date(2025, 7, 1)


def imported(folder: Path, dimension: str, files: list[Path], **given: Any) -> Task:
    draft = import_draft(f"sciimpact/{dimension}", files, before=BEFORE, **given)
    return write_task(draft, folder / "task")


def patents(*counts: tuple[int, int], text: str | None = "An abstract.") -> list[dict[str, Any]]:
    return [
        {
            "paper_a_id": f"W{n}a", "paper_b_id": f"W{n}b", "paper_a_title": f"First {n}",
            "paper_b_title": f"Second {n}", "paper_a_abstract": text, "paper_b_abstract": text,
            "paper_a_count": first, "paper_b_count": other,
        }
        for n, (first, other) in enumerate(counts)
    ]  # fmt: skip


def header(task: Task, name: str = "gpt") -> RunHeader:
    return header_of(task, name)
