"""Works cited in a text: every target, every number of a printed range, each at its place."""

import json
from collections.abc import Callable

import pytest
from helpers.files.network_files import Outcome
from helpers.files.read_files import read_contents

LABELS: dict[str, Callable[[int], str]] = {
    "none": lambda _: "",
    "numbers": lambda number: f"<label>{number}.</label>",
    "from 7": lambda number: f"<label>[{number + 6}]</label>",
    "letters": lambda number: f"<label>({'abcdef'[number - 1]})</label>",
}


def doi(name: str) -> str:
    return f'<pub-id pub-id-type="doi">10.1000/{name}</pub-id>'


def jats(text: str, listed: str) -> str:
    return (
        '<article xmlns:xlink="http://www.w3.org/1999/xlink"><front><article-meta>'
        '<article-id pub-id-type="doi">10.1000/one</article-id><title-group><article-title>Words'
        "</article-title></title-group><pub-date><year>2011</year></pub-date></article-meta></front>"
        f"<body><p>So {text} all.</p></body><back><ref-list>{listed}</ref-list></back></article>"
    )


def tei(text: str) -> str:
    listed = "".join(
        f'<biblStruct xml:id="b{n}"><analytic><title>W</title><idno type="DOI">10.1000/{n + 1}'
        "</idno></analytic><monogr><title>L</title><imprint/></monogr></biblStruct>"
        for n in range(6)
    )
    return (
        '<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>Words'
        "</title></titleStmt><sourceDesc><biblStruct><monogr><imprint/></monogr></biblStruct>"
        f"</sourceDesc></fileDesc></teiHeader><text><body><div><p>So {text} all.</p></div></body>"
        f"<back><listBibl>{listed}</listBibl></back></text></TEI>"
    )


def x(number: int, printed: str | None = None) -> str:
    shown = str(number) if printed is None else printed
    return f'<xref ref-type="bibr" rid="r{number}">{shown}</xref>'


def ref(targets: str, printed: str) -> str:
    target = f' target="{targets}"' if targets else ""
    return f'<ref type="bibr"{target} coords="1,2,3,4">{printed}</ref>'


def mentioned(result: Outcome) -> str:
    """What is mentioned, in order of place, and how many have no place."""
    assert (result.reasons, result.faults, result.balances) == ({}, [], True)
    [text] = [e.record for e in result.entries if hasattr(e.record, "paragraphs")]
    named = [
        f"{part.text[m.start : m.end]}={m.paper_id.removeprefix('doi:10.1000/')}"
        for part in text.paragraphs
        for m in part.mentions
    ]
    lost = result.counts["mentions.rejected.unlocated"]
    assert result.counts["mentions.read"] == len(named) + lost
    return " ".join([*(item.replace(" ", "") for item in named), *([f"lost={lost}"] * bool(lost))])


RANGES = {
    f"[{x(1)}\u2013{x(3)}]": "1=1 1\u20133=2 3=3",
    f"[{x(2)}-{x(5)}]": "2=2 2-5=3 2-5=4 5=5",
    f"[{x(1)}]\u2014[{x(3)}], [{x(5)}]": "1=1 1]\u2014[3=2 3=3 5=5",
    f"words<sup>{x(1)}</sup><sup>&#x2010;</sup><sup>{x(3)}</sup>": "1=1 1\u20103=2 3=3",
    f"words<sup>{x(1)},{x(3)}&ndash;{x(5)}</sup>": "1=1 3=3 3\u20135=4 5=5",
    f"[{x(1)}\u2212{x(3)}, {x(4)}-{x(6)}]": "1=1 1\u22123=2 3=3 4=4 4-6=5 6=6",
    '<xref ref-type="bibr" rid="r1 r3">1-3</xref>': "1-3=1 1-3=2 1-3=3",
    '<xref ref-type="bibr" rid="r1 r2 r3">1-3</xref>': "1-3=1 1-3=2 1-3=3",
    x(1, "[1-3, 5]"): "[1-3,5]=1 [1-3,5]=2 [1-3,5]=3 [1-3,5]=5",
    f"{x(1)}-{x(2, '')}{x(4)}{x(5, '')}": "1=1 1-4=2 1-4=3 4=4 lost=1",
    f"{x(1)}<xref ref-type='bibr'>-</xref>{x(3)}": "1=1 1-3=2 3=3 lost=1",
    f"[{x(1)}&#x2060;\u2013&#x200b;{x(3)}]": "1=1 1\u2060\u2013\u200b3=2 3=3",
    f"({x(1, '1998a')}-{x(3, 'c')})": "1998a=1 1998a-c=2 c=3",
    f"({x(1, '1998a')}-{x(4, 'c')})": "1998a=1 c=4 lost=1",
    f"{x(1)} to {x(3)}": "1=1 3=3",
    x(1, "1, p. 3-5"): "1,p.3-5=1",
    x(1, "[1, 3]"): "[1,3]=1",
    f"({x(1, '1998')}\u2013{x(4, '2001')})": "1998=1 2001=4",
    f"({x(1, 'Bell 1')}\u2013{x(4, 'Dee 4')})": "Bell1=1 Dee4=4",
    f"{x(4)}-{x(2)}": "4=4 2=2",
    f"{x(1)}-{x(4, '3')}": "1=1 3=4 lost=1",
    '<xref ref-type="bibr">2</xref><xref rid="r3">3</xref><xref rid="f1">F</xref>': "3=3 lost=1",
}


