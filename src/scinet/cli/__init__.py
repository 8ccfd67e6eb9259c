"""The ``scinet`` command.

Results go to standard output, progress and logs to standard error. Exit status: 0 done, 1 a
ScinetError, 2 wrong usage, 130 or 143 stopped. Each module adds its commands to ``root.app`` and
is imported when ``commands.COMMANDS`` names it for the command that was typed; imports that cost
time stand inside the commands.
"""

from scinet.cli import signals


def main() -> None:
    """Run the command; signals are listened to before anything that takes time is imported."""
    with signals.listen_for_signals():
        from scinet.cli.root import run

        run()
