"""Planes as numpy arrays: those of the core, and those of a game written in Python.

numpy is imported only when planes are needed.
"""

from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from plyground.extras import needed_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Planes: TypeAlias = NDArray[np.float32]

SYMMETRIES = ("none", "mirror", "square")


def array_of(numbers: bytearray, shape: tuple[int, int, int]) -> "Planes":
    """The core's numbers as an array of rows, columns and planes."""
    np = _numpy()
    array: Planes = np.frombuffer(numbers, np.float32).reshape(shape)
    return array


def read_symmetry(cls: type[Any]) -> str:
    """The symmetry that a class declares.

    >>> class Odd:
    ...     symmetries = "odd"
    >>> read_symmetry(Odd)
    Traceback (most recent call last):
        ...
    ValueError: The symmetries of a game can be 'none', 'mirror' or 'square', not 'odd'.
    """
    symmetry = getattr(cls, "symmetries", "none")
    if symmetry not in SYMMETRIES:
        raise ValueError(
            f"The symmetries of a game can be 'none', 'mirror' or 'square', not {symmetry!r}."
        )
    return str(symmetry)


def plane_names(first: Any) -> list[str]:
    """The names of an author's own planes, or numbers; `first` is the first position."""
    names = getattr(type(first), "plane_names", None)
    if names is None:
        return [f"plane {number}" for number in range(1, _checked(first).shape[2] + 1)]
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise ValueError("The plane_names of a game should be a list of texts, one for each plane.")
    if len(names) != _checked(first).shape[2]:
        raise ValueError(
            f"planes() gives {_checked(first).shape[2]} planes, and plane_names has {len(names)}."
        )
    return list(names)


def planes_in_bytes(position: Any, count: int) -> bytes:
    """An author's own planes of a position, in the form that the core reads."""
    planes = _checked(position)
    if planes.shape[2] != count:
        raise ValueError(
            f"planes() gives {planes.shape[2]} planes, and {count} when the game begins."
        )
    return planes.tobytes()


def _checked(position: Any) -> "Planes":
    """The result of an author's planes(), checked."""
    np = _numpy()
    planes = position.planes()
    if not isinstance(planes, np.ndarray):
        kind = type(planes).__name__
        raise ValueError(f"planes() gives a {kind}; it should be a numpy array of float32.")
    if planes.dtype != np.float32:
        raise ValueError(f"planes() gives an array of {planes.dtype}; it should be of float32.")
    board = position.board()
    rows, columns = len(board), len(board[0])
    if planes.ndim != 3 or planes.shape[:2] != (rows, columns) or not planes.shape[2]:
        raise ValueError(
            f"planes() gives an array of shape {planes.shape}; it should be rows, columns and"
            f" planes, ({rows}, {columns}, ...) here."
        )
    if not np.isfinite(planes).all():
        raise ValueError("planes() returns infinite numbers or NaN.")
    checked: Planes = planes
    return checked


def _numpy() -> ModuleType:
    with needed_for("networks"):
        import numpy as np
    return np
