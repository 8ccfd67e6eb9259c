"""Configuration files of trained systems: the settings that were chosen, and how.

``SYSTEM-TASK.toml`` holds a table ``[settings]``, one value per setting, and a table ``[search]``
that tells how they were found: the network, the periods, the metric, the values tried, the
seed and what each gave.
"""

import tomllib
from pathlib import Path

from scinet.errors import DataError, NotFoundError


def read_settings(file: Path) -> dict[str, str]:
    """The table ``[settings]`` of a configuration file, as text.

    Raises:
        NotFoundError: If there is no such file.
        DataError: If it is no TOML, or has no such table.
    """
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise NotFoundError(
            f"no configuration file {file}", hint="Name one that is there with --config."
        ) from error
    except (OSError, ValueError) as error:
        raise DataError(f"{error} ({file})", hint="Mend the TOML file.") from error
    settings = content.get("settings")
    if not isinstance(settings, dict):
        raise DataError(f"no table [settings] ({file})", hint="Add it, with NAME = VALUE lines.")
    return {name: str(value) for name, value in settings.items()}
