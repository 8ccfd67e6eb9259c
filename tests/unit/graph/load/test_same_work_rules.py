"""Which records are put together, and what is shown of them: worked out by hand."""

from dataclasses import replace
from datetime import date
from itertools import permutations

import pytest

from scinet.graph.load.identity.combine import (
    combine_records,
    complete_record,
    disagreements,
    rename_fulltext,
)
from scinet.graph.load.identity.groups import (
    Conflict,
    SameWorkGroup,
    SharedId,
    StatedFacts,
    group_records,
)
from scinet.graph.schema.identifiers import id_variants, source_of
from scinet.graph.schema.records import (
    Author,
    CitationDetail,
    FulltextRecord,
    Mention,
    Notes,
    PaperRecord,
    Paragraph,
    version_rank,
)

_INFLUENTIAL = True


def _record(name: str, title: str | None = "Words", **stated: object) -> PaperRecord:
    blank: dict[str, object] = {
        "abstract": None, "date": None, "date_precision": None, "venue": None, "authors": (),
        "references": (), "external_ids": {}, "type": None, "is_retracted": None, "digest": name,
        "notes": Notes(),
    }  # fmt: skip
    return PaperRecord(id=name, title=title, **{**blank, **stated})  # type: ignore[arg-type]


def test_the_surest_id_joins_first_and_two_dois_never_join() -> None:
    shared = [
        SharedId("doi", "10.1/a", "openalex:W1", "s2:1", is_record=True),
        SharedId("arxiv", "2001.1", "s2:1", "arxiv:2001.1", is_record=True),
        SharedId("arxiv", "2002.2", "openalex:W2", "s2:3", is_record=True),
        SharedId("doi", "10.1/a", "openalex:W1", "doi:10.1/a", is_record=False),
    ]
    stated = {
        "openalex:W1": StatedFacts("10.1/a", "Words"),
        "s2:1": StatedFacts("10.1/a", "Words"),
        "arxiv:2001.1": StatedFacts("10.48550/arxiv.2001.1", "Words"),
        "openalex:W2": StatedFacts("10.1/b", "Graphs"),
        "s2:3": StatedFacts("10.1/c", "Graphs"),
    }
    for listed in (shared, shared[::-1]):
        result, conflicts = group_records(listed, stated)
        assert result == [
            SameWorkGroup(
                "arxiv:2001.1",
                ("arxiv:2001.1", "openalex:W1", "s2:1"),
                ("doi:10.1/a",),
                ("doi", "arxiv"),
            )
        ]
        assert conflicts == [Conflict("arxiv", ("2002.2",), ("openalex:W2", "s2:3"), "two_dois")]


def test_a_source_that_has_two_works_apart_is_believed_unless_they_have_one_title() -> None:
    shared = [SharedId("doi", "10.1/a", "s2:1", "s2:2", is_record=True)]
    same = {
        "s2:1": StatedFacts("10.1/a", "Words, counted"),
        "s2:2": StatedFacts("10.1/a", "words counted"),
    }
    other = {**same, "s2:2": StatedFacts("10.1/a", "Words of others")}
    assert [item.papers for item in group_records(shared, same)[0]] == [("s2:1", "s2:2")]
    conflict = Conflict("doi", ("10.1/a",), ("s2:1", "s2:2"), "one_source")
    assert group_records(shared, other) == ([], [conflict])


def test_ids_without_a_source_are_of_one() -> None:
    shared = [SharedId("doi", "10.1/a", "p1", "p2", is_record=True)]
    other = {"p1": StatedFacts("10.1/a", "Seeds"), "p2": StatedFacts("10.1/a", "Stars")}
    conflict = Conflict("doi", ("10.1/a",), ("p1", "p2"), "one_source")
    assert group_records(shared, other) == ([], [conflict])
    same = {**other, "p2": StatedFacts("10.1/a", "seeds")}
    assert [item.papers for item in group_records(shared, same)[0]] == [("p1", "p2")]
    # Only what a source may be called is one.
    assert source_of("a:p1") == "a"
    assert source_of("10.1000/a:p1") is None


def test_a_cited_id_that_two_works_state_leads_to_neither() -> None:
    shared = [
        SharedId("arxiv", "1", "mine:a", "arxiv:1", is_record=False),
        SharedId("arxiv", "1", "mine:b", "arxiv:1", is_record=False),
    ]
    assert group_records(shared, {}) == ([], [])
    assert group_records(shared[:1], {})[0] == [
        SameWorkGroup("mine:a", ("mine:a",), ("arxiv:1",), ())
    ]


