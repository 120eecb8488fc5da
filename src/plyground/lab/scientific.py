"""Imports numpy and scipy, or says how to install them."""

try:
    import numpy as np
    from numpy.typing import NDArray
    from scipy.optimize import brentq, linprog
    from scipy.sparse.csgraph import connected_components
    from scipy.special import betaincinv, expit, logit, ndtr, ndtri, stdtr, stdtrit
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"There is no module {error.name!r} here; the laboratory's statistics need"
        " `pip install plyground[lab]`.",
        name=error.name,
    ) from error

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
