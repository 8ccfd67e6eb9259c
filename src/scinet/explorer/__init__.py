"""The explorer: pages in a browser on a dated network. They show what the library's verbs give."""
