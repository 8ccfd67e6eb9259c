"""Papers in the tagged text and tables that reference managers and databases export."""

import csv
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.formats.papers import Paper, Papers
from scinet.graph.export import bibliography


def bibtex(papers: Papers, folder: Path) -> None:
    """Write BibTeX by scinet's own export."""
    with (folder / "library.bib").open("wb") as file:
        bibliography.write_bibtex(_export_rows(papers), file)


def ris(papers: Papers, folder: Path) -> None:
    """Write RIS by scinet's own export."""
    with (folder / "library.ris").open("wb") as file:
        bibliography.write_ris(_export_rows(papers), file)


def _export_rows(papers: Papers) -> list[dict[str, Any]]:
    return [
        {
            "paper_id": f"S{paper.number}",
            "title": paper.title,
            "authors": paper.names,
            "date": date.fromisoformat(paper.date),
            "venue": paper.venue,
            "doi": paper.doi,
            "type": "article",
        }
        for paper in papers
    ]


def web_of_science(papers: Papers, folder: Path) -> None:
    """Write tagged text of Web of Science; references have DOIs."""
    with (folder / "savedrecs.txt").open("w", encoding="utf-8") as file:
        file.write("FN Clarivate Analytics Web of Science\nVR 1.0\n")
        for paper in papers:
            names = [f"{family}, {given_name}" for given_name, family, _ in paper.authors]
            cited = [
                f"{papers[n].authors[0][1]} {papers[n].authors[0][0][0]}, {papers[n].year}, "
                f"{papers[n].venue.upper()}, V1, P{n}, DOI {papers[n].doi}"
                for n in paper.cites
            ]
            file.write("PT J\n")
            for tag, values in (("AF", names), ("TI", [paper.title]), ("SO", [paper.venue.upper()]),
                                ("AB", [paper.abstract]), ("CR", cited)):  # fmt: skip
                if values and values[0]:
                    file.write(f"{tag} " + "\n   ".join(values) + "\n")
            file.write(f"PY {paper.year}\nVL 1\nBP {paper.number}\nDI {paper.doi}\n")
            file.write(f"UT WOS:{paper.number:015}\nER\n\n")
        file.write("EF\n")


def scopus(papers: Papers, folder: Path) -> None:
    """Write the table of Scopus; references are text without ids, matched by title."""

    def row(paper: Paper) -> Sequence[object]:
        full = "; ".join(
            f"{family}, {given_name} ({own + 1})" for given_name, family, own in paper.authors
        )
        cited = "; ".join(
            f"{papers[n].authors[0][1]}, {papers[n].authors[0][0][0]}., {papers[n].title} "
            f"({papers[n].year}) {papers[n].venue}"
            for n in paper.cites
        )
        return (full, paper.title, paper.year, paper.venue, paper.doi, paper.abstract, cited,
                f"2-s2.0-{paper.number + 1}")  # fmt: skip

    head = ("Author full names", "Title", "Year", "Source title", "DOI", "Abstract", "References",
            "EID")  # fmt: skip
    _table(folder / "scopus.csv", head, papers, row)


def dimensions(papers: Papers, folder: Path) -> None:
    """Write the table of Dimensions; references have DOIs and Dimensions ids."""

    def row(paper: Paper) -> Sequence[object]:
        names = "; ".join(f"{family}, {given_name}" for given_name, family, _ in paper.authors)
        cited = ";".join(
            f"[{papers[n].authors[0][1]}, {papers[n].authors[0][0]}]|[]|{papers[n].venue}|"
            f"{papers[n].year}|1||{n}|{papers[n].doi}|pub.{n + 1}|0"
            for n in paper.cites
        )
        return (f"pub.{paper.number + 1}", paper.doi, paper.title, paper.abstract, paper.venue,
                paper.date, paper.year, names, cited)  # fmt: skip

    head = ("Publication ID", "DOI", "Title", "Abstract", "Source title", "Publication date",
            "PubYear", "Authors", "Cited references")  # fmt: skip
    _table(folder / "dimensions.csv", head, papers, row)


def lens(papers: Papers, folder: Path) -> None:
    """Write the table of Lens; references have Lens ids."""

    def row(paper: Paper) -> Sequence[object]:
        return (_lens_id(paper.number), paper.title, paper.date, paper.year, paper.venue,
                "; ".join(paper.names), paper.abstract, paper.doi,
                "; ".join(map(_lens_id, paper.cites)))  # fmt: skip

    head = ("Lens ID", "Title", "Date Published", "Publication Year", "Source Title", "Author/s",
            "Abstract", "DOI", "References")  # fmt: skip
    _table(folder / "lens.csv", head, papers, row)


def _lens_id(number: int) -> str:
    digits = f"{number:015}"
    return "-".join(digits[start : start + 3] for start in range(0, 15, 3))


def _table(
    file: Path, head: Sequence[str], papers: Papers, row: Callable[[Paper], Sequence[object]]
) -> None:
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(head)
        writer.writerows(map(row, papers))
