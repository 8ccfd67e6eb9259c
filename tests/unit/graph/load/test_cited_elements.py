"""Elements of JATS: works cited in a list, people, parts of an article, and what wraps it."""

from typing import Any

import pytest
from helpers.files.network_files import Outcome
from helpers.files.read_files import read_contents


def papers_of(contents: Outcome) -> dict[str, Any]:
    assert (contents.reasons, contents.faults, contents.balances) == ({}, [], True)
    return {r.id: r for e in contents.entries if hasattr(r := e.record, "references")}


def doi(name: str) -> str:
    return f'<pub-id pub-id-type="doi">10.1000/{name}</pub-id>'


def jats(item: str = "", *, front: str = "", back: str = "", own: str = "one") -> str:
    return (
        '<article xmlns:xlink="http://www.w3.org/1999/xlink"><front><journal-meta><journal-title>'
        'Letters</journal-title></journal-meta><article-meta><article-id pub-id-type="doi">'
        f"10.1000/{own}</article-id><title-group><article-title>Words<fn><p>Note</p></fn>"
        f"</article-title></title-group>{front}<pub-date><year>2011</year></pub-date>"
        "</article-meta></front><back><ref-list><ref-list>"
        f'<ref id="r1">{item}</ref></ref-list></ref-list></back>{back}</article>'
    )


TITLE = "<article-title>Counting words in texts</article-title>"
PRINTED = "<mixed-citation>BELL, A. Counting words in texts. Letters, 1999.</mixed-citation>"
ITEMS = {
    f"<mixed-citation>{TITLE}{doi('a')}</mixed-citation><mixed-citation>{doi('b')}"
    "</mixed-citation>": "a b",
    f"<element-citation>{doi('a')}</element-citation><citation-alternatives><mixed-citation>B "
    f"{doi('b')}</mixed-citation><element-citation>{TITLE}{doi('b')}</element-citation>"
    "</citation-alternatives>": "a b",
    f"{PRINTED}<element-citation>{TITLE}{doi('a')}</element-citation>": "a",
    f"<mixed-citation>{TITLE}{doi('a')}</mixed-citation><element-citation><article-title>Trees"
    f"</article-title>{doi('b')}</element-citation>": "a b",
    f"<element-citation>{TITLE}{doi('a')}<comment>Erratum in: {doi('e')}</comment>"
    f"</element-citation><note><p>Erratum: {doi('f')}</p></note>": "a",
    f"<element-citation>{TITLE}<comment>Comment in: {doi('e')}</comment></element-citation>": "",
    f"<mixed-citation>{TITLE}. Corrigendum: doi:10.1000/e. doi:10.1000/a</mixed-citation>": "a",
    f"<mixed-citation>{TITLE}{doi('a')}. Data: {doi('e')}</mixed-citation>": "a",
    f"<mixed-citation>{TITLE}. Data available at {doi('e')}</mixed-citation>": "",
    f"<mixed-citation>{TITLE}<data-title>Data</data-title>{doi('e')}</mixed-citation>": "",
    f"<element-citation><data-title>Data</data-title>{doi('a')}</element-citation>": "a",
    f"<element-citation><related-article>{doi('e')}</related-article>{TITLE}{doi('a')}"
    "</element-citation>": "a",
    f"<element-citation>{TITLE}<comment>Epub 2011 Jan 3. doi:10.1000/a</comment>"
    "</element-citation>": "a",
    f'<nlm-citation>{TITLE}<comment>doi: <ext-link xlink:href="https://doi.org/10.1000/a">View '
    "Article</ext-link></comment><fpage>7</fpage></nlm-citation>": "a",
    f'<mixed-citation>{TITLE} <ext-link ext-link-type="doi" xlink:href="10.1000/a">CrossRef'
    '</ext-link> <ext-link xlink:href="https://doi.org/10.1000/e">Data</ext-link>'
    "</mixed-citation>": "a",
    f'<mixed-citation>{TITLE}<ext-link xlink:href="https://doi.org/10.1000/e">Dataset</ext-link>'
    "</mixed-citation>": "",
    f"<note><p>See <mixed-citation>{doi('a')}</mixed-citation>, <mixed-citation>{doi('b')}"
    "</mixed-citation></p></note>": "a b",
    "Bell A. 1999. doi:10.1000/a": "a",
    f"<citation>{doi('a')}</citation>": "a",
}


