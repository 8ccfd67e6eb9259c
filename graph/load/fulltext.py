"""Storage of a batch of full texts: paragraphs, mentions, and pairs mentioned together.

A mention counts if its paper cites the mentioned one and a record of that one is loaded; others
are left out and listed. Pairs are stored once per citing paper, from the smaller id to the larger.
A stored text that lacks mentions which the records now allow is stored anew.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.db.fingerprint import HashSum
from scinet.graph.load.batch import BatchEntry, BatchReport, deduplicate
from scinet.graph.load.external_texts import INSIDE, stored_text
from scinet.graph.load.superseded import FULLTEXT, SupersededRecords, stored_texts, unlinked_mention
from scinet.graph.schema.records import FulltextRecord

if TYPE_CHECKING:
    from scinet.graph.db.connection import Transaction

_MANY_PAPERS: Final = 200  # in a paragraph: a list, whose pairs would outnumber all others


@dataclass(frozen=True, slots=True)
class _TextParts:
    """Content of one text to store, given the records loaded now."""

    paragraphs: list[tuple[str, int, str | None, str, list[str] | None]] = field(
        default_factory=list
    )
    mentions: list[dict[str, Any]] = field(default_factory=list)
    pairs: list[dict[str, Any]] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def is_stored(self, row: Mapping[str, Any]) -> bool:
        """Whether the stored text has all of this.

        The stored content is never more than this, so comparing sizes suffices.
        """
        pairs = sum(len(pair["paragraph_ids"]) for pair in self.pairs)
        return (self.counts["mentions.loaded"], pairs) == (row["mentions"], row["pairs"])

    def add_to(self, total: HashSum, paper: str) -> None:
        total.add("paragraph", [(own[0], paper, *own[1:4]) for own in self.paragraphs])
        for row in self.mentions:
            total.add("mention", [(row["id"], m[0], row["day"], *m[1:]) for m in row["mentions"]])
        total.add(
            "co_mention",
            [
                (
                    pair["first"], pair["second"], paper, pair["day"], len(pair["paragraph_ids"]),
                    pair["paragraph_ids"],
                )
                for pair in self.pairs
            ],
        )  # fmt: skip


def write_fulltext(
    tx: "Transaction",
    entries: Sequence[BatchEntry[FulltextRecord]],
    account: BatchReport,
    run: str,
    *,
    outside: Mapping[str, str] = INSIDE,
) -> None:
    """Store the full texts of one batch inside its transaction.

    Args:
        outside: References of texts that are kept outside the graph.
    """
    unique_entries = deduplicate(entries, account)
    superseded = SupersededRecords(FULLTEXT, run, outside)
    displaced: list[str] = []
    stored_rows = {
        row["id"]: row for row in tx.rows("load/fulltext_stored", ids=list(unique_entries))
    }
    fresh: list[tuple[FulltextRecord, _TextParts]] = []
    cleared: list[str] = []
    for identifier, entry in unique_entries.items():
        row = stored_rows.get(identifier)
        if row is None:
            account.reject(
                entry.line, "unknown_paper", f"the graph has no record of {identifier!r}"
            )
            continue
        current, by_run = row["digest"], row["run"]
        parts = _text_parts(entry.record, row)
        if not superseded.settle(entry, account, current, by_run, is_whole=parts.is_stored(row)):
            continue
        superseded.take(identifier)
        if current not in {None, entry.record.digest}:
            displaced.append(identifier)
        elif current is not None and by_run != run:
            superseded.add(identifier, identifier, current, run=by_run)
        account.add_parts(entry.line, parts.counts, parts.left_out)
        fresh.append((entry.record, parts))
        if current is not None:
            cleared.append(identifier)
    for identifier, (record, whose) in stored_texts(tx, displaced).items():
        rank = stored_rows[identifier]["digest"]
        superseded.add(identifier, identifier, rank, record, run=whose)
        superseded.take(identifier)
    superseded.write(tx)
    if cleared:
        tx.rows("load/fulltext_clear", ids=cleared)
    else:
        account.change = HashSum()
        for text, parts in fresh:
            parts.add_to(account.change, text.id)
    if fresh:
        _add_texts(tx, fresh, run, outside)


def _text_parts(record: FulltextRecord, row: Mapping[str, Any]) -> _TextParts:
    dated = {"date": row["date"], "day": row["day"]}
    cited, unknown, withheld = set(row["cited"]), set(row["unknown"]), set(record.withheld)
    made = _TextParts()
    together: dict[tuple[str, str], list[str]] = {}
    for position, paragraph in enumerate(record.paragraphs):
        identifier = f"{record.id}#{position}"
        good, others = [], []
        for mention in paragraph.mentions:
            place = (position, mention.start, mention.end, mention.paper_id)
            if mention.paper_id in cited and place not in withheld:
                good.append((mention.paper_id, mention.start, mention.end))
            else:
                others.append(unlinked_mention(mention.start, mention.end, mention.paper_id))
                reason = _reason(mention.paper_id, record.id, unknown)
                made.counts[f"mentions.rejected.{reason}"] += 1
                made.left_out.append((reason, f"{mention.paper_id!r} ({identifier})"))
        own = (identifier, position, paragraph.section, paragraph.text, others or None)
        made.paragraphs.append(own)
        if good:
            made.counts["mentions.loaded"] += len(good)
            made.mentions.append({"id": identifier, "mentions": good, **dated})
        papers = sorted({paper for paper, _, _ in good})
        if len(papers) > _MANY_PAPERS:
            made.counts["accepted.over_200_papers_in_paragraph"] += 1
            continue
        for pair in combinations(papers, 2):
            together.setdefault(pair, []).append(identifier)
    made.pairs.extend(
        {"first": a, "second": b, "citing_id": record.id, "paragraph_ids": where, **dated}
        for (a, b), where in together.items()
    )
    return made


def _add_texts(
    tx: "Transaction",
    texts: Sequence[tuple[FulltextRecord, _TextParts]],
    run: str,
    outside: Mapping[str, str],
) -> None:
    hashes = [{"id": record.id, "digest": record.digest} for record, _ in texts]
    paragraphs = [
        {
            "id": record.id,
            "paragraphs": [(*p[:3], stored_text(p[3], outside), p[4]) for p in parts.paragraphs],
        }
        for record, parts in texts
    ]
    tx.rows("load/fulltext", rows=hashes, run=run)
    tx.rows("load/paragraph", rows=paragraphs)
    tx.rows("load/mention", rows=[row for _, parts in texts for row in parts.mentions])
    tx.rows("load/co_mention", rows=[row for _, parts in texts for row in parts.pairs])
    tx.rows("load/mention_count", ids=[record.id for record, _ in texts])


def _reason(mentioned: str, citing: str, unknown: set[str]) -> str:
    if mentioned == citing:
        return "mentions_itself"
    return "mention_of_unknown" if mentioned in unknown else "comention_not_in_references"
