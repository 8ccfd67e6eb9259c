"""What is printed, drawn and written of others' texts: no terminal and no browser obeys it."""

import json
import re
from dataclasses import asdict
from datetime import date
from pathlib import Path
from random import Random
from typing import Final

import pytest
from helpers.commands.command_line import status
from helpers.faulty import payloads
from helpers.faulty.hostile_statements import listed
from helpers.proof import Proof
from helpers.servers.explored import Parsed
from markupsafe import Markup

from scinet.eval.comparison_table import SideBySide, SystemRow
from scinet.eval.report import charts
from scinet.eval.report.page import render_page
from scinet.experiments import markdown
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load

_OBEYED: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# X is the hostile text; TITLE the title of a paper that begins with it.
_LINES: Final = listed("commands")


def test_no_text_commands_a_terminal(
    database: Database,
    uri: str,
    proof: Proof,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """No control character of data, file names or arguments reaches a terminal, in any command."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NEO4J_URI", uri)
    monkeypatch.setenv("SCINET_CACHE", str(tmp_path / "cache"))
    texts = [item.replace("\x00", "") for item in payloads.terminal()]
    records = [
        {
            "id": f"P{number}",
            "title": f"T{number} {text}",
            "date": "2001",
            "venue": {"id": f"v{number}", "name": f"V {text}"},
            "authors": [{"id": f"a{number}", "name": f"A {text}"}],
            "references": [f"P{number - 1}"],
        }
        for number, text in enumerate(texts)
    ]
    file = tmp_path / "papers\x1b[2J\x9b31m.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records) + "{\n")
    load(database, [file], rejects=tmp_path / "out", max_rejected=1.0)
    random = Random(proof.seed)
    pairs = [(line, number) for line in _LINES for number in range(len(texts))]
    chosen = random.sample(pairs, proof.trials(short=25, full=len(pairs)))
    for line, number in chosen:
        text = texts[number]
        words = line.replace("TITLE", f"T{number} {text}").replace("FILE", str(file))
        status(monkeypatch, *words.replace("X", text).split("|"))
        shown = capsys.readouterr()
        assert not _OBEYED.search(shown.out + shown.err), (line, text)
        assert "Traceback" not in shown.err, (line, text)
    proof.count(trials=len(chosen), lines=len(_LINES), texts=len(texts))


def _kinds(page: str) -> set[str]:
    """The elements of a page, and which attributes these have."""
    made = Parsed(page).elements
    return {tag for tag, _ in made} | {f"{tag} {name}" for tag, names in made for name in names}


def _active(page: str) -> list[str]:
    """What a browser would run or fetch."""
    points = {"src", "href", "xlink:href", "action", "data", "srcdoc"}
    return [
        f"{tag} {name}={value}"
        for tag, attributes in Parsed(page).elements
        for name, value in attributes.items()
        if name.startswith("on") or (name in points and not value.startswith("#"))
    ]


def _report(text: str) -> str:
    """The report with a text wherever one of others may stand."""
    row = {"paper_id": text, "title": text, "year": 1999, "cd": 1 / 6, "di": 0.2}
    row |= {"n_i": 3, "n_j": 2, "n_k": 1}
    ranking = {
        "most": [row],
        "least": [row],
        "eligible": 1,
        "undefined": 4,
        "open": 2,
        "fewest": 20,
    }
    path = {"hops": 1, "max_hops": 3, "optimal_paths": 1, "left_out_edges": 0, "citations": [12]}
    stops = [charts.Stop(text, date(1999, 5, 1), 12), charts.Stop(text, date(2003, 5, 1), 1)]
    metric = {"mean": 0.5, "low": 0.4, "high": 0.6, "n": 1}
    best = {**asdict(stops[0]), "paper_id": text}
    bars = charts.draw_bars({text: (0.5, 0.4, 0.6)}, text, text)
    finding = {"system": text, "metric": metric, "scoring": "strict", "chance": metric}
    finding |= {"level": [text]}
    section = {
        "task": text,
        "where": text,
        "queries": 1,
        "scorings": ["strict", "official"],
        "svg": Markup(bars),  # noqa: S704 - what is tried
        "anchor": "task-1",
        "headline": text,
        "finding": finding | {"floor": None},
        "table": SideBySide(((text, "strict"),), (SystemRow(text, "", text, (metric, None)),)),
        "comparisons": text,
        "options": [(text, [(text, text)])],
    }
    return render_page(
        {
            "title": text,
            "before": None,
            "simulated": False,
            "facts": {text: 1, "papers": 20, "authors": 1, "citations": 1},
            "years": [1999, 2000],
            "years_svg": charts.draw_years([(1999, 3, 5), (2000, 4, 7)]),
            "fall": None,
            "quality": [{"check": text, "count": 5, "share": 0.25, "examples": text}],
            "ranking": ranking | {"window_years": 5, "median": 1 / 6},
            "commands": [text],
            "origin": [(text, text)],
            "communities": [{"name": text, "size": 12, "best": best}],
            "path": path,
            "path_svg": charts.draw_path(stops),
            "forecasts": [section | {"finding": finding | {"floor": (text, text)}}],
            "tasks": [section],
        }
    )


@pytest.mark.filterwarnings("ignore:Glyph:UserWarning")
def test_no_text_becomes_markup(proof: Proof) -> None:
    """No title, name or message becomes an element, a handler or an address of a page."""
    texts = [*payloads.markup(), *payloads.terminal(), "x\ny"]
    chosen = Random(proof.seed).sample(texts, proof.trials(short=4, full=len(texts)))
    plain = _kinds(_report("x\ny")) | _kinds(_report("x"))
    for text in chosen:
        page = _report(text.replace("\x00", ""))
        assert _kinds(page) <= plain, (text, _kinds(page) - plain)
        assert _active(page) == [], text
    for text in payloads.markup():
        written = markdown.format_page(
            [text, markdown.format_table([text], [[text]]), markdown.format_bullets([text])]
        )
        assert _kinds(written) == set(), text
    proof.count(trials=len(chosen), places=26)