@pytest.mark.parametrize("item", ITEMS)
def test_each_cited_work_has_its_own_id(item: str) -> None:
    paper = papers_of(read_contents(jats(item)))["doi:10.1000/one"]
    assert " ".join(name.removeprefix("doi:10.1000/") for name in paper.references) == ITEMS[item]


def test_a_work_is_found_by_its_own_title() -> None:
    name = "<string-name><surname>Bell</surname><given-names>A</given-names></string-name>"
    item = (
        f"<mixed-citation>{doi('a')}<article-title>Other</article-title></mixed-citation>"
        f"<mixed-citation>{name}{TITLE}<year>2011a</year></mixed-citation>"
    )
    front = "<contrib-group><contrib><string-name>Bell, Ada</string-name></contrib></contrib-group>"
    cited = jats(front=front, own="cited").replace(">Words<", ">Counting words in texts<")
    paper = papers_of(read_contents(jats(item), cited))["doi:10.1000/one"]
    assert paper.references == ("doi:10.1000/a", "doi:10.1000/cited")


PEOPLE = (
    '<contrib-group><contrib contrib-type="author"><collab>Words Group<contrib-group><contrib>'
    "<name><surname>Fry</surname></name></contrib></contrib-group></collab></contrib>"
    '<contrib contrib-type="author"><name-alternatives><name xml:lang="ja"><surname>\u5c71\u7530'
    '</surname></name><name xml:lang="en"><surname>Yamada</surname><given-names>Hana</given-names>'
    "</name></name-alternatives></contrib><contrib><string-name><given-names>Cy</given-names>"
    '<surname>Dee</surname></string-name></contrib></contrib-group><contrib-group content-type="'
    'collab-list"><contrib><name><surname>Gil</surname></name></contrib></contrib-group>'
    '<related-article related-article-type="retraction-forward"/>'
)


def test_people_and_retraction() -> None:
    contents = read_contents(jats(front=PEOPLE))
    paper = papers_of(contents)["doi:10.1000/one"]
    assert [author.name for author in paper.authors] == ["Words Group", "Hana Yamada", "Cy Dee"]
    assert (paper.title, paper.is_retracted) == ("Words", True)
    assert contents.counts["accepted.group_members"] == 1
    assert any(row["message"].startswith("2 members") for row in contents.rejects)


AUTHOR = (
    '<contrib contrib-type="author"><name><surname>{}</surname></name>{}</contrib>'
    '<contrib contrib-type="author"><name><surname>Dee</surname></name></contrib>'
)
LINKED = '<xref ref-type="aff" rid="a1 a2">1</xref><aff>Third Institute, Oslo, Norway</aff>'
FIRST = "<sup>1</sup>Department of Words, First University, Z\u00fcrich, Switzerland"
SECOND = (
    '<label>2</label><institution content-type="dept">Pairs</institution>, <institution>Second '
    "Academy</institution>, <addr-line>Rome</addr-line>, <country>Italy</country>"
)


def _places(front: str) -> tuple[list[list[str]], int]:
    contents = read_contents(jats(front=front))
    [paper] = papers_of(contents).values()
    places = [[place.name for place in author.institutions] for author in paper.authors]
    return places, contents.counts["affiliations.rejected.unassigned"]


def test_institutions_of_authors() -> None:
    affs = f'<aff id="a1">{FIRST}</aff><aff id="a2">{SECOND}</aff>'
    group = "<contrib-group>{}</contrib-group>{}".format
    first, second = "First University, Switzerland", "Second Academy, Italy"
    linked = [first, second, "Third Institute, Norway"]
    assert _places(group(AUTHOR.format("Bell", LINKED), affs)) == ([linked, []], 0)
    assert _places(group(AUTHOR.format("Bell", ""), f"<aff>{FIRST}</aff>")) == ([[first]] * 2, 0)
    assert _places(group(AUTHOR.format("Bell", ""), affs)) == ([[], []], 2)


def _part(kind: str, name: str) -> str:
    tag = "response" if kind == "reply to" else "sub-article"
    return (
        f'<{tag} article-type="{kind}"><front-stub><article-id pub-id-type="doi">10.1000/{name}'
        f"</article-id><title-group><article-title>Part {name}</article-title></title-group>"
        "</front-stub><body><p>As <xref ref-type='bibr' rid='q1'>1</xref>.</p></body><back>"
        f"<ref-list><ref id='q1'><mixed-citation>{doi('of-part')}</mixed-citation></ref></ref-list>"
        f"</back></{tag}>"
    )


