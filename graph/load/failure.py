"""Errors of loads that could not read all files or rejected too much."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from scinet.errors import DataError
from scinet.graph.load.report import count_rejected, nest_counts
from scinet.graph.sources.file_faults import FileFault

_NAMED: Final = 5  # broken files in one message
_ABSENT: Final = "missing_file"
_FEW: Final = 1  # bad records that a load takes, whatever their share
_CONFLICT_HINT: Final = (
    "where two files use one id for different papers, load each with its own --source; a newer "
    "state of a source takes the place of the older one with --replace; fix them"
)


def failure_reason(faults: Sequence[FileFault], total: Counter[str], most: float) -> str | None:
    """Return the reason why a load is incomplete; None if it is complete.

    A single bad record among good ones is tolerated unless none is.

    Args:
        most: Tolerated share of bad records.
    """
    if faults:
        named = [f"{fault.name} {fault.message} ({fault.reason})" for fault in faults[:_NAMED]]
        if len(faults) > _NAMED:
            named.append(f"{len(faults) - _NAMED} more")
        return ", ".join(named)
    bad = count_rejected(total)
    few = _FEW if most and bad < total["read"] else 0
    if bad > max(few, most * total["read"]):
        share = bad / total["read"]
        return f"{share:.1%} of the records are bad, more than {most:.1%}"
    return None


def incomplete_error(
    why: str,
    faults: Sequence[FileFault],
    total: Counter[str],
    rejects: Path,
    *,
    run: str | None = None,
) -> DataError:
    """Make the error of an incomplete load, whose good records are stored.

    Args:
        run: Its name, where a graph holds it.
    """
    account = (
        f"{total['read']} read, {total['loaded']} loaded, {total['merged']} merged, "
        f"{count_rejected(total)} rejected"
    )
    back = f" `scinet remove {run}` takes away what was loaded." if run else ""
    if faults:
        return DataError(f"{why}; {account}", hint=_remedy(faults) + back)
    reasons = nest_counts(total)["rejected"]
    most = max(reasons, key=reasons.__getitem__)
    remedy = _CONFLICT_HINT if most == "conflict" else "fix them"
    return DataError(
        f"{why}: {account}, most often {most}",
        hint=f"They are listed in {rejects}; {remedy}, or run the same command "
        f"with a higher --max-rejected.{back}",
    )


def unreadable_error(faults: Sequence[FileFault]) -> DataError:
    """Make the error when none of the files can be read."""
    if not faults:
        return DataError("no file was given", hint="Name a file, a folder, or - for stdin.")
    return DataError(failure_reason(faults, Counter(), 1) or "", hint=_remedy(faults))


def _remedy(faults: Sequence[FileFault]) -> str:
    if all(fault.reason == _ABSENT for fault in faults):
        return "Name files that are there."
    return "Fix or replace what is broken and run the same command again."
