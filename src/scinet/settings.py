"""Settings, read by the command line from the environment or a ``.env`` file."""

import os
import re
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from platformdirs import user_cache_path, user_data_path
from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from scinet.errors import DataError

LaneName: TypeAlias = Literal["lts", "current"]
_SECRET: Final = frozenset(
    {"OPENAI_API_KEY", "NEO4J_PASSWORD", "NEO4J_URI", "SCINET_MAVEN_URL", "SCINET_MCP_TOKEN"}
    | {"CROSSREF_API_KEY", "OPENALEX_API_KEY", "S2_API_KEY", "SCINET_MAIL"}
)


def environment() -> dict[str, str]:
    """Return the environment for other programs, without variables that may hold a secret."""
    return {name: value for name, value in os.environ.items() if name.upper() not in _SECRET}


class _Settings(BaseSettings):
    """Base class that names the variable with a wrong value, without showing the value."""

    def __init__(self, **options: Any) -> None:
        try:
            super().__init__(**options)
        except ValidationError as error:
            first = error.errors(include_input=False)[0]
            place = "_".join(map(str, first["loc"])).upper()
            prefix = str(self.model_config.get("env_prefix", ""))
            raise DataError(
                f"{first['msg']} ({prefix}{place.removeprefix(prefix)})",
                hint="Change that variable in the environment or in .env.",
            ) from None


_ADDRESS: Final = re.compile(
    r"[a-z][a-z0-9+]{0,15}://(?:[\w.-]{1,253}|\[[0-9a-fA-F:.]+(?:%\w+)?\])(?::[0-9]{1,5})?"
)


class Neo4jSettings(_Settings):
    """Connection to the database; variables start with ``NEO4J_``.

    Without ``NEO4J_URI`` the local server of ``scinet server start`` is used, whose address and
    password are in its home folder.
    """

    model_config = SettingsConfigDict(env_prefix="NEO4J_", env_file=".env", extra="ignore")

    uri: str | None = None
    username: str = "neo4j"
    password: SecretStr = SecretStr("")
    database: str = "neo4j"

    @property
    def place(self) -> str:
        """Address to show, without possible users, passwords or options.

        An invalid address is not shown at all, since a password may stand in place of the host.
        """
        scheme, mark, rest = (self.uri or "").rpartition("://")
        user, _, host = rest.rpartition("@")
        place = scheme + mark + re.split(r"[/?#]", host)[0]
        is_shown = _ADDRESS.fullmatch(place if mark or not user else f"x://{place}")
        return place if is_shown else "what NEO4J_URI says"


class ServerSettings(_Settings):
    """Local server; variables start with ``SCINET_SERVER_``."""

    model_config = SettingsConfigDict(
        env_prefix="SCINET_SERVER_", env_file=".env", extra="ignore", populate_by_name=True
    )

    home: Path = Field(
        default_factory=lambda: user_data_path("scinet") / "server",
        description="Folder of the server's data, logs, configuration and password.",
    )
    cache: Path = Field(
        default_factory=lambda: user_cache_path("scinet") / "server",
        description="Folder of the downloaded jars.",
    )
    lane: LaneName | None = Field(
        default=None,
        description="Release of Neo4j, lts or current; that of the home, else lts, when not given.",
    )
    port: int = Field(default=7687, ge=1, le=65535, description="Bolt port on 127.0.0.1.")
    heap: str | None = Field(
        default=None, description="Java heap such as 1g; chosen from the memory when not given."
    )
    page_cache: str | None = Field(
        default=None, description="Page cache such as 512m; chosen from the memory when not given."
    )
    wait_s: float = Field(
        default=60.0, gt=0, description="Seconds of silence until a start is given up."
    )
    maven_url: str | None = Field(
        default=None,
        validation_alias="SCINET_MAVEN_URL",
        description="Mirror that the jars are downloaded from, instead of Maven Central.",
    )


class CacheSettings(_Settings):
    """Cache of computed files; variables start with ``SCINET_``."""

    model_config = SettingsConfigDict(env_prefix="SCINET_", env_file=".env", extra="ignore")

    cache: Path = Field(
        default_factory=lambda: user_cache_path("scinet"),
        description="Folder of cached snapshots.",
    )


