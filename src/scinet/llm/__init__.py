"""Language models behind any OpenAI-compatible endpoint: nothing lost, nothing paid twice.

``prompts`` reads the prompt files and ``forms`` the form of their answers, ``question`` says what
is asked and what comes back, ``asker`` asks many questions at once, ``ledger`` keeps every attempt
so that a run can go on and be replayed without a network.
"""
