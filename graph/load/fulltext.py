"""Write a batch of full texts: paragraphs, mentions, and the pairs mentioned together.

A mention counts when the paper that makes it cites the mentioned one and a record of that one is
loaded; the others are left out and listed. Pairs are kept once per citing paper, from the
smaller id to the larger.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.load.batch import Account, Entry, conflict, unique
from scinet.graph.records import FulltextRecord

if TYPE_CHECKING:
    from scinet.graph.connection import Transaction

_MANY_PAPERS: Final = 200  # a list, not a discussion; its pairs would outnumber all others


def write_fulltext(
    tx: "Transaction", entries: Sequence[Entry[FulltextRecord]], account: Account, run: str
) -> None:
    """Store the full texts of one batch inside its transaction.

    Args:
        tx: The transaction.
        entries: Valid records, in reading order.
        account: Where the outcome of every record is added.
        run: The load that they belong to.
    """
    kept = unique(entries, account)
    stored = {row["id"]: row for row in tx.rows("load/fulltext_stored", ids=list(kept))}
    fresh: list[tuple[Entry[FulltextRecord], dict[str, Any]]] = []
    cleared: list[str] = []
    for identifier, entry in kept.items():
        row = stored.get(identifier)
        digest = entry.record.digest
        if row is None:
            account.reject(
                entry.line, "unknown_paper", f"the graph has no record of {identifier!r}"
            )
        elif row["digest"] == digest:
            account.counts["merged"] += 1
        elif row["digest"] is None or digest < row["digest"]:
            account.take_over(entry)
            fresh.append((entry, row))
            if row["digest"] is not None:
                cleared.append(identifier)
                if row["run"] == run:
                    account.counts["loaded"] -= 1
                    conflict(entry.line, identifier, account)
                else:
                    account.counts["replaced"] += 1
        else:
            conflict(entry.line, identifier, account)
    if cleared:
        tx.rows("load/fulltext_clear", ids=cleared)
    if fresh:
        _add(tx, fresh, account, run)


def _add(
    tx: "Transaction",
    fresh: Sequence[tuple[Entry[FulltextRecord], dict[str, Any]]],
    account: Account,
    run: str,
) -> None:
    texts: list[dict[str, Any]] = []
    mentions: list[dict[str, Any]] = []
    pairs: list[dict[str, Any]] = []
    for entry, row in fresh:
        record = entry.record
        dated = {"date": row["date"], "day": row["day"]}
        cited, unknown = set(row["cited"]), set(row["unknown"])
        together: dict[tuple[str, str], list[str]] = {}
        parts: list[tuple[str, int, str | None, str]] = []
        for position, paragraph in enumerate(record.paragraphs):
            identifier = f"{record.id}#{position}"
            parts.append((identifier, position, paragraph.section, paragraph.text))
            good = []
            for mention in paragraph.mentions:
                if mention.paper_id in cited:
                    good.append((mention.paper_id, mention.start, mention.end))
                else:
                    reason = _reason(mention.paper_id, record.id, unknown)
                    account.counts[f"mentions.rejected.{reason}"] += 1
                    account.remark(entry.line, reason, f"{mention.paper_id!r} ({identifier})")
            if good:
                account.counts["mentions.loaded"] += len(good)
                mentions.append({"id": identifier, "mentions": good, **dated})
            papers = sorted({paper for paper, _, _ in good})
            if len(papers) > _MANY_PAPERS:
                account.counts["accepted.over_200_papers_in_paragraph"] += 1
                continue
            for pair in combinations(papers, 2):
                together.setdefault(pair, []).append(identifier)
        texts.append({"id": record.id, "digest": record.digest, "paragraphs": parts})
        pairs.extend(
            {"first": a, "second": b, "citing_id": record.id, "paragraph_ids": where, **dated}
            for (a, b), where in together.items()
        )
    hashes = [{"id": text["id"], "digest": text["digest"]} for text in texts]
    tx.rows("load/fulltext", rows=hashes, run=run)
    tx.rows("load/paragraph", rows=[{k: t[k] for k in ("id", "paragraphs")} for t in texts])
    tx.rows("load/mention", rows=mentions)
    tx.rows("load/co_mention", rows=pairs)
    tx.rows("load/mention_count", ids=[text["id"] for text in texts])


def _reason(mentioned: str, citing: str, unknown: set[str]) -> str:
    if mentioned == citing:
        return "mentions_itself"
    return "mention_of_unknown" if mentioned in unknown else "comention_not_in_references"
