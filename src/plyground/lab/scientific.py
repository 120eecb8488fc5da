"""Imports numpy and scipy, or explains how to install them."""

from plyground.extras import needed_for

with needed_for("lab"):
    import numpy as np
    from numpy.typing import NDArray
    from scipy.optimize import brentq, linprog
    from scipy.sparse.csgraph import connected_components
    from scipy.special import betaincinv, expit, logit, ndtr, ndtri, stdtr, stdtrit

__all__ = [
    "NDArray",
    "betaincinv",
    "brentq",
    "connected_components",
    "expit",
    "linprog",
    "logit",
    "ndtr",
    "ndtri",
    "np",
    "stdtr",
    "stdtrit",
]
