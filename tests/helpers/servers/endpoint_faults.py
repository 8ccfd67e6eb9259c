"""What may go wrong between a client and an endpoint of language models, one line each.

Every fault says which bytes come back and when, and how a question must end that meets it again and
again. The expectations are those of the documented table, written without a look at the code.
"""

import gzip
import json
from collections.abc import Callable, Mapping
from itertools import repeat
from typing import Final

from helpers.faulty.bad_writing import rows, value
from helpers.servers.endpoint_answers import (
    KEY,
    LOST,
    NOT_JSON,
    OK,
    QUOTA,
    SCHEMA,
    STALL_S,
    TIMEOUT,
    UNCOUNTED,
    Ends,
    Fault,
    as_bytes,
    changed,
    choice,
    chunked,
    cut,
    done,
    error_body,
    failed,
    good,
    head,
    headed,
    http,
    of_status,
    plain,
    raw,
    said,
    trickle,
    unknown,
    waiting,
    whole,
)

_STATUSES: Final = (
    300, 301, 302, 303, 304, 305, 307, 308, 400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410,
    411, 412, 413, 414, 415, 416, 417, 418, 421, 422, 423, 424, 425, 426, 428, 429, 431, 444, 451,
    495, 498, 499, 500, 501, 502, 503, 504, 505, 506, 507, 508, 509, 510, 511, 520, 521, 522, 523,
    524, 525, 526, 527, 529, 530, 540, 561, 598, 599,
)  # fmt: skip
_WAITS: Final[Mapping[str, float | None]] = {
    "0": 0, "1": 1, "0.5": 0.5, "-3": 0, "60": 60, "61": 61, "1e400": None, "nan": None,
    "soon": None, "": None, "5, 5": None, "Wed, 21 Oct 2099 07:28:00 GMT": 10**9,
    "Wed, 21 Oct 2015 07:28:00 GMT": 0, "Wed, 21 Oct 2099 07:28:00": 10**9,
    "1 Jan 99999999999999999999 00:00:00 GMT": None, "9" * 5000: None,
}  # fmt: skip
_BIG: Final = b" " * (2**24 + 1)

_ENDS: Final = {"OK": OK, "QUOTA": QUOTA, "SCHEMA": SCHEMA, "NOT_JSON": NOT_JSON}
_MADE: Final[Mapping[str, Callable[..., Ends]]] = {
    "done": done, "unknown": unknown, "failed": failed,
}  # fmt: skip


def _listed(form: str, ends: str, cell: str) -> Fault:
    """A good answer with other fields, or another body."""
    how, *words = ends.split(" ", 2)
    met = _ENDS.get(ends) or _MADE[how](*words)
    fields = value(cell.replace("$KEY", KEY))
    if form == "plain":
        return plain(met, 200, fields)
    return {"changed": changed, "choice": choice, "said": said}[form](met, **fields)


