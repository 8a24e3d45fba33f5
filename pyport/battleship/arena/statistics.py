"""Means with standard errors, percentiles, paired differences, and Elo ratings with intervals. No randomness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log10, nan, sqrt
from statistics import NormalDist, fmean, stdev

#: Percentiles that a summary gives.
PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
#: Standard normal quantile of a two-sided interval of 95 %.
NORMAL_95 = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Summary:
    """A sample: its size, mean, standard error of the mean (NaN for one value), extremes and percentiles."""

    n: int
    mean: float
    se: float
    least: float
    most: float
    percentiles: dict[int, float]

    @property
    def median(self) -> float:
        return self.percentiles[50]


def summarise(values: Sequence[float]) -> Summary:
    """Summarise at least one value."""
    ordered = sorted(values)
    return Summary(
        len(ordered),
        fmean(ordered),
        standard_error(ordered),
        ordered[0],
        ordered[-1],
        {percent: percentile(ordered, percent) for percent in PERCENTILES},
    )


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean; NaN for a single value, which says nothing about its error."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else nan


def percentile(ordered: Sequence[float], percent: float) -> float:
    """Return a percentile: linear between the two nearest ranks of an ascending sample."""
    position = (len(ordered) - 1) * percent / 100
    below = int(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (position - below)


@dataclass(frozen=True)
class Difference:
    """Mean of paired differences and its standard error."""

    n: int
    mean: float
    se: float

    @property
    def sigmas(self) -> float:
        """How many standard errors the mean is from 0."""
        if self.se == 0:
            return 0.0 if self.mean == 0 else inf
        return abs(self.mean) / self.se


def paired(ones: Sequence[float], others: Sequence[float]) -> Difference:
    """Return ones[i] - others[i], both measured on the same board."""
    differences = [one - other for one, other in zip(ones, others, strict=True)]
    return Difference(len(differences), fmean(differences), standard_error(differences))


@dataclass(frozen=True)
class Elo:
    """A rating difference with its 95 % interval; infinite where a side has won or lost everything."""

    difference: float
    low: float
    high: float


def elo(scores: Sequence[float]) -> Elo:
    """Return Elo from the mean scores (0 to 1) of independent units: pairs of games with seats swapped.

    The interval is Wilson's, for as many independent games as have the variance that the units show; one
    virtual draw keeps a perfect record from having none.
    """
    n = len(scores)
    mean = fmean(scores)
    smoothed = [*scores, 0.5]
    middle = fmean(smoothed)
    spread = stdev(smoothed) ** 2 / n
    games = middle * (1 - middle) / spread if spread else float(n)
    square = NORMAL_95**2
    centre = (mean + square / (2 * games)) / (1 + square / games)
    margin = NORMAL_95 * sqrt(mean * (1 - mean) / games + square / (4 * games**2)) / (1 + square / games)
    low = centre - margin if mean > 0 else 0.0
    high = centre + margin if mean < 1 else 1.0
    return Elo(rating(mean), rating(low), rating(high))


def rating(score: float) -> float:
    """Return the Elo difference that expects this score."""
    if score <= 0:
        return -inf
    if score >= 1:
        return inf
    return -400 * log10(1 / score - 1)
