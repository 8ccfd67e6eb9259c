"""Tests of the graph work in a folder of their own."""

from helpers.commands.own_folder import own_folder as own_folder
