"""Language models that are asked what they know of papers, and updates of them."""
