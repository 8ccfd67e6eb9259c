"""Network that projects a team's vectors near to those of its next collaborators or references."""
