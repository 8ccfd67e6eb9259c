"""Systems that predict how often a paper will be cited."""
