"""PDFs read by a local server that answers as GROBID does."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.servers.served_grobid import Grobid as Server
from helpers.servers.served_grobid import pdf, serving

from scinet.errors import DataError, EndpointError, NotFoundError
from scinet.graph.db.connection import Database
from scinet.graph.fetch.grobid import PAUSES_S, Grobid, fetch
from scinet.graph.load.loading import load

PDFS = {
    "bell.pdf": pdf("Counting words in long texts", year=2000),
    "sub/Dee 2001.PDF": pdf("Pairs of words and their days", "Counting words in long texts"),
    "sub/fry.pdf": pdf(
        "Graphs made of words", "Counting words in long texts", "Pairs of words and their days"
    ),
}


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as made:
        yield made


class Reader:
    """Has PDFs read, with pauses written down in place of waited for."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server, self.folder, self.out = server, folder / "pdfs", folder / "tei"
        self.waits: list[float] = []
        self.rest: Callable[[float], object] = lambda _: None
        self.put(PDFS)

    def put(self, files: dict[str, bytes]) -> None:
        """Add files to the folder."""
        for name, content in files.items():
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)

    def __call__(self, timeout_s: float = 20, **how: Any) -> dict[str, Any]:
        """Have them read."""
        service = Grobid(self.server.url, timeout_s=timeout_s, sleep=self._wait)
        return fetch(service, self.folder, self.out, **how)

    def _wait(self, pause_s: float) -> None:
        self.waits.append(pause_s)
        self.rest(pause_s)

    def texts(self) -> dict[str, bytes]:
        """What came."""
        return {file.name: file.read_bytes() for file in self.out.glob("*.tei.xml")}


@pytest.fixture
def reader(server: Server, tmp_path: Path) -> Reader:
    return Reader(server, tmp_path)


def test_each_pdf_becomes_a_text_that_loads_with_its_citations(
    reader: Reader, database: Database
) -> None:
    heard: list[tuple[int, int]] = []
    result = reader(progress=lambda *both: heard.append(both))
    assert {name: result[name] for name in ("pdfs", "records", "copies", "failed", "requests")} == {
        "pdfs": 3, "records": 3, "copies": 0, "failed": [], "requests": 3,
    }  # fmt: skip
    assert heard == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert sorted(name.rsplit("-", 1)[0] for name in reader.texts()) == ["Dee-2001", "bell", "fry"]
    fields, content = min(reader.server.sent, key=lambda item: len(item[1]))
    assert fields == {"consolidateHeader": "0", "consolidateCitations": "0"}
    assert content == PDFS["bell.pdf"]
    report = load(database, [reader.out])
    assert (report.loaded, report.rejected) == (6, {})  # papers, and their texts
    rows = database.read_text(
        "MATCH (p:Paper)-[:HAS_PARAGRAPH]->()-[:MENTIONS]->(q:Paper) "
        "RETURN p.title AS citing, q.title AS cited ORDER BY citing, cited"
    )
    assert [(row["citing"], row["cited"]) for row in rows] == [
        ("Graphs made of words", "Counting words in long texts"),
        ("Graphs made of words", "Pairs of words and their days"),
        ("Pairs of words and their days", "Counting words in long texts"),
    ]


def test_what_is_there_is_not_sent_again_under_whatever_name(reader: Reader) -> None:
    reader()
    before = reader.texts()
    (reader.folder / "bell.pdf").rename(reader.folder / "renamed.pdf")
    reader.put({"copy.pdf": PDFS["sub/fry.pdf"], "new.pdf": pdf("A new paper")})
    lost = next(iter(reader.out.glob("Dee*")))
    lost.write_bytes(b"")  # by the disk
    reader.server.sent.clear()
    result = reader()
    assert (result["pdfs"], result["records"], result["copies"], result["requests"]) == (5, 4, 1, 2)
    assert sorted(content for _, content in reader.server.sent) == sorted(
        [PDFS["sub/Dee 2001.PDF"], pdf("A new paper")]
    )
    assert before.items() < reader.texts().items()
    assert reader()["requests"] == 0


def test_looking_up_in_crossref_is_asked_for_by_name(reader: Reader) -> None:
    reader()
    result = reader(consolidate=True)  # another question: other texts
    assert result["requests"] == 3
    assert reader.server.sent[-1][0] == {"consolidateHeader": "1", "consolidateCitations": "1"}
    assert len(reader.texts()) == 6


