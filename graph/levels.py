"""The levels of research fields, from the widest to the narrowest, as OpenAlex names them."""

from typing import Final

LEVELS: Final = ("domain", "field", "subfield", "topic")
