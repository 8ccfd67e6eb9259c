"""The report: one HTML file on the network and everything found on it."""

from pathlib import Path

from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.session.learn import Learn


def _written(file: Path, line: Line) -> None:
    line.emit({"report": str(file)})


verb(app, "report --before 2016-01-01 --results results --out report.html", Learn.report, _written)
