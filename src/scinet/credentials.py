"""API keys and the addresses they are sent to: a key appears in requests only."""

import re
from functools import cache
from html import escape
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from pydantic import SecretStr

from scinet.errors import DataError, EndpointError

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_PLAIN: Final = re.compile("[!-~]*")
_MIN_MASKED: Final = 8  # characters; shorter texts occur in many others
_HOST: Final = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+))(?::[0-9]{1,5})?")
TOKEN_LENGTH: Final = 16  # minimum, since other machines may guess
_TOKEN: Final = re.compile(f"[ -~]{{{TOKEN_LENGTH},}}")


def clean_key(key: SecretStr, variable: str) -> SecretStr:
    """Return a key without surrounding blanks.

    Args:
        variable: Its environment variable, for the message.

    Raises:
        EndpointError: If it is not allowed in a header.
    """
    plain = key.get_secret_value().strip()
    if not _PLAIN.fullmatch(plain):
        raise EndpointError(
            f"the key has a character that is not allowed in a header ({variable})",
            hint="Copy it again: letters, digits and signs, without blanks or line ends.",
        )
    return SecretStr(plain)


def check_url(url: str, variable: str, *, example: str, key: str = "") -> str:
    """Return a normalised address that may be stored in files.

    Args:
        variable: Its environment variable.
        example: A valid address.
        key: Variable for the key; empty where none is sent.

    Raises:
        DataError: If it is not a web address, or must not contain a user, a password or a query.
    """
    try:
        parts = urlsplit(url)
        named = parts.hostname
        _ = parts.port, (named or "").encode("idna")
    except ValueError:
        named = None
    if not named or not _PLAIN.fullmatch(url) or parts.scheme not in {"http", "https"}:
        raise DataError(f"invalid web address ({variable})", hint=f"It looks like {example}.")
    if parts.username or parts.password or parts.query:
        raise DataError(
            f"the address of {named} must not contain a user, a password or a query ({variable})",
            hint=f"Put the key into {key}." if key else "Leave them out.",
        )
    return urlunsplit((parts.scheme, parts.netloc.lower(), parts.path.rstrip("/"), "", ""))


def parse_host(header: str) -> str:
    """Return the name in a ``Host`` header, without the port; empty if it is not valid."""
    match = _HOST.fullmatch(header)
    return (match[1] or match[2]) if match else ""


def is_token(text: str) -> bool:
    """Whether a text is long enough as an access token and valid in cookies and headers."""
    return _TOKEN.fullmatch(text) is not None


def mask_secret(secret: SecretStr, text: str) -> str:
    """Replace the secret in a text."""
    plain = secret.get_secret_value()
    return _secret_pattern(plain).sub("***", text) if len(plain) >= _MIN_MASKED else text


@cache
def _secret_pattern(secret: str) -> re.Pattern[str]:
    """Match a secret, also escaped for JSON, HTML or URLs, or as UTF-16."""
    return re.compile(r"(?:\0|\\u0000)*".join(map(_letter, secret)))


def _letter(letter: str) -> str:
    code = "".join(f"[{d}{d.upper()}]" for d in f"{ord(letter):02x}")
    plain, entity = re.escape(letter), re.escape(escape(letter))
    number = f"&#(?:0{{0,4}}{ord(letter)}|[xX]0{{0,4}}{code});"
    return rf"(?:{plain}|\\{{1,4}}(?:{plain}|u00{code})|%{code}|{number}|{entity})"
