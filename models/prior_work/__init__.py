"""Systems that rank the papers that a team will cite next."""