def test_parts_of_an_article() -> None:
    kinds = ("translation", "decision-letter", "abstract", "reply to")
    back = "".join(_part(kind, kind.split("-")[0].split()[0]) for kind in kinds)
    contents = read_contents(jats(f"<citation>{doi('a')}</citation>", back=back))
    papers = papers_of(contents)
    references = {name.removeprefix("doi:10.1000/"): p.references for name, p in papers.items()}
    of_part = ("doi:10.1000/of-part",)
    assert references == {"one": ("doi:10.1000/a",), "abstract": of_part, "reply": of_part}
    assert {(paper.venue.name, paper.date.year) for paper in papers.values()} == {("Letters", 2011)}
    assert contents.counts["accepted.part_left_out"] == 2


SPACE = 'xmlns="https://jats.nlm.nih.gov/ns/archiving/1.3/"'
ONE = jats(f"<citation>{doi('a')}</citation>")
HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE article PUBLIC "-//NLM//DTD" "j.dtd">'
WRAPPED: dict[str, str | bytes] = {
    "namespace": ONE.replace("<article ", f"<article {SPACE} "),
    "set": f'<pmc-articleset><Reply id="3" error="x"/>{ONE}</pmc-articleset>',
    "Europe PMC": f"<articles>{ONE}</articles>",
    "OAI": '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record><metadata>'
    f"{ONE.replace('<article ', f'<article {SPACE} ')}</metadata></record></ListRecords></OAI-PMH>",
    "space first": f"\n {HEAD}{ONE}",
    "twice": f"{HEAD}{ONE}\n{HEAD}{ONE.replace('/one', '/two')}",
    "UTF-16": f'<?xml version="1.0" encoding="utf-16"?>{ONE}'.encode("utf-16"),
}


@pytest.mark.parametrize("name", WRAPPED)
def test_whatever_wraps_an_article(name: str) -> None:
    contents = read_contents(WRAPPED[name])
    papers = papers_of(contents)
    assert [paper.references for paper in papers.values()] == [("doi:10.1000/a",)] * len(papers)
    assert len(papers) == 1 + (name == "twice")


def test_a_bad_character_costs_itself() -> None:
    one, two, three = (ONE.replace("/one", f"/{n}").encode() for n in range(3))
    bad = two.replace(b"Words", b"Caf\xe9 \x0b&#x1f;&ndash; &nosuch; words")
    contents = read_contents(b"<articles>" + one + bad + three + b"</articles>")
    assert [paper.title for paper in papers_of(contents).values()] == [
        "Words",
        "Caf\u00e9 \u2013 &nosuch; words",
        "Words",
    ]
    assert (
        contents.accepted["not_utf8"] == contents.accepted["control_character"] == 2
    )  # read twice


def test_documents_of_one_corpus_use_the_same_ids() -> None:
    one = (
        "<TEI><teiHeader><fileDesc><titleStmt><title>One</title><author>Bell, Ada</author>"
        "</titleStmt><sourceDesc><p/></sourceDesc></fileDesc></teiHeader><text><body><p>So "
        '<ref target="#k">(Dee)</ref>.</p></body><back><listBibl><bibl xml:id="k"><author>Dee'
        '</author><title>Trees</title><idno type="DOI">10.1000/k</idno></bibl></listBibl></back>'
        "</text></TEI>"
    )
    content = f'<teiCorpus xmlns="http://www.tei-c.org/ns/1.0">{one}{one.replace("One", "Two")}'
    papers = papers_of(read_contents(f"{content}</teiCorpus>"))
    assert [(p.title, p.authors[0].name, p.references) for p in papers.values()] == [
        ("One", "Ada Bell", ("doi:10.1000/k",)), ("Two", "Ada Bell", ("doi:10.1000/k",)),
    ]  # fmt: skip


@pytest.mark.parametrize("root", ["OAI-PMH", "collection", "PubmedArticleSet"])
def test_a_file_without_a_record_is_named(root: str) -> None:
    [fault, *_] = read_contents(f"<{root}><record><metadata/></record></{root}>").faults
    assert (fault.reason, fault.message.startswith("holds no ")) == ("xml_other", True)
