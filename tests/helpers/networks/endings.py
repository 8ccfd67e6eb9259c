"""How queries ended."""

from scinet.eval.answer import Answer, NoAnswer


def ending(answer: Answer) -> str:
    return answer.status if isinstance(answer, NoAnswer) else "ok"


def reason(answer: Answer) -> str | None:
    return answer.reason if isinstance(answer, NoAnswer) else None
