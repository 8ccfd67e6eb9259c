"""What others wrote, on the explorer's pages: shown, and never obeyed."""

import shutil
from pathlib import Path
from typing import Any, Final, TypeAlias

import orjson
from helpers.faulty import payloads
from helpers.networks.build import load_kinds
from helpers.networks.evaluated import citing_task, evaluated_folder
from helpers.networks.golden_network import load_network
from helpers.proof import Proof
from helpers.servers.explored import Parsed, addresses, browsing

from scinet.eval.result_folders import scan_folders
from scinet.graph.db.connection import Database

Elements: TypeAlias = list[tuple[str, dict[str, str]]]
Pages: TypeAlias = dict[str, Elements]
_WORD: Final = "exchangedword"
_TOGETHER: Final = 12  # payloads in one network


def test_no_text_is_obeyed_by_a_page(database: Database, proof: Proof, tmp_path: Path) -> None:
    """No title, name, abstract, id, question or day changes what a page is made of."""
    texts = _texts(has_blank=True)
    texts = texts[: proof.trials(short=12, full=len(texts))]
    proof.count(texts=len(texts))
    for start in range(0, len(texts), _TOGETHER):
        some = texts[start : start + _TOGETHER]
        hostile = _pages(database, some, tmp_path / f"hostile-{start}")
        harmless = _pages(database, [f"word{n}" for n in range(len(some))], tmp_path / f"{start}")
        _check_obeys_nobody(hostile)
        # Pictures break names into lines, and fields are named by words of titles if there are
        # any, so there may be more or fewer of the same elements.
        for address in [
            item for item in hostile if "/field/" in item or item.endswith("&view=graph")
        ]:
            drawn, known = hostile.pop(address), harmless.pop(address)
            assert set(_names(drawn)) <= set(_names(known)), address
        assert {a: _names(m) for a, m in hostile.items()} == {
            a: _names(m) for a, m in harmless.items()
        }


def test_no_result_is_obeyed_by_a_page(database: Database, proof: Proof, tmp_path: Path) -> None:
    """No word of a task, a run or a result changes what a page on them is made of."""
    load_network(database, "field")
    model = evaluated_folder(database, tmp_path / "model", words=_WORD)
    texts = _texts(has_blank=False)
    texts = texts[: proof.trials(short=6, full=len(texts))]
    proof.count(results=len(texts))
    known = _result_pages(database, model, "word", tmp_path / "known")
    for number, text in enumerate(texts):
        made = _result_pages(database, model, text, tmp_path / str(number))
        _check_obeys_nobody(made)
        assert {a: _tags(m) for a, m in made.items()} == {a: _tags(m) for a, m in known.items()}


def _check_obeys_nobody(pages: Pages) -> None:
    """Hold that no element runs a script of its own, or points outside."""
    for address, elements in pages.items():
        for tag, attributes in elements:
            assert not [name for name in attributes if name.startswith("on")], address
            for name in ("href", "src", "action", "hx-get"):
                value = attributes.get(name, "/")
                assert value.startswith(("/", "#")), (address, tag, value)
                assert not value.startswith("//"), (address, tag, value)


def _texts(*, has_blank: bool) -> list[str]:
    texts = [item.replace("\x00", "") for item in (*payloads.markup(), *payloads.texts())]
    return [
        item for item in dict.fromkeys(texts) if len(item) < 2_000 and (has_blank or item.strip())
    ]


def _tags(made: Elements) -> list[str]:
    """Elements but for breaks in the shape of texts: long ones are paragraphs of their own."""
    return [tag for tag, _ in made]


def _result_pages(database: Database, model: Path, text: str, folder: Path) -> Pages:
    """The elements of the pages on results, in which a word was exchanged for the text."""
    old, new = _WORD.encode(), orjson.dumps(text)[1:-1]
    shutil.copytree(model, folder)
    task = citing_task(database, folder / "tasks" / "citing", text).fingerprint.encode()
    was = orjson.loads((model / "tasks" / "citing" / "task.json").read_bytes())["task_fingerprint"]
    said = {"settings": {"caution": text, text or "_": text}, "version": text}
    for file in [*folder.glob("runs/*"), *folder.glob("results/**/*.json*")]:
        content = file.read_bytes().replace(old, new).replace(was.encode(), task)
        first, _, rest = content.partition(b"\n")
        if file.name == "result.json":
            content = orjson.dumps({**orjson.loads(content), **said, "counts": {text: text}})
        elif file.parent.name == "runs":
            content = orjson.dumps({**orjson.loads(first), **said}) + b"\n" + rest
        file.write_bytes(content)
    [item] = [
        item for item in scan_folders([folder]).evaluated if item.about["task"] == "pair-citation"
    ]
    with browsing(database, folder / "cache", folder) as client:
        shown = client.get(f"/evaluation/question?id={item.key}&q=q1&a=agent").text
        assert "I look it up" in shown
        return {
            address: Parsed(client.get(f"/evaluation{address.format(item.key)}").text).elements
            for address in (
                "",
                "/task?id={}",
                "/questions?id={}&a=agent&b=good",
                "/question?id={}&q=q1&a=agent&b=good",
                "/question?id={}&q=q2&a=agent",
            )
        }


def _names(made: Elements) -> list[tuple[str, tuple[str, ...]]]:
    return [(tag, tuple(attributes)) for tag, attributes in made]


def _pages(database: Database, texts: list[str], cache: Path) -> Pages:
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
    load_kinds(database, {"records": rows})
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
            # What is refused is quoted; `what stands so` is shown as code.
            pages[f"day {number}"] = [
                item for item in Parsed(day.text).elements if item[0] != "code"
            ]
    return pages
