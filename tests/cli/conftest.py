"""Commands are typed in this process, each test in a folder of its own."""

from helpers.typed import ask as ask
from helpers.typed import scinet as scinet
