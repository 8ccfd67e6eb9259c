"""Language models behind any OpenAI-compatible endpoint, with a ledger of all requests.

``prompts`` reads the prompt files and ``response_schema`` the format of their answers, ``question``
defines questions and replies, ``batch_client`` sends many questions at once, ``ledger`` stores
every attempt so that a run can be resumed and replayed without a network.
"""
