"""Stages 3 to 6: mentions of a paper, their function, confirmed reuse, and its paragraphs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from scinet.models.citations.sentences import extract_sentence
from scinet.models.scipaths.silver.session import Row, Session, is_verbatim

CITED_MARK: Final = "<CITED HERE>"
_BATCH_SIZE: Final = 25
# Labels of citations in the graph, by those of ACL-ARC; SciCite's method is both.
_FUNCTIONS: Final = {
    "background": "Background",
    "uses": "Uses",
    "method": "Uses",
    "extends": "Extends",
    "compareorcontrast": "CompareOrContrast",
    "result": "CompareOrContrast",
    "motivation": "Motivation",
    "future": "Future",
}
_SHARED_KEYS: Final = ("paper_id", "citing_paper_id", "citing_title", "relation")
_REUSE_FUNCTIONS: Final = frozenset({"Uses", "Extends"})


def find_contexts(papers: Sequence[str], session: Session) -> list[Row]:
    """Find the sentences in which later papers mention each paper (stage 3)."""
    return [
        {
            "paper_id": paper,
            "citing_paper_id": row["citing_id"],
            "citing_title": row["title"],
            "paragraph_id": row["paragraph_id"],
            "start": start,
            "context": _mask_mention(row["text"], start, end),
            "intent": intent,
        }
        for paper in papers
        for row in session.database.rows("task/contexts", paper_id=paper, before=session.before)
        for start, end, intent in row["mentions"]
    ]


def classify_functions(rows: Sequence[Row], session: Session) -> list[Row]:
    """Classify each mention by its label in the graph, else by the model (stage 4)."""
    bare = [row for row in rows if _graph_function(row) is None]
    questions = [(str(row["paragraph_id"]), {"context": row["context"]}) for row in bare]
    replies = iter(session.ask("function", questions))
    classified: list[Row] = []
    for row in rows:
        label, source = _graph_function(row), "graph"
        confidence = None
        if label is None:
            value = next(replies)
            if value is None:
                continue
            label, confidence, source = value["function"], value["confidence"], "model"
        classified.append(
            {**row, "function": label, "confidence": confidence, "function_by": source}
        )
    return classified


def verify_reuse(rows: Sequence[Row], session: Session) -> list[Row]:
    """Verify mentions that use or extend the paper, each with a quotation (stage 5).

    Quotations that are not in the sentence confirm nothing, and are counted.
    """
    likely = [row for row in rows if row["function"] in _REUSE_FUNCTIONS]
    by_paper: dict[str, list[Row]] = {}
    for row in likely:
        by_paper.setdefault(row["paper_id"], []).append(row)
    parts = [
        (paper, listed[start : start + _BATCH_SIZE])
        for paper, listed in by_paper.items()
        for start in range(0, len(listed), _BATCH_SIZE)
    ]
    questions = [
        (paper, {"contexts": [{"text": r["context"], "label": r["function"]} for r in part]})
        for paper, part in parts
    ]
    confirmed: list[Row] = []
    for (_, part), value in zip(parts, session.ask("verify", questions), strict=True):
        verdicts = {verdict["item"]: verdict for verdict in (value or {}).get("verdicts", ())}
        for number, row in enumerate(part, start=1):
            verdict = verdicts.get(number)
            if verdict is None or verdict["verdict"] == "NOT_CONFIRMED":
                session.counts["not_confirmed"] += 1
            elif not is_verbatim(verdict["cue"], row["context"]):
                session.counts["cue_not_verbatim"] += 1
            else:
                confirmed.append({**row, "relation": verdict["verdict"], "cue": verdict["cue"]})
    return confirmed


def collect_paragraphs(rows: Sequence[Row], session: Session) -> list[Row]:
    """Collect the paragraphs of confirmed mentions, by citing paper and relation (stage 6).

    Papers that fewer than two others reuse are left out.
    """
    texts = {
        row["paragraph_id"]: row["text"]
        for paper in sorted({str(row["paper_id"]) for row in rows})
        for row in session.database.rows("task/contexts", paper_id=paper, before=session.before)
    }
    together: dict[tuple[str, str, str], Row] = {}
    for row in rows:
        key = (row["paper_id"], row["citing_paper_id"], row["relation"])
        shared = {name: row[name] for name in _SHARED_KEYS}
        group = together.setdefault(key, {**shared, "cues": [], "paragraphs": []})
        group["cues"].append(row["cue"])
        if (text := texts[row["paragraph_id"]]) not in group["paragraphs"]:
            group["paragraphs"].append(text)
    users = Counter(paper for paper, _ in {(paper, citing) for paper, citing, _ in together})
    session.counts["papers_reused_once"] += sum(count < 2 for count in users.values())
    return [row for (paper, _, _), row in sorted(together.items()) if users[paper] > 1]


def _mask_mention(paragraph: str, start: int, end: int) -> str:
    """Return the sentence of a mention, with a mark in its place."""
    sentence = extract_sentence(paragraph, start, end)
    return f"{sentence.text[: sentence.start]}{CITED_MARK}{sentence.text[sentence.end :]}"


def _graph_function(row: Mapping[str, object]) -> str | None:
    return _FUNCTIONS.get(str(row["intent"] or "").lower())
