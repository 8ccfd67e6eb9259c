"""Combining of records of one work after a load, and splitting before the next.

First the records of each id are put together, then those of several ids.

Both run in transactions of some works each; after an interruption, works are split first.
"""

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from scinet.graph.db import fingerprint
from scinet.graph.load import superseded
from scinet.graph.load.batch import split_batches
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
from scinet.graph.load.links import node_numbers
from scinet.graph.load.papers import add_papers, clean_up
from scinet.graph.load.undo import delete_texts, restore_texts

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database, Transaction
    from scinet.graph.load.journal import WriteLock

_WORKS: Final = 500
_TEXTS: Final = 100
_PAPER, _WORK, _TEXT = "paper", "work", "fulltext"
_PAPERS: Final = (_PAPER, _WORK)
_SHOWN: Final = "same work"  # run of combined records
_BLANK: Final = dict.fromkeys(("run", "dropped", "digest", "record", "shown", "shown_hash"))
_Row = dict[str, Any]
T = TypeVar("T")


def link_works(db: "Database", lock: "WriteLock") -> dict[str, Any]:
    """Combine the records of each work in the graph; return the account."""
    completed = [row["id"] for row in db.rows("same_work/spares")]
    for part in split_batches(completed, _WORKS):
        lock.write(part, _keep_completed)
    _write_in_batches(db, lock, _PAPERS, _WORKS, _show_works)
    account = _link_groups(db, lock)
    _write_in_batches(db, lock, (_TEXT,), _TEXTS, _show_fulltexts)
    return account


def shown_fingerprint(db: "Database", base: str) -> str:
    """Return the fingerprint of the graph as it is shown, from that of its records as loaded."""
    is_combined = bool(db.rows("same_work/any"))
    hashes = (row["hash"] for row in db.stream("same_work/put_together"))
    return fingerprint.shown_fingerprint(base, is_joined=is_combined, completed=hashes)


def _link_groups(db: "Database", lock: "WriteLock") -> dict[str, Any]:
    shared = [SharedId(**row) for row in db.rows("same_work/shared")]
    if not shared:
        return {}
    ids = sorted(
        {pair.paper for pair in shared} | {pair.other for pair in shared if pair.is_record}
    )
    stated = {
        row["id"]: StatedFacts(row["doi"], row["title"])
        for row in db.rows("same_work/stated", ids=ids)
    }
    groups, conflicts = group_records(shared, stated)
    for part in split_batches(groups, _WORKS):
        lock.write(part, _keep_records)
    for some in split_batches(conflicts, _WORKS):
        rows = [
            {"kind": c.kind, "values": c.values, "papers": c.papers, "reason": c.reason}
            for c in some
        ]
        lock.write(rows, lambda tx, rows: tx.rows("same_work/conflict", rows=rows))
    _write_in_batches(db, lock, _PAPERS, _WORKS, _show_works)
    return link_account(groups, conflicts)


def unlink_works(db: "Database", lock: "WriteLock") -> None:
    """Split combined works: the graph becomes that of the records as loaded."""
    _write_in_batches(db, lock, _PAPERS, _WORKS, _split_works)
    _write_in_batches(db, lock, (_TEXT,), _TEXTS, _split_fulltexts)
    db.rows("same_work/forget_conflicts")


def link_account(groups: Sequence[SameWorkGroup], conflicts: Sequence[Conflict]) -> dict[str, Any]:
    """Count works of several records, and conflicts by reason."""
    several = [item for item in groups if len(item.papers) > 1]
    reasons = sorted({item.reason for item in conflicts})
    numbers = {
        "works": len(several),
        "records": sum(len(item.papers) for item in several),
        "cited_works": sum(len(item.works) for item in groups),
    }
    numbers |= {
        f"conflict_{reason}": sum(item.reason == reason for item in conflicts) for reason in reasons
    }
    return {name: number for name, number in numbers.items() if number}


