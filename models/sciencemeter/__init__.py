"""Language models queried for knowledge of papers, and updates of them."""

from typing import Final

UPDATES: Final = {
    "continued": "an update by abstracts of the new papers that are tested",
    "instruction": "an update by abstracts of all new papers, then by questions about the others",
    "pre-instruction": "an update by questions with their abstracts, then by those that are tested",
}
"""Update methods of a language model accepted by ``train``, with descriptions."""