FAULTS: Final[Mapping[str, Fault]] = {
    **{what: _listed(*cells) for what, *cells in rows("completions")},
    # Those that other tests name.
    "rate_limit": plain(
        failed("rate_limited: wait 1 s", 5), 429, error_body("rate_limit_exceeded"),
        {"Retry-After": "1"},
    ),
    "rate_limit_hour": plain(
        failed("rate_limited: wait 3600 s", stops=""), 429, error_body("rate_limit_exceeded"),
        {"Retry-After": "3600"},
    ),
    "quota": plain(QUOTA, 429, error_body("insufficient_quota")),
    "server_error": plain(of_status(500), 500, error_body("server_error")),
    "conflict": plain(of_status(409), 409, error_body("conflict")),
    "too_long": plain(
        Ends("invalid", "prompt_too_long", "failed"), 400, error_body("context_length_exceeded")
    ),
    "timeout": raw(TIMEOUT, STALL_S, is_slow=True),
    "broken_json": as_bytes(NOT_JSON, lambda body: body[:-9]),
    "without_choices": Fault(
        lambda good: [http(200, {name: good[name] for name in good.keys() - {"choices"}})], SCHEMA
    ),
    "error_in_200": plain(
        failed("http_503 (unconfirmed): overloaded", 3), 200, error_body(503, "overloaded")
    ),
    "no_usage": Fault(
        lambda good: [http(200, {name: good[name] for name in good.keys() - {"usage"}})], UNCOUNTED
    ),
    "reset": raw(LOST, resets=True),
    "cut_body": cut(LOST, 0.9),
    "rejected": plain(of_status(401), 401, error_body("invalid_api_key", "Incorrect:")),
    "forbidden": plain(of_status(403), 403, error_body("forbidden")),
    "no_model": plain(of_status(404), 404, error_body("model_not_found", "No such model")),
    "bad_request": plain(of_status(400), 400, error_body("unsupported", "seed is unknown to")),
    "redirect": plain(
        of_status(307), 307, "",
        {"Location": f"http://elsewhere.example/v1/chat/completions?key={KEY}"},
    ),
    "unpaid": plain(QUOTA, 402, error_body("payment_required")),
    # Statuses, and when to come again.
    **{
        f"status {code}": plain(of_status(code), code, "" if code == 304 else error_body(code))
        for code in _STATUSES
    },
    **{
        f"status {code} after {told[:30]!r}": plain(
            waiting(of_status(code), wait_s), code, error_body(code), {"Retry-After": told}
        )
        for code in (429, 503)
        for told, wait_s in _WAITS.items()
    },
    **{
        f"status {code} in 200": plain(of_status(code), 200, error_body(str(code)))
        for code in (400, 401, 402, 404, 429, 500)
    },
    **{
        f"status {code} with a completion": good(unknown(f"http_{code}"), code)
        for code in (201, 202, 203, 206)
    },
    "status 204": raw(unknown("http_204"), b"HTTP/1.1 204 X\r\n\r\n"),
    "status 999": plain(failed("http_999", 3), 999, "{}"),
    "status 103 first": Fault(
        lambda good: [b"HTTP/1.1 103 X\r\nLink: <x>\r\n\r\n", whole(good)], OK
    ),
    # Errors in other words than those of the protocol.
    **{
        f"status {code} as a page of a proxy": plain(
            of_status(code), code, f"<html><h1>{code}</h1><!-- {KEY} --></html>"
        )
        for code in (400, 403, 404, 413, 429, 500, 502, 503, 504)
    },
    **{
        f"status 400 as {name}": plain(of_status(400), 400, body)
        for name, body in {
            "nothing": "", "text": f"no {KEY}", "an array": [KEY], "a number": "7", "null": "null",
            "text in JSON": json.dumps(KEY), "an error in a text": {"error": f"no {KEY}"},
            "details": {"detail": [{"loc": ["body"], "msg": KEY}]}, "a list": {"error": [KEY]},
            "numbers": {"error": {"message": 7, "code": {"a": 1}}},
            "lines": error_body(1, "a\n\n\x1b[2J"), "bytes": b"\xff",
            "megabytes": error_body(1, "long " * 100_000), "broken JSON": '{"error": "',
        }.items()
    },
    "status 400 too long in words": plain(
        Ends("invalid", "prompt_too_long", "failed"), 400,
        {"error": {"message": "This model's maximum context length is 4096 tokens."}},
    ),
    "status 400 too long by type": plain(
        Ends("invalid", "prompt_too_long", "failed"), 400,
        {"error": {"type": "exceed_context_size_error", "message": "too big"}},
    ),
    "status 400 filtered": plain(
        Ends("refused", "content_filter", "failed"), 400, error_body("content_filter")
    ),
    "status 429 for bills": plain(QUOTA, 429, error_body("billing_hard_limit_reached")),
    # Bodies that are something else.
    "NaN": as_bytes(NOT_JSON, lambda body: body.replace(b'"created": 1', b'"created": NaN')),
    "two objects": as_bytes(NOT_JSON, lambda body: body + body),
    "something after it": as_bytes(NOT_JSON, lambda body: body + b"<!-- cached -->"),
    "a stream of events": as_bytes(NOT_JSON, lambda body: b"data: " + body + b"\n\n"),
    "HTML of JSON": as_bytes(OK, lambda body: body, Content_Type="text/html"),
    "an unknown type": as_bytes(OK, lambda body: body, Content_Type="x/y; charset=nothing; ="),
    # Fields of another form.
    "content with half a character": as_bytes(
        NOT_JSON, lambda body: body.replace(b'"content": "', b'"content": "\\ud800')
    ),
    "a thousand choices": Fault(
        lambda good: [http(200, good | {"choices": good["choices"] * 1000})], OK
    ),
    # Tool calls, where no tool was offered.
    # Usage that nobody may believe.
    **{
        f"usage {name}": changed(UNCOUNTED, usage=usage)
        for name, usage in {
            "null": None, "a list": [1, 2], "a number": 7, "empty": {},
            "half": {"prompt_tokens": 1},
            "a text": {"prompt_tokens": "1", "completion_tokens": "1"},
            "a share": {"prompt_tokens": 0.5, "completion_tokens": 1.0},
            "true": {"prompt_tokens": True, "completion_tokens": True},
            **{
                str(tokens): {"prompt_tokens": tokens, "completion_tokens": tokens}
                for tokens in (-1, 10**9 + 1, 2**31, 2**62, 2**63, 2**64 - 1, 10**30)
            },
        }.items()
    },
    "usage of nothing": changed(OK, usage={"prompt_tokens": 0, "completion_tokens": 0}),
    # Encodings.
    "a byte order mark": as_bytes(NOT_JSON, lambda body: b"\xef\xbb\xbf" + body),
    "UTF-16": as_bytes(NOT_JSON, lambda body: body.decode().encode("utf-16")),
    "UTF-32": as_bytes(NOT_JSON, lambda body: body.decode().encode("utf-32-be")),
    "Latin-1": as_bytes(
        OK, lambda body: body.replace(b'"content": "', b'"content": "\xe9'),
        Content_Type="application/json; charset=iso-8859-1",
    ),
    "packed well": as_bytes(OK, gzip.compress, Content_Encoding="gzip"),
    "packed in words only": as_bytes(LOST, lambda body: body, Content_Encoding="gzip"),
    "packed with a fault": as_bytes(
        LOST, lambda body: gzip.compress(body)[:-8] + b"12345678", Content_Encoding="gzip"
    ),
    "packed by a stranger": as_bytes(NOT_JSON, gzip.compress, Content_Encoding="zip"),
    "packed and not said": as_bytes(NOT_JSON, gzip.compress),
    "large": Fault([http(200, _BIG)], unknown("too_large"), closes=True),
    "large_packed": Fault(
        [http(200, gzip.compress(_BIG), {"Content-Encoding": "gzip"})],
        unknown("too_large"),
    ),
    # Lengths and pieces.
    "in pieces": Fault(lambda good: [chunked(good)], OK),
    "in pieces without an end": Fault(lambda good: [chunked(good, end=b"")], LOST, closes=True),
    "in pieces of no size": Fault(lambda good: [chunked(good, "zz")], LOST, closes=True),
    "in pieces below nothing": Fault(lambda good: [chunked(good, "-1")], LOST, closes=True),
    "in pieces that are too small": Fault(
        lambda good: [chunked(good, "1")], LOST, closes=True
    ),
    "in pieces, cut": cut(LOST, 0.8, is_chunked=True),
    "a length that is too small": good(NOT_JSON, length=40, closes=True),
    **{
        f"a length of {length}": good(LOST, length=length, closes=True)
        for length in ("-1", "many", "1, 2", "9" * 30)
    },
    # The head.
    "a header of a megabyte": headed(b"X: " + b"a" * 2**20),
    "ten thousand headers": headed(*repeat(b"X-Header: value", 10_000)),
    "a header without a colon": headed(b"Header"),
    "a header with a zero": headed(b"X: a\x00b"),
    "a line that goes on": headed(b" goes on\x01"),
    "no protocol": raw(LOST, b'{"choices": []}\n'),
    "another banner": raw(LOST, b"SSH-2.0-OpenSSH_9.6\r\n"),
    "a protocol of binary frames": raw(LOST, b"\x00\x00\x12\x04\x00\x00\x00\x00\x00" * 3),
    "a status of letters": raw(LOST, b"HTTP/1.1 OK fine\r\n\r\n"),
    "a protocol that is too new": raw(unknown("empty"), b"HTTP/7.3 200 OK\r\n\r\n"),
    # Connections that end or stay silent.
    "closed before the head": raw(LOST),
    "closed in the status": cut(LOST, 0.02),
    "closed in the head": cut(LOST, 0.15),
    "closed after the head": Fault(lambda good: [head(good)], LOST, closes=True),
    "reset in the head": cut(LOST, 0.15, resets=True),
    "reset in the body": cut(LOST, 0.8, resets=True),
    "silent in the head": cut(TIMEOUT, 0.15, is_slow=True),
    "silent after the head": Fault(
        lambda good: [head(good), STALL_S], TIMEOUT, closes=True, is_slow=True
    ),
    "silent in the body": cut(TIMEOUT, 0.8, is_slow=True),
    "silent in a piece": cut(TIMEOUT, 0.8, is_chunked=True, is_slow=True),
    "trickle": trickle(http(200, b" ", length=2**20), b" "),
    "a trickle in the status": trickle(b"HTTP/1.1 200 ", b"O"),
    "a trickle in the head": trickle(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n"),
    "a trickle of pieces": trickle(
        http(200, b"", {"Transfer-Encoding": "chunked"}), b"1\r\n \r\n"
    ),
    "a hundred and three for ever": trickle(b"", b"HTTP/1.1 103 X\r\n\r\n"),
    "late, but good": Fault(lambda good: [0.02, whole(good)], OK),
    "good in single bytes": Fault(
        lambda good: [whole(good)[i : i + 1] for i in range(len(whole(good)))], OK
    ),
}  # fmt: skip
"""Faults by what happens."""