@pytest.mark.parametrize("text", RANGES)
@pytest.mark.parametrize("labels", ["none", "numbers"])
def test_ranges_of_jats(text: str, labels: str) -> None:
    listed = "".join(
        f'<ref id="r{n}">{LABELS[labels](n)}<mixed-citation>{doi(str(n))}</mixed-citation></ref>'
        for n in range(1, 7)
    )
    assert mentioned(read_contents(jats(text, listed))) == RANGES[text]


@pytest.mark.parametrize(
    ("labels", "ends", "middle"),
    [("from 7", ("7", "9"), "7-9=2"), ("letters", ("a", "c"), "a-c=2")],
)
def test_labels_say_what_lies_between(labels: str, ends: tuple[str, str], middle: str) -> None:
    listed = "".join(
        f'<ref id="r{n}">{LABELS[labels](n)}<mixed-citation>{doi(str(n))}</mixed-citation></ref>'
        for n in range(1, 7)
    )
    first, last = ends
    result = mentioned(read_contents(jats(f"{x(1, first)}-{x(3, last)}", listed)))
    assert result == f"{first}=1 {middle} {last}=3"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (x(1, "1"), "1=a 1=b 1=c 1=d"),
        (x(1, "1b"), "1b=b"),
        (x(1, "1a-c"), "1a-c=a 1a-c=b 1a-c=c"),
        (x(1, "1a, d"), "1a,d=a 1a,d=d"),
        (x(1, "1f"), "1f=a 1f=b 1f=c 1f=d"),
        ('<xref rid="w1a">1a</xref>-<xref rid="w1c">c</xref>', "1a=a 1a-c=b c=c"),
    ],
)
def test_an_item_with_several_works(text: str, expected: str) -> None:
    works = "".join(
        f'<mixed-citation id="w1{c}"><label>({c})</label> {doi(c)}</mixed-citation>' for c in "abcd"
    )
    for listed in (works, works.replace("<label>", "<bold>").replace("</label>", "</bold>")):
        contents = read_contents(jats(text, f'<ref id="r1"><label>1</label>{listed}</ref>'))
        assert mentioned(contents) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"<s>A {ref('#b0', '[1]')}.</s><s>B {ref('#b1', '[2]')}.</s>", "[1]=1 [2]=2"),
        (f"<s><hi>A {ref('#b0', '[1]')}</hi></s>", "[1]=1"),
        (ref("#b0 #b2", "[1, 3]"), "[1,3]=1 [1,3]=3"),
        (
            ref("#b0", "[1") + ref("#b1", "-") + ref("#b2", "-") + ref("#b3", "4]"),
            "[1=1 -=2 -=3 4]=4",
        ),
        (f"{ref('#b0', '[1]')}-{ref('#b2', '[3]')}", "[1]=1 [1]-[3]=2 [3]=3"),
        (ref("#b0", "[1-") + ref("#b2", "3]"), "[1-=1 [1-3]=2 3]=3"),
        (ref("#b0", "[1, 3-5]"), "[1,3-5]=1 [1,3-5]=3 [1,3-5]=4 [1,3-5]=5"),
        (ref("#b1", "[1, 3-5]"), "[1,3-5]=2 lost=1"),
        (ref("", "[2-4]"), "lost=2"),
        ('<ref target="#b0">(Bell)</ref> <ptr target="#b1"/>', "(Bell)=1 lost=1"),
    ],
)
def test_targets_of_tei(text: str, expected: str) -> None:
    assert mentioned(read_contents(tei(text))) == expected


def test_sentences_and_blocks_have_white_space_between_them() -> None:
    [text] = [e.record for e in read_contents(tei("<s>A.</s><s>B<lb/>c.</s>")).entries[1:]]
    assert text.paragraphs[0].text == "So A. B c. all."
    content = jats("A:<list><list-item><p>one</p></list-item></list>two", "")
    [text] = [e.record for e in read_contents(content).entries[1:]]
    assert text.paragraphs[0].text == "So A: one two all."


def test_ranges_of_s2orc() -> None:
    text, spans = "So [1]-[4] and [9], [2].", [(3, 6, "b0"), (7, 10, "b3"), (15, 18, None)]
    document = {
        "paper_id": "1",
        "title": "Words",
        "bib_entries": {f"b{n}": {"ids": {"doi": f"10.1000/{n + 1}"}} for n in range(6)},
        "body_text": [
            {
                "text": text,
                "cite_spans": [{"start": a, "end": b, "ref_id": r} for a, b, r in spans],
            },
            {"text": "", "cite_spans": [{"start": 0, "end": 1, "ref_id": "b0"}]},
        ],
    }
    contents = read_contents(json.dumps(document))
    assert mentioned(contents) == "[1]=1 [1]-[4]=2 [1]-[4]=3 [4]=4 lost=2"
