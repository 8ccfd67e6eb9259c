"""Reading the files of a folder as a load does, and parsing them alone.

A process of its own imports this and no more than a load does: its memory is that of the reader.
"""

from pathlib import Path
from typing import Any, Final

from benchmarks.clock import timed
from benchmarks.formats.parsers import Parser
from scinet import machine
from scinet.graph.load.batch import batched, read
from scinet.graph.load.failure import unreadable
from scinet.graph.load.plan import planned
from scinet.graph.sources.counts import Table
from scinet.graph.sources.files import Reading

_WITHIN_S: Final = 15.0


def rate(folder: Path, parser: Parser | None) -> dict[str, Any]:
    """Seconds and peak memory of reading, what was read, and the seconds of the parser."""
    seconds, (found, cited) = timed(lambda: counted(folder), within_s=_WITHIN_S)
    done = {
        "seconds": seconds,
        "papers": found,
        "citations": cited,
        "peak_mib": machine.peak_mib(),
    }
    if parser is None:
        return done
    alone, _ = timed(lambda: parser(folder), within_s=_WITHIN_S)
    return {**done, "parser_s": alone}


def counted(folder: Path) -> tuple[int, int]:
    """Make records of all papers and of all full text; how many papers, and how many citations."""
    found = cited = 0
    with planned([folder], kind=None, source="bench", table=Table({})) as plan:
        faults = list(plan.faults)
        for part in plan.parts:
            reading = Reading()
            for lines in batched(part.kind.lines(part.files, reading), part.kind.batch_size):
                made, _ = read(lines, part.kind.make, part.source)
                if part.kind.has_papers:
                    found += len(made)
                    cited += sum(len(entry.record.references) for entry in made)
            faults += reading.faults
    if faults:
        raise unreadable(faults)
    return found, cited