class SparkSettings(_Settings):
    """Spark started by scinet; variables start with ``SCINET_SPARK_``."""

    model_config = SettingsConfigDict(env_prefix="SCINET_SPARK_", env_file=".env", extra="ignore")

    master: str = Field(
        default="local[*]", description="Where Spark works; all processors of this machine."
    )
    memory: str = Field(default="4g", description="Java heap of Spark's driver.")


class TextSettings(_Settings):
    """Storage of texts outside the graph; variables start with ``SCINET_``."""

    model_config = SettingsConfigDict(env_prefix="SCINET_", env_file=".env", extra="ignore")

    text_folder: Path | None = Field(
        default=None,
        description="Where their folder is now; where the graph says, when not given.",
    )


class AgentSettings(_Settings):
    """Server for agents; variables start with ``SCINET_MCP_``."""

    model_config = SettingsConfigDict(env_prefix="SCINET_MCP_", env_file=".env", extra="ignore")

    token: SecretStr = Field(
        default=SecretStr(""), description="What clients send over HTTP as bearer token."
    )


class _Service(_Settings):
    """Web service whose variables have no common prefix."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", populate_by_name=True)


class EndpointSettings(_Service):
    """Language model; the first two variables are those of the ``openai`` package."""

    url: str | None = Field(
        default=None,
        validation_alias="OPENAI_BASE_URL",
        description="Address of an OpenAI-compatible endpoint; that of OpenAI when not given.",
    )
    key: SecretStr = Field(
        default=SecretStr(""),
        validation_alias="OPENAI_API_KEY",
        description="Key; an endpoint on this machine needs none.",
    )
    model: str | None = Field(
        default=None, validation_alias="SCINET_LLM_MODEL", description="Name of the model."
    )
    prices: Path | None = Field(
        default=None,
        validation_alias="SCINET_LLM_PRICES",
        description="TOML table with the price per million tokens of each model.",
    )
    timeout_s: float = Field(
        default=60.0,
        gt=0,
        validation_alias="SCINET_LLM_TIMEOUT_S",
        description="Seconds without a byte after which an answer is given up.",
    )
    thinking_tokens: int | None = Field(
        default=None,
        ge=0,
        validation_alias="SCINET_LLM_THINKING_TOKENS",
        description="For models that reason: tokens that they may write before each answer.",
    )


class OpenAlexSettings(_Service):
    """API of OpenAlex, or a mirror of it."""

    url: str = Field(
        default="https://api.openalex.org",
        validation_alias="SCINET_OPENALEX_URL",
        description="Address of the API, or of a mirror.",
    )
    key: SecretStr = Field(
        default=SecretStr(""),
        validation_alias="OPENALEX_API_KEY",
        description="Key, free at openalex.org/settings/api; without one a tenth is granted.",
    )
    mail: SecretStr = Field(
        default=SecretStr(""),
        validation_alias="SCINET_MAIL",
        description="Mail address, sent to the service alone.",
    )


class CrossrefSettings(_Service):
    """REST API of Crossref, or a mirror of it."""

    url: str = Field(
        default="https://api.crossref.org",
        validation_alias="SCINET_CROSSREF_URL",
        description="Address of the API, or of a mirror.",
    )
    key: SecretStr = Field(
        default=SecretStr(""),
        validation_alias="CROSSREF_API_KEY",
        description="Key of Metadata Plus, which costs; none is needed.",
    )
    mail: SecretStr = Field(
        default=SecretStr(""),
        validation_alias="SCINET_MAIL",
        description="Mail address, sent to the service alone, which answers sooner for it.",
    )


class SemanticScholarSettings(_Service):
    """Graph API of Semantic Scholar, or a mirror of it."""

    url: str = Field(
        default="https://api.semanticscholar.org/graph/v1",
        validation_alias="SCINET_S2_URL",
        description="Address of the API, or of a mirror.",
    )
    key: SecretStr = Field(
        default=SecretStr(""),
        validation_alias="S2_API_KEY",
        description="Key; without one requests are mostly refused.",
    )


class GrobidSettings(_Service):
    """GROBID server run by the user."""

    url: str = Field(
        default="http://localhost:8070",
        validation_alias="SCINET_GROBID_URL",
        description="Address of the server.",
    )
