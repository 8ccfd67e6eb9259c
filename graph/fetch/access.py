"""Access to a service, and requests to it."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit
from urllib.request import Request as HttpRequest

import orjson
from pydantic import SecretStr

from scinet.credentials import mask_secret


class Form(NamedTuple):
    """Multipart form of a request.

    Attributes:
        fields: Texts by name.
        name: Name of the file's field.
    """

    fields: Mapping[str, str]
    name: str
    content: bytes
    media_type: str

    def packed(self) -> tuple[bytes, str]:
        """Return the body, and its ``Content-Type``.

        Source:
            RFC 7578.
        """
        mark = uuid.uuid4().hex
        parts = [
            f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in self.fields.items()
        ]
        head = (
            f'--{mark}\r\nContent-Disposition: form-data; name="{self.name}"; filename="file"\r\n'
        )
        head += f"Content-Type: {self.media_type}\r\n\r\n"
        body = b"".join([*parts, head.encode(), self.content, f"\r\n--{mark}--\r\n".encode()])
        return body, f"multipart/form-data; boundary={mark}"


class ServiceRequest(NamedTuple):
    """Request to a service, without the key.

    Attributes:
        ids: Sent as JSON body, for services with batch requests.
        form: Sent as body, for services that take files.
    """

    path: str
    params: Mapping[str, str]
    ids: tuple[str, ...] = ()
    form: Form | None = None


@dataclass(frozen=True, slots=True)
class Access:
    """Access to a service.

    Attributes:
        name: Name for messages.
        url: Base address without user, query and final slash.
        variable: Setting of the key; empty where there is none.
        key: Sent with each request; never printed, written or logged.
        sent_as: ``param`` or ``header``, and its name.
        scheme: Word before the key.
        mail: Contact address sent to the service; not shown elsewhere.
        pause_s: Least seconds between two requests, until the service states its rate limit.
        timeout_s: Seconds without a byte after which a request is given up.
        accept: Accepted content types.
    """

    name: str
    url: str
    variable: str
    key: SecretStr
    sent_as: tuple[str, str]
    mail: SecretStr = field(default_factory=lambda: SecretStr(""))
    scheme: str = ""
    pause_s: float = 0.1
    timeout_s: float = 60.0
    accept: str = "application/json"

    @property
    def host(self) -> str:
        """Host of the service."""
        return urlsplit(self.url).netloc

    def mask(self, text: str) -> str:
        """Return a text with key and mail address masked."""
        return mask_secret(self.mail, mask_secret(self.key, text))

    def made(self, request: ServiceRequest) -> HttpRequest:
        """Build the HTTP request with the key, the only place that contains it."""
        params = dict(request.params)
        headers = {"Accept": self.accept, "Accept-Encoding": "gzip"}
        if key := self.key.get_secret_value():
            where, name = self.sent_as
            (params if where == "param" else headers)[name] = f"{self.scheme} {key}".lstrip()
        mail = self.mail.get_secret_value()
        headers["User-Agent"] = f"scinet (mailto:{mail})" if mail else "scinet"
        data = None
        if request.ids:
            data, headers["Content-Type"] = orjson.dumps({"ids": request.ids}), "application/json"
        if request.form is not None:
            data, headers["Content-Type"] = request.form.packed()
        query = urlencode(params, safe="|:,*/")
        url = f"{self.url}/{request.path}{query and f'?{query}'}"
        return HttpRequest(url, data, headers)  # noqa: S310 - http(s) only, see plain_url
