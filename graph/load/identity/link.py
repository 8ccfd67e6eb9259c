"""Put records of one work together after a load, and take them apart before the next.

Both go in transactions of some works each; what was stopped in either is first taken apart.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from scinet.graph.load import spares
from scinet.graph.load.batch import parts
from scinet.graph.load.identity.combined import combined, disagreements, renamed
from scinet.graph.load.identity.groups import Conflict, Group, Shared, Stated, grouped
from scinet.graph.load.links import numbered
from scinet.graph.load.papers import add_papers, tidy
from scinet.graph.load.undo import forget_texts, restore_texts

if TYPE_CHECKING:
    from scinet.graph.connection import Database, Transaction
    from scinet.graph.load.journal import Lock

_WORKS: Final = 500
_TEXTS: Final = 100
_PAPER, _WORK, _TEXT = "paper", "work", "fulltext"
_PAPERS: Final = (_PAPER, _WORK)
_SHOWN: Final = "same work"  # stands for the load of what is shown
_Row = dict[str, Any]
T = TypeVar("T")


def link(db: "Database", lock: "Lock") -> dict[str, Any]:
    """Put together what the records of the graph say of one work; returns the account of it."""
    shared = [Shared(**row) for row in db.rows("same_work/shared")]
    if not shared:
        return {}
    ids = sorted({one.paper for one in shared} | {one.other for one in shared if one.is_record})
    said = {
        row["id"]: Stated(row["doi"], row["title"]) for row in db.rows("same_work/stated", ids=ids)
    }
    found, conflicts = grouped(shared, said)
    for part in parts(found, _WORKS):
        lock.write(part, _keep)
    for some in parts(conflicts, _WORKS):
        rows = [
            {"kind": c.kind, "values": c.values, "papers": c.papers, "reason": c.reason}
            for c in some
        ]
        lock.write(rows, lambda tx, rows: tx.rows("same_work/conflict", rows=rows))
    _each(db, lock, _PAPERS, _WORKS, _show)
    _each(db, lock, (_TEXT,), _TEXTS, _show_texts)
    return account(found, conflicts)


def unlink(db: "Database", lock: "Lock") -> None:
    """Take apart what was put together: the graph is that of the records as they were loaded."""
    _each(db, lock, _PAPERS, _WORKS, _part)
    _each(db, lock, (_TEXT,), _TEXTS, _part_texts)
    db.rows("same_work/forget_conflicts")


def is_joined(told: dict[str, Any]) -> bool:
    """Whether something was put together."""
    return "works" in told or "cited_works" in told


def account(found: Sequence[Group], conflicts: Sequence[Conflict]) -> dict[str, Any]:
    """How many works are of several records, and how many conflicts there are, by reason."""
    several = [one for one in found if len(one.papers) > 1]
    reasons = sorted({one.reason for one in conflicts})
    numbers = {
        "works": len(several),
        "records": sum(len(one.papers) for one in several),
        "cited_works": sum(len(one.works) for one in found),
    }
    numbers |= {
        f"conflict_{reason}": sum(one.reason == reason for one in conflicts) for reason in reasons
    }
    return {name: number for name, number in numbers.items() if number}


def _keep(tx: "Transaction", groups: Sequence[Group]) -> None:
    """Keep the records of works, and those that will be another one's by them."""
    several = [one for one in groups if len(one.papers) > 1]
    papers = {paper: one.id for one in several for paper in one.papers}
    others = {work: one.id for one in groups for work in one.works}
    named = [{"ids": [*{one.id, *one.papers}, *one.works]} for one in groups]
    alone = {row["id"] for row in tx.rows("same_work/citing_twice", rows=named)} - papers.keys()
    records = _records(tx, [*papers, *alone])
    rows = [
        {**records[one], "type": _PAPER, "owner": one, "work": papers.get(one, one)}
        | {"is_alone": one in alone}
        for one in records
    ]
    blank = dict.fromkeys(("run", "dropped", "digest", "record"))
    rows += [
        {**blank, "type": _WORK, "owner": work, "work": own, "is_alone": False}
        for work, own in others.items()
    ]
    aliases = [one for one, own in (papers | others).items() if one != own]
    texts = [row["id"] for row in tx.rows("same_work/texts", papers=[*papers], works=aliases)]
    for owner, (record, run) in spares.stored_texts(tx, texts).items():
        row = {"type": _TEXT, "owner": owner, "work": papers.get(owner, owner), "run": run}
        rows.append({**blank, **row, "record": record, "is_alone": owner not in papers})
    tx.rows("same_work/keep", rows=rows)
    tx.rows("same_work/mark", rows=[_same_work(one, records) for one in groups])


