"""What others wrote, on the explorer's pages: shown, and never obeyed."""

import tempfile
from pathlib import Path
from typing import Any, Final

import orjson
from helpers import payloads
from helpers.explored import Parsed, addresses, browsing
from helpers.proof import Proof

from scinet.graph.connection import Database
from scinet.graph.load.loading import load

_TOGETHER: Final = 12  # payloads in one network


def test_no_text_is_obeyed_by_a_page(database: Database, proof: Proof, tmp_path: Path) -> None:
    """No title, name, abstract, id, question or day changes what a page is made of."""
    texts = [one.replace("\x00", "") for one in (*payloads.markup(), *payloads.texts())]
    texts = list(dict.fromkeys(one for one in texts if len(one) < 2_000))
    texts = texts[: proof.trials(short=12, full=len(texts))]
    proof.count(texts=len(texts))
    for start in range(0, len(texts), _TOGETHER):
        some = texts[start : start + _TOGETHER]
        hostile = _pages(database, some, tmp_path / f"hostile-{start}")
        harmless = _pages(database, [f"word{n}" for n in range(len(some))], tmp_path / f"{start}")
        for address, made in hostile.items():
            for tag, attributes in made:
                assert not [name for name in attributes if name.startswith("on")], address
                for name in ("href", "src", "action", "hx-get"):
                    value = attributes.get(name, "/")
                    assert value.startswith(("/", "#")), (address, tag, value)
                    assert not value.startswith("//"), (address, tag, value)
        # Pictures of fields break names into lines, so there may be more of the same elements.
        for address in [one for one in hostile if one.endswith("?by=venue")]:
            drawn, known = hostile.pop(address), harmless.pop(address)
            assert set(_names(drawn)) <= set(_names(known)), address
        assert {a: _names(m) for a, m in hostile.items()} == {
            a: _names(m) for a, m in harmless.items()
        }


def _names(made: list[tuple[str, dict[str, str]]]) -> list[tuple[str, tuple[str, ...]]]:
    return [(tag, tuple(attributes)) for tag, attributes in made]


def _pages(
    database: Database, texts: list[str], cache: Path
) -> dict[str, list[tuple[str, dict[str, str]]]]:
    """The elements of the pages about a network of papers that each text is all words of."""
    rows: list[dict[str, Any]] = [
        {
            "id": f"p{number}",
            "title": text,
            "abstract": text,
            "date": f"{2000 + number}-01-01",
            "venue": text,
            "authors": [{"id": f"a{number}", "name": text}],
            "references": [f"p{n}" for n in range(number)],
        }
        for number, text in enumerate(texts)
    ]
    database.rows("admin/wipe")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "papers.jsonl"
        file.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
        load(database, file, max_rejected=1.0, rejects=Path(folder) / "rejects.jsonl")
    with browsing(database, cache) as client:
        pages = {
            address: Parsed(client.get(address).text).elements
            for address in addresses("p1", "a1", "")
            if "to=" not in address
        }
        # What is asked is hostile too: then only the shape of the page is known.
        for number, text in enumerate(texts):
            for address in addresses(text, text, text)[1:4]:
                made = Parsed(client.get(address).text).elements
                scripts = [a for tag, a in made if tag == "script"]
                assert all(a.get("src", "").startswith("/static/") for a in scripts), address
            day = client.get("/", params={"before": text})
            pages[f"day {number}"] = Parsed(day.text).elements
    return pages
