"""The native core, in the build that suits this processor.

The core is compiled twice from the same sources: `_core_baseline` runs on every processor,
`_core_avx2` only on those with AVX2 and its companions. `make` builds only the one that its machine
needs. This module chooses once, so that no other module depends on the choice. The environment
variable `PLYGROUND_CPU` (`baseline` or `avx2`) overrides it.

>>> from plyground import _core
>>> _core.BUILD in ("baseline", "avx2")
True
"""

import importlib
import importlib.util
import os
import pathlib
import sys

from plyground import _cpu

_BUILDS = ("baseline", "avx2")


def _choose(wanted: str | None) -> str:
    """Return the build to load: the wanted one if it can run here, else the fastest that can."""
    if wanted and wanted not in _BUILDS:
        raise ImportError(
            f"PLYGROUND_CPU is {wanted!r}; it may be {' or '.join(_BUILDS)}, or unset"
        )
    built = [name for name in _BUILDS if importlib.util.find_spec(f"plyground._core_{name}")]
    if wanted and wanted not in built:
        raise ImportError(
            f"PLYGROUND_CPU is {wanted}, but this installation does not contain that build"
        )
    if wanted == "avx2" and not _cpu.supports_avx2():
        raise ImportError("PLYGROUND_CPU is avx2, but this processor does not support it")
    usable = [name for name in built if name == "baseline" or _cpu.supports_avx2()]
    if not usable:
        raise ImportError(
            "this installation was built for another processor; build it again on this machine"
        )
    return wanted or usable[-1]


def _is_command() -> bool:
    """Whether this is `plyground` or `python -m plyground`, where nothing catches an error yet."""
    if sys.argv[:1] == ["-m"]:
        return "plyground" in sys.orig_argv
    return pathlib.Path(*sys.argv[:1]).stem == "plyground"


try:
    BUILD: str = _choose(os.environ.get("PLYGROUND_CPU"))
except ImportError as _error:
    if not _is_command():
        raise
    print(f"plyground: {_error}.", file=sys.stderr)
    sys.exit(2)
_module = importlib.import_module(f"plyground._core_{BUILD}")
_module.set_data_folder(str(pathlib.Path(__file__).parent))

for _name, _value in vars(_module).items():
    if not _name.startswith("_"):
        globals()[_name] = _value
        if isinstance(_value, type):
            # A pickle must not name the build, because the next processor may need the other one.
            _value.__module__ = __name__
