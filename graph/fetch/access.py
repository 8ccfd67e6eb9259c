"""How a service is reached, and what is asked of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit
from urllib.request import Request as HttpRequest

import orjson
from pydantic import SecretStr

from scinet.credentials import mask_secret
from scinet.graph.fetch.form import Form


class ServiceRequest(NamedTuple):
    """What is asked, without the key.

    Attributes:
        path: Below the address of the service.
        params: The query.
        ids: Sent as the body, for services that are asked so.
        form: Sent as the body, for services that take files.
    """

    path: str
    params: Mapping[str, str]
    ids: tuple[str, ...] = ()
    form: Form | None = None


@dataclass(frozen=True, slots=True)
class Access:
    """How a service is reached.

    Attributes:
        name: For messages.
        url: Base address without user, query and last slash.
        variable: The setting that holds the key; empty where there is none.
        key: Sent with each request; never printed, written or logged.
        sent_as: ``param`` or ``header``, and the name of the one that holds the key.
        scheme: Word before the key.
        mail: Where the service may write to; shown to nobody else.
        pause_s: Least seconds between two requests, until the service states how many it takes.
        timeout_s: Seconds without a byte after which an answer is given up.
        accept: Forms of answers that are read.
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
        """Who answers."""
        return urlsplit(self.url).netloc

    def mask(self, text: str) -> str:
        """The text without the key and the mail address."""
        return mask_secret(self.mail, mask_secret(self.key, text))

    def made(self, request: ServiceRequest) -> HttpRequest:
        """The request with the key, which stands in nothing else."""
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
