"""Language models that are asked what they know of papers, and updates of them."""

from typing import Final

UPDATES: Final = {
    "continued": "an update by abstracts of the new papers that are tested",
    "instruction": "an update by abstracts of all new papers, then by questions about the others",
    "pre-instruction": "an update by questions with their abstracts, then by those that are tested",
}
"""The ways to update a language model that ``train`` takes, with a line for people."""