def _keep_completed(tx: "Transaction", ids: Sequence[str]) -> None:
    """Keep the stored records of papers that have others of the same id, and what is shown."""
    stored = _records(tx, ids)
    others: dict[str, list[Any]] = defaultdict(list)
    dropping: set[str] = set()
    for row in tx.rows("same_work/spare_records", ids=ids):
        record = superseded.parse_record(superseded.PAPER, row["record"])
        others[row["id"]].append(record)
        if row["drops"]:
            dropping.add(record.digest)
    _drop_unknown(tx, others, dropping)
    rows = []
    for owner, own in stored.items():
        record = superseded.parse_record(superseded.PAPER, own["record"])
        shown = complete_record((record, *others[owner]))
        if shown.digest != own["digest"]:
            rows.append(
                {**own, "type": _PAPER, "owner": owner, "work": owner, "is_alone": True}
                | {"shown": superseded.dump_record(shown), "shown_hash": shown.digest}
            )
    tx.rows("same_work/keep", rows=[*rows, *_text_rows(tx, [row["owner"] for row in rows], {})])


def _drop_unknown(
    tx: "Transaction", others: Mapping[str, list[Any]], dropping: Container[str]
) -> None:
    """Leave citations of works without a record out of the records of some loads."""
    listed = [record for some in others.values() for record in some if record.digest in dropping]
    cited = sorted({one for record in listed for one in record.references})
    stored = tx.rows("load/paper_stored", ids=cited) if cited else ()
    papers = {row["id"] for row in stored if row["digest"] is not None}
    for some in others.values():
        some[:] = [
            replace(record, references=tuple(one for one in record.references if one in papers))
            if record.digest in dropping
            else record
            for record in some
        ]


def _text_rows(
    tx: "Transaction", papers: Sequence[str], works: Mapping[str, str], aliases: Sequence[str] = ()
) -> Iterator[_Row]:
    """Yield the texts of papers, and of those that cite aliases, as rows to keep."""
    texts = [row["id"] for row in tx.rows("same_work/texts", papers=papers, works=aliases)]
    for owner, (record, run) in superseded.stored_texts(tx, texts).items():
        row = {"type": _TEXT, "owner": owner, "work": works.get(owner, owner), "run": run}
        yield {**_BLANK, **row, "record": record, "is_alone": owner not in works}


def _keep_records(tx: "Transaction", groups: Sequence[SameWorkGroup]) -> None:
    """Store the records of works, and of papers whose references merge by combining."""
    several = [item for item in groups if len(item.papers) > 1]
    papers = {paper: item.id for item in several for paper in item.papers}
    others = {work: item.id for item in groups for work in item.works}
    named = [{"ids": [*{item.id, *item.papers}, *item.works]} for item in groups]
    alone = {row["id"] for row in tx.rows("same_work/citing_twice", rows=named)} - papers.keys()
    records = _records(tx, [*papers, *alone])
    rows = [
        {**_BLANK, **records[item], "type": _PAPER, "owner": item, "work": papers.get(item, item)}
        | {"is_alone": item in alone}
        for item in records
    ]
    rows += [
        {**_BLANK, "type": _WORK, "owner": work, "work": own, "is_alone": False}
        for work, own in others.items()
    ]
    aliases = [item for item, own in (papers | others).items() if item != own]
    rows += _text_rows(tx, [*papers], papers, aliases)
    tx.rows("same_work/keep", rows=rows)
    tx.rows("same_work/regroup", rows=[{"owner": p, "work": own} for p, own in papers.items()])
    tx.rows("same_work/mark", rows=[_work_row(item, records) for item in groups])


def _records(tx: "Transaction", ids: Sequence[str]) -> dict[str, _Row]:
    stored = {row["id"]: row for row in tx.rows("load/paper_stored", ids=ids)}
    return {
        own: {"record": record, **{key: stored[own][key] for key in ("run", "dropped", "digest")}}
        for own, record in superseded.stored_papers(tx, ids).items()
    }


def _work_row(group: SameWorkGroup, records: dict[str, _Row]) -> _Row:
    row = {"id": group.id, "papers": group.papers, "works": group.works, "kinds": group.kinds}
    if len(group.papers) < 2:
        return {**row, "disagree": []}
    listed = [
        superseded.parse_record(superseded.PAPER, records[paper]["record"])
        for paper in group.papers
    ]
    return {**row, "disagree": disagreements(listed)}


