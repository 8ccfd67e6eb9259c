"""Commands are typed in this process, each test in a folder of its own."""

from helpers.commands.typed import ask as ask
from helpers.commands.typed import scinet as scinet