def _records(tx: "Transaction", ids: Sequence[str]) -> dict[str, _Row]:
    stored = {row["id"]: row for row in tx.rows("load/paper_stored", ids=ids)}
    return {
        own: {"record": record, **{key: stored[own][key] for key in ("run", "dropped", "digest")}}
        for own, record in spares.stored_papers(tx, ids).items()
    }


def _same_work(group: Group, records: dict[str, _Row]) -> _Row:
    row = {"id": group.id, "papers": group.papers, "works": group.works, "kinds": group.kinds}
    if len(group.papers) < 2:
        return {**row, "disagree": []}
    listed = [spares.read(spares.PAPER, records[one]["record"]) for one in group.papers]
    return {**row, "disagree": disagreements(listed)}


def _show(tx: "Transaction", works: Sequence[str]) -> None:
    """Show works as their records together say."""
    kept = tx.rows("same_work/kept", works=works, types=_PAPERS)
    rows = [row for row in kept if row["type"] == _PAPER]
    owners = [row["owner"] for row in rows]
    by_work: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        by_work[row["work"]].append(spares.read(spares.PAPER, row["record"]))
    cited = {one for listed in by_work.values() for r in listed for one in (r.id, *r.references)}
    name = _names(tx, cited)
    forget_texts(tx, owners)
    ends = tx.rows("load/paper_clear", ids=owners)
    added = add_papers(tx, [combined(own, listed, name) for own, listed in by_work.items()], _SHOWN)
    tx.rows("same_work/lead", rows=[_ends(row) for row in kept if row["owner"] != row["work"]])
    tx.rows("same_work/hide_authors", ids=sorted({a for row in ends for a in row["authors"]}))
    tidy(tx, list(by_work), ends, added)


def _show_texts(tx: "Transaction", works: Sequence[str]) -> None:
    rows = tx.rows("same_work/kept", works=works, types=(_TEXT,))
    forget_texts(tx, works)
    texts: dict[str, Any] = {}
    for row in rows:
        text = spares.read(spares.FULLTEXT, row["record"])
        earlier = texts.setdefault(row["work"], text)
        texts[row["work"]] = min(earlier, text, key=lambda one: one.digest)
    cited = {m.paper_id for text in texts.values() for p in text.paragraphs for m in p.mentions}
    name = _names(tx, cited)
    restore_texts(tx, ((_SHOWN, renamed(own, text, name)) for own, text in texts.items()))


def _part(tx: "Transaction", works: Sequence[str]) -> None:
    """Give records their own nodes again."""
    kept = tx.rows("same_work/kept", works=works, types=_PAPERS)
    rows = [row for row in kept if row["type"] == _PAPER]
    owners = [row["owner"] for row in rows]
    ends = tx.rows("load/paper_clear", ids=[*{*owners, *(row["work"] for row in rows)}])
    cited = [row["owner"] for row in kept if row["type"] == _WORK]
    there = numbered(tx.rows("load/work_numbers", ids=cited))
    tx.rows("load/work", ids=[work for work in cited if work not in there])
    by_run: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        by_run[row["run"]].append(spares.read(spares.PAPER, row["record"]))
    added = [add_papers(tx, records, run) for run, records in by_run.items()]
    tx.rows("same_work/show_authors")
    tx.rows("same_work/dropped", rows=[{k: row[k] for k in ("owner", "dropped")} for row in rows])
    tx.rows("same_work/part", rows=[_ends(row) for row in kept if row["owner"] != row["work"]])
    tidy(tx, owners, ends, *added)
    tx.rows("same_work/forget", ids=[row["id"] for row in kept], works=works)


def _part_texts(tx: "Transaction", works: Sequence[str]) -> None:
    rows = tx.rows("same_work/kept", works=works, types=(_TEXT,))
    shown = [*{*works, *(row["owner"] for row in rows)}]
    forget_texts(tx, shown)
    restore_texts(tx, ((row["run"], spares.read(spares.FULLTEXT, row["record"])) for row in rows))
    tx.rows("same_work/forget", ids=[row["id"] for row in rows], works=[])


def _names(tx: "Transaction", ids: Iterable[str]) -> Callable[[str], str]:
    """How the graph calls works, of the ids that records call them by."""
    rows = tx.rows("same_work/renamed", ids=sorted(ids))
    known = {row["id"]: row["work"] for row in rows}
    return lambda one: known.get(one, one)


def _ends(row: _Row) -> _Row:
    return {"owner": row["owner"], "work": row["work"]}


def _each(
    db: "Database",
    lock: "Lock",
    types: Sequence[str],
    size: int,
    work: "Callable[[Transaction, Sequence[str]], None]",
) -> None:
    works = [row["work"] for row in db.rows("same_work/kept_works", types=types)]
    for part in parts(works, size):
        lock.write(part, work)
