"""Results as stored in ``result.json``, whole but for what a test says of them."""

from typing import Any

from scinet.eval.results import FORMAT


def stored_result(**said: Any) -> dict[str, Any]:
    return {
        "format": FORMAT, "suite": "scinetbench", "task": "path", "system": "bm25",
        "version": "1", "track": "text", "settings": {}, "is_control": False,
        "scoring": "strict", "baseline": "bm25", "similar": 1.0, "metrics": [],
        "comparisons": [], "counts": {}, "headline": "MRR", "options": {}, "left_out": {},
        "before": {"test": "2016-01-01"}, "split": "test", "task_seed": 0, "seed": 0,
        "run_seed": None, "task_fingerprint": "f" * 64, "graph_fingerprint": "a" * 64, **said,
    }  # fmt: skip