def _show_works(tx: "Transaction", works: Sequence[str]) -> None:
    stored_rows = tx.rows("same_work/kept", works=works, types=_PAPERS)
    rows = [row for row in stored_rows if row["type"] == _PAPER]
    owners = [row["owner"] for row in rows]
    by_work: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        by_work[row["work"]].append(superseded.parse_record(superseded.PAPER, row["shown"]))
    cited = {
        cited_id
        for listed in by_work.values()
        for r in listed
        for cited_id in (r.id, *r.references)
    }
    name = _name_lookup(tx, cited)
    delete_texts(tx, owners)
    ends = tx.rows("load/paper_clear", ids=owners)
    added = add_papers(
        tx, [combine_records(own, listed, name) for own, listed in by_work.items()], _SHOWN
    )
    tx.rows(
        "same_work/lead",
        rows=[_owner_and_work(row) for row in stored_rows if row["owner"] != row["work"]],
    )
    tx.rows("same_work/hide_authors", ids=sorted({a for row in ends for a in row["authors"]}))
    clean_up(tx, list(by_work), ends, added)


def _show_fulltexts(tx: "Transaction", works: Sequence[str]) -> None:
    rows = tx.rows("same_work/kept", works=works, types=(_TEXT,))
    delete_texts(tx, works)
    texts: dict[str, Any] = {}
    for row in rows:
        text = superseded.parse_record(superseded.FULLTEXT, row["record"])
        earlier = texts.setdefault(row["work"], text)
        texts[row["work"]] = min(earlier, text, key=lambda candidate: candidate.digest)
    cited = {m.paper_id for text in texts.values() for p in text.paragraphs for m in p.mentions}
    name = _name_lookup(tx, cited)
    restore_texts(tx, ((_SHOWN, rename_fulltext(own, text, name)) for own, text in texts.items()))


def _split_works(tx: "Transaction", works: Sequence[str]) -> None:
    stored_rows = tx.rows("same_work/kept", works=works, types=_PAPERS)
    rows = [row for row in stored_rows if row["type"] == _PAPER]
    owners = [row["owner"] for row in rows]
    ends = tx.rows("load/paper_clear", ids=[*{*owners, *(row["work"] for row in rows)}])
    cited = [row["owner"] for row in stored_rows if row["type"] == _WORK]
    existing = node_numbers(tx.rows("load/work_numbers", ids=cited))
    tx.rows("load/work", ids=[work for work in cited if work not in existing])
    by_run: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        by_run[row["run"]].append(superseded.parse_record(superseded.PAPER, row["record"]))
    added = [add_papers(tx, records, run) for run, records in by_run.items()]
    tx.rows("same_work/show_authors")
    tx.rows("same_work/dropped", rows=[{k: row[k] for k in ("owner", "dropped")} for row in rows])
    tx.rows(
        "same_work/part",
        rows=[_owner_and_work(row) for row in stored_rows if row["owner"] != row["work"]],
    )
    clean_up(tx, owners, ends, *added)
    tx.rows("same_work/forget", ids=[row["id"] for row in stored_rows], works=works)


def _split_fulltexts(tx: "Transaction", works: Sequence[str]) -> None:
    rows = tx.rows("same_work/kept", works=works, types=(_TEXT,))
    shown = [*{*works, *(row["owner"] for row in rows)}]
    delete_texts(tx, shown)
    restore_texts(
        tx,
        ((row["run"], superseded.parse_record(superseded.FULLTEXT, row["record"])) for row in rows),
    )
    tx.rows("same_work/forget", ids=[row["id"] for row in rows], works=[])


def _name_lookup(tx: "Transaction", ids: Iterable[str]) -> Callable[[str], str]:
    rows = tx.rows("same_work/renamed", ids=sorted(ids))
    works = {row["id"]: row["work"] for row in rows}
    return lambda name: works.get(name, name)


def _owner_and_work(row: _Row) -> _Row:
    return {"owner": row["owner"], "work": row["work"]}


def _write_in_batches(
    db: "Database",
    lock: "WriteLock",
    types: Sequence[str],
    size: int,
    work: "Callable[[Transaction, Sequence[str]], None]",
) -> None:
    works = [row["work"] for row in db.rows("same_work/kept_works", types=types)]
    for part in split_batches(works, size):
        lock.write(part, work)
