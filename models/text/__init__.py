"""Systems that go by titles and abstracts, and the vectors they share."""