def test_what_is_shown_of_two_records() -> None:
    value = _record(
        "doi:10.1/a",
        date=date(2001, 12, 31),
        date_precision="year",
        references=("s2:9", "x"),
        external_ids={"doi": "10.1/a"},
        citations=(CitationDetail("s2:9", None, ("method",), ()),),
        authors=(Author("name:ada", "Ada", 1),),
    )
    other = _record(
        "s2:1",
        "WORDS!",
        abstract="Words.",
        date=date(2001, 4, 3),
        date_precision="day",
        references=("openalex:W9", "doi:10.1/a"),
        external_ids={"doi": "10.1/other", "s2_id": "1"},
        citations=(CitationDetail("openalex:W9", _INFLUENTIAL, ("background",), ("As [1].",)),),
        authors=(Author("s2:a", "Ada", 1), Author("s2:b", "Bo", 2)),
        is_retracted=True,
    )
    names = {"s2:9": "doi:10.1/9", "openalex:W9": "doi:10.1/9", "s2:1": "doi:10.1/a"}
    result = combine_records("doi:10.1/a", [other, value], lambda name: names.get(name, name))
    assert (result.id, result.title, result.abstract) == ("doi:10.1/a", "Words", "Words.")
    assert (result.date, result.date_precision) == (date(2001, 4, 3), "day")
    assert [author.id for author in result.authors] == ["s2:a", "s2:b"]
    assert result.references == ("doi:10.1/9", "x")
    assert result.citations == (
        CitationDetail("doi:10.1/9", _INFLUENTIAL, ("background", "method"), ("As [1].",)),
    )
    assert result.external_ids == {"doi": "10.1/a", "s2_id": "1"}
    assert result.is_retracted
    assert disagreements([value, other]) == []
    late = _record("s2:2", "Graphs", date=date(2002, 1, 31), date_precision="month")
    assert disagreements([value, late]) == ["title", "date"]
    assert combine_records("doi:10.1/a", [value, late], str).date == date(2002, 1, 31)


def test_a_period_gives_way_to_a_month_and_comes_before_a_year() -> None:
    year = _record("a:1", date=date(1955, 12, 31), date_precision="year")
    period = _record(
        "b:1", date=date(1955, 9, 30), date_precision="period", first_date=date(1955, 7, 1)
    )
    month = _record("c:1", date=date(1955, 8, 31), date_precision="month")
    other = _record("d:1", date=date(1955, 6, 30), date_precision="month")
    shown = combine_records("a:1", [year, period], str)
    assert (shown.date, shown.first_date) == (date(1955, 9, 30), date(1955, 7, 1))
    shown = combine_records("a:1", [year, period, month], str)
    assert (shown.date, shown.first_date) == (date(1955, 8, 31), None)
    assert disagreements([year, period, month]) == []
    assert disagreements([year, period, other]) == ["date"]


def test_a_text_names_works_as_the_graph_does() -> None:
    text = FulltextRecord(
        id="s2:1",
        digest="d",
        notes=Notes(),
        paragraphs=(Paragraph(None, "As [1].", (Mention(3, 6, "s2:9"),)),),
    )
    result = rename_fulltext(
        "doi:10.1/a", text, lambda name: {"s2:9": "doi:10.1/9"}.get(name, name)
    )
    assert result.id == "doi:10.1/a"
    assert result.paragraphs[0].mentions == (Mention(3, 6, "doi:10.1/9"),)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("https://doi.org/10.1000/AB", "doi:10.1000/ab"),
        ("DOI: 10.1000/ab.", "doi:10.1000/ab"),
        ("arXiv:1706.03762v5", "1706.03762"),
        ("PMID: 0123", "pmid:123"),
        ("https://pubmed.ncbi.nlm.nih.gov/123/", "pmid:123"),
        ("CorpusId:3001", "s2:3001"),
        (f"https://www.semanticscholar.org/paper/Words-Bell/{'ab' * 20}", "ab" * 20),
        ("https://openalex.org/w2001", "openalex:W2001"),
        ("w2001", "W2001"),
        ("https://aclanthology.org/P02-1040.pdf", "P02-1040"),
        ("https://www.aclweb.org/anthology/P02-1040/", "P02-1040"),
        ("acl:p02-1040", "P02-1040"),
        ("Counting words", "Counting words"),
    ],
)
def test_spellings_of_ids(text: str, meant: str) -> None:
    assert meant in id_variants(text)


def test_records_of_one_id_are_put_together_by_change_richness_and_hash() -> None:
    ada, bo = Author("a", "Ada", 1), Author("b", "Bo", 2)
    rich = _record("p", "Words", abstract="A", authors=(ada, bo), references=("x",), digest="ff")
    poor = _record("p", "WORDS!", references=("y",), authors=(ada,), digest="00", type="book")
    bare = _record("p", None, external_ids={"doi": "10.1/p"}, digest="77")
    other = _record("p", "Graphs", references=("z",), digest="11")
    listed = [rich, poor, bare, other]
    [shown] = {repr(complete_record(order)) for order in permutations([*listed, poor])}
    result = complete_record(listed)
    assert repr(result) == shown
    assert (result.title, result.abstract, result.type) == ("Words", "A", "book")
    assert (result.references, result.authors) == (("x", "y"), (ada, bo))
    assert result.external_ids == {"doi": "10.1/p"}
    assert complete_record([rich, other]) == rich
    assert complete_record([poor]) == poor
    # Registries give a DOI to one work, whatever its titles.
    registered = [replace(record, id="doi:10.1/p") for record in (rich, other)]
    assert complete_record(registered).references == ("x", "z")


def test_an_older_version_fills_in_what_the_newest_lacks() -> None:
    new, old = version_rank("2025-01-01"), version_rank("2024-01-01")
    stub = _record("p", "Words", digest=f"{new}aa")
    late = _record("p", "Words", references=("y",), digest=f"{new}bb")
    early = _record("p", "Words.", abstract="A", references=("x",), digest=f"{old}00")
    for order in permutations((stub, late, early)):
        result = complete_record(order)
        assert (result.title, result.abstract, result.references) == ("Words", "A", ("y",))
    assert complete_record([early, stub]).references == ("x",)
    whole = replace(late, abstract="B")
    assert complete_record([early, whole]) == whole
