"""Systems that predict the citations of a paper."""
