"""Surveys: which papers a writer is given, who writes, and whether what is cited exists."""

from typing import Final

SYSTEMS: Final = {
    "survey-none": "scinet.models.survey.systems:SurveyNone",
    "survey-text": "scinet.models.survey.systems:SurveyText",
    "survey-graph": "scinet.models.survey.systems:SurveyGraph",
    "survey-truth": "scinet.models.survey.systems:SurveyTruth",
    "extract-text": "scinet.models.survey.systems:ExtractText",
    "extract-graph": "scinet.models.survey.systems:ExtractGraph",
}
