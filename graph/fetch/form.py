"""Multipart form with a file."""

import uuid
from collections.abc import Mapping
from typing import NamedTuple


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
