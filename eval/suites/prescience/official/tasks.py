"""Import of PreScience's rows as tasks: splits by time, queries and omissions."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace

import numpy as np

from scinet.errors import DataError, NotFoundError
from scinet.eval.suites.official import ImportRequest
from scinet.eval.suites.prescience.official import published
from scinet.eval.suites.prescience.official.protocols import PROTOCOLS, Protocol
from scinet.eval.suites.prescience.official.record_formats import TaskIds
from scinet.eval.suites.prescience.official.rows import PreScienceCorpus, TargetRow
from scinet.eval.suites.prescience.targets import Period
from scinet.eval.task import Split, TaskDraft
from scinet.eval.task_type import TaskType
from scinet.extension import suggest
from scinet.graph.schema.dates import date_of, day_of
from scinet.graph.snapshot import Snapshot


def draft_task(task_type: TaskType, corpus: PreScienceCorpus, request: ImportRequest) -> TaskDraft:
    """Make a task of a corpus.

    All targets have a query in the test split unless option ``since`` begins it later; splits
    before it then take their years from the earlier targets.
    """
    if task_type.name not in PROTOCOLS:
        raise NotFoundError(
            f"{task_type.suite}/{task_type.name} cannot be built from paper rows",
            hint=suggest(task_type.name, PROTOCOLS),
        )
    if not corpus.targets:
        raise DataError("no row has the role 'target'", hint="Give the files of paper rows.")
    if request.snapshot is not None:
        corpus = _use_graph_days(corpus, request.snapshot)
    options = request.options
    if not options.since:
        options = replace(options, since=corpus.targets[0].day.isoformat())
    protocol = PROTOCOLS[task_type.name](corpus, options, request.seed, request.snapshot)
    left_out = Counter(corpus.left_out)
    splits: dict[str, Split] = {}
    outside = len(corpus.targets)
    for name, period in protocol.periods(request.before).items():
        inside = [t for t in corpus.targets if period.first <= t.day < period.end]
        outside -= len(inside)
        splits[name], reasons = _make_split(protocol, inside, period, request.source)
        prefix = "" if name == "test" else f"{name}_"
        left_out.update({prefix + reason: count for reason, count in reasons.items()})
    return TaskDraft(
        suite=task_type.suite,
        name=task_type.name,
        options={**asdict(options), "source": request.source or ""},
        seed=request.seed,
        counts={
            "queries": len(splits["test"].queries),
            "rows": corpus.rows,
            "papers": len(corpus.day),
            "targets": len(corpus.targets),
            **{f"{n}_queries": len(s.queries) for n, s in splits.items() if n != "test"},
        },
        left_out={**left_out, "targets_outside_the_splits": outside},
        graph_fingerprint=request.graph_fingerprint,
        splits=splits,
    )


def _make_split(
    protocol: Protocol, targets: Sequence[TargetRow], period: Period, source: str | None
) -> tuple[Split, Counter[str]]:
    reasons = {target.id: protocol.reason(target) for target in targets}
    left_out = Counter(reason for reason in reasons.values() if reason is not None)
    selected = [target for target in targets if reasons[target.id] is None]
    most = protocol.options.targets
    if 0 < most < len(selected):
        drawn = np.random.default_rng(protocol.seed).choice(len(selected), most, replace=False)
        selected = [selected[place] for place in sorted(drawn)]
    pairs = [
        protocol.build_query(f"q{n:05d}", target) for n, target in enumerate(selected, start=1)
    ]
    split, lacking = protocol.split(
        period, [query for query, _ in pairs], [row for _, row in pairs]
    )
    inside, ids = {target.id for target in targets}, TaskIds(source)
    sampled_out = {name for name in inside if reasons[name] is None}
    sampled_out -= {target.id for target in selected}
    elsewhere = {target.id for target in protocol.corpus.targets} - inside
    tables = published.make_tables(
        protocol.corpus.files,
        set(map(ids.bare, inside)),
        set(map(ids.bare, sampled_out | elsewhere)),
    )
    return replace(split, tables={**split.tables, **tables}), left_out + Counter(lacking)


def _use_graph_days(corpus: PreScienceCorpus, snapshot: Snapshot) -> PreScienceCorpus:
    """Return the corpus with the days of the graph, which systems use.

    A paper dated to the month in the graph may have any day of it in the rows; it and its authors
    are known from the end of that month on.
    """
    days = zip(snapshot.first_day.tolist(), snapshot.day.tolist(), strict=True)
    stored = dict(zip(snapshot.paper_id, days, strict=True))
    wrong = [
        paper
        for paper, day in corpus.day.items()
        if paper not in stored or not stored[paper][0] <= day_of(day) <= stored[paper][1]
    ]
    _refuse_lacking("papers", wrong, len(corpus.day), " or dates them otherwise")
    since = {
        author: date_of(stored[snapshot.paper_id[papers[0]]][1])
        for number, author in enumerate(snapshot.author_id)
        if len(papers := snapshot.author_papers.row(number))
    }
    strangers = [author for author in corpus.first_day if author not in since]
    _refuse_lacking("authors", strangers, len(corpus.first_day))
    return replace(
        corpus,
        day={paper: date_of(stored[paper][1]) for paper in corpus.day},
        first_day={author: max(day, since[author]) for author, day in corpus.first_day.items()},
    )


def _refuse_lacking(what: str, lacking: Sequence[str], total: int, otherwise: str = "") -> None:
    if lacking:
        raise DataError(
            f"the graph lacks {len(lacking)} of the {total} {what} of the files{otherwise}, such "
            f"as {lacking[0]}",
            hint="Load the same files with `scinet load`, or give --no-graph for a task "
            "that is only scored.",
        )
