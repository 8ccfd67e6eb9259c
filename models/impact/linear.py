"""Linear models of citations: ridge, Poisson and negative binomial regression.

Features are standardised, unknown ones replaced by the mean.

Source:
    PreScience, ``baseline_embedding_ridge``, ``baseline_poisson`` and
    ``baseline_negative_binomial`` at 47384ed, which search 100 values of the penalty at random.
"""

import warnings
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, Self, TypeAlias

import numpy as np
import orjson
from pydantic.dataclasses import dataclass as checked
from scipy.optimize import minimize

from scinet import atomic_files
from scinet.errors import DataError, extra_needed
from scinet.eval.task import Query
from scinet.models.base.boosted_trees import Float32, Floats
from scinet.models.base.system import Context
from scinet.models.base.training import TrainingData, refuse_other_features
from scinet.models.impact.forecaster import CitationRecord
from scinet.models.impact.learned import FromFeatures
from scinet.validation import OPTIONS, Natural

Fitted: TypeAlias = tuple[Floats, float, float | None]
_FILE: Final = "line.json"
_MIN_DISPERSION: Final = 0.01
_ROUNDING: Final = 1e-6  # of features in single precision


@dataclass(frozen=True)
class FittedLine:
    """Linear predictor of standardised features.

    Attributes:
        intercept: Value at the mean.
        highest: Upper limit: the most in the training data.
        dispersion: Dispersion of the negative binomial; else None.
    """

    names: tuple[str, ...]
    mean: Floats
    scale: Floats
    weights: Floats
    intercept: float
    highest: float
    dispersion: float | None = None

    def at(self, values: Float32) -> Floats:
        """Evaluate at features of shape ``(rows, columns)``; shape ``(rows,)``."""
        scaled = np.nan_to_num((values - self.mean) / self.scale)
        return np.asarray(np.minimum(scaled @ self.weights + self.intercept, self.highest))

    def save(self, file: Path) -> None:
        """Write the file atomically."""
        atomic_files.write_file(orjson.dumps(asdict(self), option=orjson.OPT_SERIALIZE_NUMPY), file)

    @classmethod
    def load(cls, file: Path) -> Self:
        """Read a file written by :meth:`save`."""
        try:
            read = orjson.loads(file.read_bytes())
            mean, scale, weights = (
                np.array(read.pop(name)) for name in ("mean", "scale", "weights")
            )
            return cls(tuple(read.pop("names")), mean, scale, weights, **read)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(
                f"invalid model ({file})", hint="Delete the folder and train again."
            ) from error


@checked(frozen=True, config=OPTIONS)
class Linear(FromFeatures):
    """Linear model with a penalty selected on ``val``, then fitted again with ``val``.

    Attributes:
        components: Principal components of the features to fit; 0 takes all features.
    """

    strengths: ClassVar[tuple[float, ...]]
    height: ClassVar[Any]  # link function of the citations
    number: ClassVar[Any]  # its inverse

    components: Natural = 0

    def train(self, data: TrainingData) -> Mapping[str, Any]:
        """Fit on ``train``, select on ``val``, fit on both."""
        (names, x, y), (_, x_val, y_val) = self.read_training_rows(data)
        errors = {
            strength: self.error(self._fit(names, x, y, strength).at(x_val), y_val)
            for strength in self.strengths
        }
        best = min(errors, key=lambda strength: (errors[strength], -strength))
        both = np.concatenate([x, x_val]), np.concatenate([y, y_val])
        line = self._fit(names, *both, best)
        line.save(data.folder / _FILE)
        order = np.argsort(-np.abs(line.weights), kind="stable")
        return {
            "strength": best,
            "validation": {str(strength): error for strength, error in errors.items()},
            "dispersion": line.dispersion,
            "weights": {names[column]: float(line.weights[column]) for column in order},
            "rows": {"train": len(y), "val": len(y_val)},
        }

    def values(self, queries: Sequence[Query], record: CitationRecord, context: Context) -> Floats:
        """Apply the inverse link to the linear predictor."""
        names, values = self.read(queries, context)
        line = FittedLine.load(context.training / _FILE)
        refuse_other_features(names, line.names)
        return np.asarray(self.number(line.at(values)))

    @abstractmethod
    def error(self, height: Floats, citations: Floats) -> float:
        """Compute the error that selects the penalty."""

    @abstractmethod
    def fit(self, x: Floats, citations: Floats, strength: float) -> Fitted:
        """Return weights of scaled columns, the intercept, and the dispersion if any."""

    def _fit(
        self, names: tuple[str, ...], x: Float32, citations: Floats, strength: float
    ) -> FittedLine:
        with extra_needed("models"):
            from sklearn.decomposition import PCA
            from sklearn.preprocessing import StandardScaler

        with np.errstate(invalid="ignore"):  # of a column that is unknown everywhere
            scaler = StandardScaler().fit(x.astype(np.float64))
        mean, scale = np.nan_to_num(scaler.mean_), np.nan_to_num(scaler.scale_, nan=1.0)
        # Variation within rounding counts as none, and is not amplified.
        scale[scale < _ROUNDING * np.maximum(1.0, np.abs(mean))] = 1.0
        scaled = np.nan_to_num((x - mean) / scale)
        shift = 0.0
        if size := min(self.components, *scaled.shape):
            pca = PCA(size, random_state=self.seed).fit(scaled)
            weights, intercept, dispersion = self.fit(pca.transform(scaled), citations, strength)
            weights = weights @ pca.components_
            shift = float(pca.mean_ @ weights)
        else:
            weights, intercept, dispersion = self.fit(scaled, citations, strength)
        highest = float(self.height(citations.max(initial=0.0, keepdims=True))[0])
        return FittedLine(names, mean, scale, weights, intercept - shift, highest, dispersion)


