"""The report: one HTML file on the network and everything found on it."""

from pathlib import Path

from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.session.learn import Learn


def _print_file(file: Path, line: Invocation) -> None:
    line.emit({"report": str(file)})


add_command(
    app, "report --before 2016-01-01 --results results --out report.html", Learn.report, _print_file
)
