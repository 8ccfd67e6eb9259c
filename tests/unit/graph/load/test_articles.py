"""Articles in JATS, TEI and unarXive bring papers and their text, every citation accounted for."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from helpers.files.article_files import JATS, TEI, UNARXIVE
from helpers.files.network_files import Outcome, outcome
from helpers.files.read_files import read_contents
from lxml import etree

DATA = Path(__file__).resolve().parents[5] / "shared" / "data"


def parts(result: Outcome) -> tuple[dict[str, Any], dict[str, Any]]:
    assert (result.reasons, result.faults, result.balances) == ({}, [], True)
    papers = {e.record.id: e.record for e in result.entries if hasattr(e.record, "references")}
    return papers, {
        e.record.id: e.record for e in result.entries if hasattr(e.record, "paragraphs")
    }


def test_articles_find_each_other(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(JATS)
    (tmp_path / "b").write_text(TEI)
    (tmp_path / "c").write_text(json.dumps(UNARXIVE))
    result = outcome(tmp_path)
    papers, texts = parts(result)
    bell, fry = "doi:10.1000/jats", "arxiv:2212.00001"
    dee = "name:cy-dee-1999-counting-words-in-long-texts"
    assert {p.id: (p.title, f"{p.date}", [a.name for a in p.authors]) for p in papers.values()} == {
        bell: ("Words in graphs", "2001-05-03", ["Ada Bell"]),
        dee: ("Counting words in long texts", "1999-02-28", ["Cy Dee"]),
        fry: ("Graphs of words", "2022-12-01", ["Eve Fry"]),
    }
    assert {p.id: p.references for p in papers.values()} == {
        bell: ("doi:10.1000/elsewhere", dee), dee: (bell,), fry: (bell, dee),
    }  # fmt: skip
    [item] = texts[bell].paragraphs
    assert item.text == "Words count [1, 2-3] über all, see Fig. 19."
    cited = [(item.text[m.start : m.end], m.paper_id) for m in item.mentions]
    assert cited == [("1", dee), ("2-3", "doi:10.1000/elsewhere")]
    assert item.section.startswith("Introduction")
    [item] = texts[dee].paragraphs
    assert [(item.text[m.start : m.end], m.paper_id) for m in item.mentions] == [
        ("(Bell, 2001)", bell)
    ]
    assert [m.paper_id for m in texts[fry].paragraphs[0].mentions] == [bell, dee]
    counts = {k: n for k, n in result.counts.items() if k.startswith("mentions")}
    assert counts == {
        "mentions.read": 9,
        "mentions.rejected.unresolved": 1,
        "mentions.rejected.unlocated": 3,
    }


HOSTILE = {
    "xml_entity": '<!DOCTYPE article [<!ENTITY x SYSTEM "file:///etc/passwd">]><article>&x;</article>',
    "xml_malformed": JATS[:-200],
    "xml_too_deep": f"<article>{'<b>' * 400}{'</b>' * 400}</article>",
}


@pytest.mark.parametrize("reason", HOSTILE)
def test_what_is_wrong_with_a_document_is_named(reason: str) -> None:
    contents = read_contents(HOSTILE[reason])
    assert {fault.reason for fault in contents.faults} == {reason}
    assert not contents.entries


def test_an_article_without_its_description_is_rejected() -> None:
    contents = read_contents("<article><body/></article>")
    assert (contents.reasons, contents.balances) == ({"malformed_entry": 2}, True)


BOOKS = re.sub("<analytic>.*?</analytic>", "", TEI)


@pytest.mark.parametrize("document", [JATS, TEI, BOOKS], ids=["JATS", "TEI", "TEI of books"])
def test_whichever_element_a_document_lacks_its_record_is_made_or_rejected(
    tmp_path: Path, document: str
) -> None:
    whole = etree.fromstring(document.replace("&uuml;", "ü").encode())
    for number in range(1, len(list(whole.iter()))):
        left = copy.deepcopy(whole)
        [gone] = [item for place, item in enumerate(left.iter()) if place == number]
        parent = gone.getparent()
        assert parent is not None
        parent.remove(gone)
        (tmp_path / str(number)).write_bytes(etree.tostring(left))
    result = outcome(tmp_path)
    assert result.balances
    assert result.faults == []
    assert result.counts["read"] == 2 * (len(list(whole.iter())) - 1)  # the paper and its text


@pytest.mark.parametrize("attribute", ["pub-type", "date-type"])
@pytest.mark.parametrize(
    "kind", ["nihms-submitted", "pmc-release", "corrected", "retracted", "received", "accepted"]
)
def test_the_date_of_an_article_is_that_of_its_publication(attribute: str, kind: str) -> None:
    other = (
        f'<pub-date {attribute}="{kind}"><day>1</day><month>2</month><year>2000</year></pub-date>'
    )
    alone = re.sub("<pub-date.*</pub-date>", other, JATS, flags=re.DOTALL)
    both = JATS.replace("<pub-date", f"{other}<pub-date", 1)
    for content, when in ((both, "2001-05-03"), (alone, "2000-02-01")):
        papers, _ = parts(read_contents(content))
        assert [f"{paper.date}" for paper in papers.values()] == [when]


@pytest.mark.skipif(not DATA.exists(), reason="real documents lie outside the project")
@pytest.mark.parametrize(("folder", "articles"), [("jats", 122), ("unarxive", 49)])
def test_real_documents_are_accounted_for(folder: str, articles: int) -> None:
    result = outcome(DATA / folder)
    papers, texts = parts(result)
    assert len(papers) == len(texts) == articles
    located = sum(len(part.mentions) for text in texts.values() for part in text.paragraphs)
    for of, kept in (
        ("mentions", located),
        ("references", sum(len(paper.references) for paper in papers.values())),
    ):
        lost = (n for k, n in result.counts.items() if re.match(rf"{of}\.(rejected|repeated)", k))
        assert result.counts[f"{of}.read"] == kept + sum(lost) > kept > 0