class ImpactRidge(Linear):
    """Ridge regression on log(1 + citations)."""

    name = "impact-ridge"
    summary = "ridge regression on features of team, venue, references and title"
    strengths = tuple(10.0**power for power in range(-2, 6))
    height = np.log1p
    number = staticmethod(lambda height: np.expm1(np.maximum(height, 0.0)))

    def error(self, height: Floats, citations: Floats) -> float:
        """Compute the mean squared error of logarithms."""
        return float(np.mean((height - np.log1p(citations)) ** 2))

    def fit(self, x: Floats, citations: Floats, strength: float) -> Fitted:
        """Fit by scikit-learn."""
        from sklearn.linear_model import Ridge

        model = Ridge(alpha=strength).fit(x, np.log1p(citations))
        return model.coef_, float(model.intercept_), None


@checked(frozen=True, config=OPTIONS)
class ImpactPoisson(Linear):
    """Poisson regression of citations, with a log link."""

    name = "impact-poisson"
    summary = "Poisson regression on features of team, venue, references and title"
    strengths = tuple(10.0**power for power in range(-4, 3))
    height = staticmethod(lambda citations: np.log(np.maximum(citations, 1.0)))
    number = np.exp

    components: Natural = 64

    def error(self, height: Floats, citations: Floats) -> float:
        """Compute the mean absolute error."""
        return float(np.mean(np.abs(np.exp(height) - citations)))

    def fit(self, x: Floats, citations: Floats, strength: float) -> Fitted:
        """Fit by scikit-learn."""
        if not citations.any():  # of which no logarithm is finite
            raise DataError(
                "no paper to learn from is cited",
                hint="Build the task with more train_years, or train impact-ridge.",
            )
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.linear_model import PoissonRegressor

        with warnings.catch_warnings():
            # A fit without convergence is judged by its error like any other.
            warnings.simplefilter("ignore", ConvergenceWarning)
            model = PoissonRegressor(alpha=strength, solver="newton-cholesky", max_iter=1000)
            fitted = model.fit(x, citations)
        return fitted.coef_, float(fitted.intercept_), None


class ImpactNegativeBinomial(ImpactPoisson):
    """Negative binomial regression, its dispersion estimated from a Poisson regression.

    Source:
        Cameron and Trivedi (2013), Regression Analysis of Count Data, section 3.3, NB2; the
        dispersion as in PreScience's script.
    """

    name = "impact-negative-binomial"
    summary = "negative binomial regression on features of team, venue, references and title"

    def fit(self, x: Floats, citations: Floats, strength: float) -> Fitted:
        """Fit by limited-memory BFGS, from the Poisson regression on."""
        weights, intercept, _ = super().fit(x, citations, strength)
        expected = np.exp(x @ weights + intercept)
        excess = np.sum((citations - expected) ** 2 / np.maximum(expected, 1e-10)) - len(citations)
        dispersion = max(_MIN_DISPERSION, float(excess / expected.sum()))

        def loss(point: Floats) -> tuple[float, Floats]:
            """Return the penalised negative mean log-likelihood and its gradient."""
            height = x @ point[1:] + point[0]
            spread = np.logaddexp(0.0, np.log(dispersion) + height)
            value = np.mean((citations + 1.0 / dispersion) * spread - citations * height)
            # (expected - citations) / (1 + dispersion * expected), without overflow
            share = np.exp(np.log(dispersion) + height - spread)
            slope = (citations + 1.0 / dispersion) * share - citations
            gradient = np.concatenate([[slope.mean()], x.T @ slope / len(slope)])
            gradient[1:] += strength * point[1:]
            return float(value + strength * point[1:] @ point[1:] / 2.0), gradient

        start = np.concatenate([[intercept], weights])
        optimum = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 1000})
        return optimum.x[1:], float(optimum.x[0]), dispersion
