"""Correlates of a domain's shares: its rate of change, and the frequency of its rare words.

Source:
    ScienceMeter, which correlates the goals with the mean citations of a domain's papers, with each
    other, and with the frequency of a domain's rarest tokens in training data.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError
from scinet.eval.agreement import load_ratings
from scinet.eval.suites.json_files import is_finite, read_bytes
from scinet.eval.suites.sciencemeter import metrics
from scinet.eval.suites.sciencemeter.shares import Share
from scinet.eval.task import Query, Row

NUM_RAREST: Final = 100
"""Number of tokens of a domain that count: the rarest by the user's file."""
_MIN_DOMAINS: Final = 3  # for a correlation
_DOMAIN_KEYS: Final = ("domain", "name", "field_id")
_TOKEN: Final = re.compile(r"[^\W\d_]+")


def read_facts(file: Path) -> dict[str, dict[str, float]]:
    """Read numbers by domain, as in JSON lines of ``scinet indicators volatility --json``.

    The domain is in ``domain``, else ``name``, else ``field_id``; every number counts.
    """
    by_domain: dict[str, dict[str, float]] = {}
    for record in load_ratings(file).records:
        domain = next((record.fields[key] for key in _DOMAIN_KEYS if record.fields.get(key)), None)
        if domain is None or domain in by_domain:
            record.refuse(f"it names no domain that is new: {domain!r}")
        by_domain[str(domain)] = {
            name: float(value) for name, value in record.fields.items() if is_finite(value)
        }
    return by_domain


def count_rare_tokens(
    file: Path, queries: Sequence[Query], truth: Mapping[str, Row]
) -> dict[str, dict[str, float]]:
    """Compute the frequency of the rarest tokens of each domain's texts, by a file of counts.

    The tokens are the :data:`NUM_RAREST` words of titles, abstracts and claims with the smallest
    counts in the file, a JSON object of numbers by lower-case word; words without a count are
    skipped.

    Returns:
        For each domain ``rare_tokens``, the number of these, and ``token_count``, the mean decimal
        logarithm of one more than their counts.
    """
    hint = 'Write {"word": 12, …}.'
    try:
        corpus_counts = json.loads(read_bytes(file, hint=hint).decode())
    except ValueError:
        corpus_counts = None
    if not isinstance(corpus_counts, dict) or not all(map(is_finite, corpus_counts.values())):
        raise DataError(f"expected a JSON object of numbers by token ({file})", hint=hint)
    words: dict[str, set[str]] = {}
    for query in queries:
        inputs, domain = query.inputs, str(truth[query.query_id]["domain"] or "")
        update = inputs.get("update") or {}
        texts = [inputs.get("title"), inputs.get("claim")]
        texts += [update.get("title"), update.get("abstract")]
        for text in texts:
            words.setdefault(domain, set()).update(_TOKEN.findall(str(text or "").lower()))
    by_domain: dict[str, dict[str, float]] = {}
    for domain, own in words.items():
        counts = sorted(float(corpus_counts[word]) for word in own & corpus_counts.keys())[
            :NUM_RAREST
        ]
        if counts:
            mean = sum(math.log10(1 + count) for count in counts) / len(counts)
            by_domain[domain] = {"rare_tokens": len(counts), "token_count": mean}
    if not by_domain:
        raise DataError(
            f"no word of the task is counted ({file})", hint="Words are in lower case there."
        )
    return by_domain


def correlate_goals(
    shares: Sequence[Share], domain_facts: Mapping[str, Mapping[str, float]]
) -> list[Row]:
    """Correlate the three goals with each other and with facts of domains.

    Pearson's r with its p-value, and Spearman's rho, over domains that have both; for pairs with
    three domains or more that do not all have one value.
    """
    rows: list[Row] = []
    for reading in dict.fromkeys(share["reading"] for share in shares):
        columns: dict[str, dict[str, float]] = {goal: {} for goal in metrics.GOALS}
        for share in shares:
            if (
                share["reading"] == reading
                and share["domain"] is not None
                and share["metric"] in columns
                and share["needs_new_unknown"]
                and share["claims"] == "all"
                and not math.isnan(share["value"])
            ):
                columns[share["metric"]][share["domain"]] = share["value"]
        goals = list(columns)
        for domain, numbers in domain_facts.items():
            for name, value in numbers.items():
                columns.setdefault(name, {})[domain] = value
        pairs = [
            *((fact, goal) for fact in columns if fact not in goals for goal in goals),
            *combinations(goals, 2),
        ]
        for first, second in pairs:
            if row := _correlate(columns[first], columns[second]):
                rows.append({"reading": reading, "metric": first, "with": second, **row})
    return rows


def _correlate(
    values_a: Mapping[str, float], values_b: Mapping[str, float]
) -> dict[str, Any] | None:
    from scipy.stats import pearsonr, spearmanr  # slow to import

    both = sorted(values_a.keys() & values_b.keys())
    first, second = [values_a[name] for name in both], [values_b[name] for name in both]
    if len(both) < _MIN_DOMAINS or len(set(first)) == 1 or len(set(second)) == 1:
        return None
    pearson = pearsonr(first, second)
    return {
        "domains": len(both),
        "r": float(pearson.statistic),
        "p": float(pearson.pvalue),
        "rho": float(spearmanr(first, second).statistic),
    }