BAD = {
    "empty.pdf": (b"", "is empty"),
    "landing.pdf": (b"<!DOCTYPE html><html>Log in</html>", "is a web page, not a PDF"),
    "word.pdf": (b"PK\x03\x04 word/", "is not a PDF"),
    "scan.pdf": (pdf("Scan", more="%code NO_BLOCKS"), "holds no text, only pictures"),
    "book.pdf": (pdf("Book", more="%code TOO_MANY_TOKENS"), "is too long for GROBID"),
    "figures.pdf": (pdf("Figures", more="%code TOO_MANY_BLOCKS"), "is too long for GROBID"),
    "slow.pdf": (pdf("Slow", more="%code TIMEOUT"), "takes GROBID longer than its own limit"),
    "odd.pdf": (pdf("Odd", more="%code 204"), "holds nothing that GROBID can structure"),
    "cut.pdf": (pdf("Cut", more="%code BAD_INPUT_DATA"), "is damaged: GROBID cannot open it"),
    "alto.pdf": (pdf("Alto", more="%code PDFALTO_CONVERSION_FAILURE"), "is damaged: GROBID"),
    "locked.pdf": (pdf("L", more="%code BAD_INPUT_DATA\n/Encrypt 5 0 R"), "is encrypted: save it"),
    "bug.pdf": (pdf("Bug", more="%code GENERAL"), "fails in GROBID: [GENERAL] org.grobid.core: it"),
}  # fmt: skip


def test_what_cannot_be_read_is_named_with_its_reason_and_all_else_comes(reader: Reader) -> None:
    reader.put({name: content for name, (content, _) in BAD.items()})
    # It is encrypted, and opens without a password.
    reader.put({"printable.pdf": pdf("May be read, not printed", more="/Encrypt 5 0 R")})
    result = reader()
    assert (result["pdfs"], result["records"]) == (len(PDFS) + len(BAD) + 1, len(PDFS) + 1)
    reasons = {Path(item["file"]).name: item["reason"] for item in result["failed"]}
    assert reasons.keys() == BAD.keys()
    for name, (_, reason) in BAD.items():
        assert reasons[name].startswith(reason), name
    assert reader.waits == []
    again = reader()  # tried again, and nothing else
    assert again["failed"] == result["failed"]
    assert len(reader.texts()) == len(PDFS) + 1


def test_a_document_that_takes_too_long_holds_up_no_other(reader: Reader) -> None:
    reader.server.faults = ["stall"]
    result = reader(timeout_s=0.3, workers=1)
    assert [item["reason"] for item in result["failed"]] == ["took longer than 0.3 s"]
    assert result["records"] == 2
    assert reader()["records"] == 3


@pytest.mark.parametrize("faults", [["503", "503"], ["cut", "html"], ["reset", "502"]])
def test_what_passes_is_waited_for(reader: Reader, faults: list[str]) -> None:
    reader.server.faults = faults
    assert reader(workers=1)["records"] == 3
    assert reader.waits == list(PAUSES_S[:2])


def test_no_more_than_asked_are_sent_at_a_time(reader: Reader) -> None:
    reader.put({f"{n}.pdf": pdf(f"Paper {n}") for n in range(12)})
    reader.server.delay_s = 0.02
    assert reader(workers=3)["records"] == 15
    assert 1 < reader.server.most <= 3


def test_a_server_with_fewer_threads_is_waited_for(reader: Reader) -> None:
    reader.server.threads, reader.server.delay_s = 1, 0.05
    reader.rest = reader.server.has_room.wait
    assert reader(workers=2)["records"] == 3
    assert 1 <= len(reader.waits) <= 2  # whoever waits finds its place taken once at most


def test_a_server_that_stays_busy_ends_it_and_what_came_stays(reader: Reader) -> None:
    reader.server.faults = ["", *["503"] * 11]
    with pytest.raises(EndpointError, match="no valid response in 11 tries: status 503") as caught:
        reader(workers=1)
    assert "what came is not asked for again." in caught.value.hint
    assert len(reader.texts()) == 1
    reader.server.sent.clear()
    assert reader()["records"] == 3
    assert len(reader.server.sent) == 2


def test_a_redirection_is_not_followed(reader: Reader) -> None:
    reader.server.faults = ["elsewhere"]
    with pytest.raises(EndpointError, match=r"redirects to elsewhere\.example"):
        reader(workers=1)


def test_a_server_that_is_not_there_or_not_ready_is_said_at_once(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")  # not for this machine
    reader.server.is_alive = False
    with pytest.raises(
        EndpointError, match=r"no GROBID server found: .* gave no valid response: status"
    ):
        reader()
    reader.server.is_alive = True
    right, reader.server.url = reader.server.url, f"{reader.server.url}/other"
    with pytest.raises(EndpointError, match="no such address"):
        reader()
    reader.server.url = "http://127.0.0.1:1"
    with pytest.raises(EndpointError, match="valid response: connection refused") as caught:
        reader()
    assert "--server" in caught.value.hint
    reader.server.url = right
    assert reader()["records"] == 3
    assert reader.waits == []


def test_nothing_to_read_is_an_error(reader: Reader) -> None:
    reader.folder = Path("nowhere")
    with pytest.raises(NotFoundError, match="no file or folder"):
        reader()
    reader.folder.mkdir()
    with pytest.raises(NotFoundError, match="no PDF in"):
        reader()
    reader.put({"a.pdf": b"<html>", "b.pdf": b""})
    with pytest.raises(DataError, match=r"no PDF could be converted in .*: a\.pdf is a web page"):
        reader()
    reader.folder = reader.folder / "a.pdf"  # one that is named
    with pytest.raises(DataError, match=r"a\.pdf is a web page"):
        reader()
    assert reader.server.sent == []
