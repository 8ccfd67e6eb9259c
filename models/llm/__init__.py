"""Systems based on a language model: closed book, with retrieved papers, or with tools."""
