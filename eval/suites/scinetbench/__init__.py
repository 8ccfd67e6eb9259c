"""SciNetBench: does a search system find papers by their relations?"""
