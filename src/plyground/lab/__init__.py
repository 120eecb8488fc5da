"""The laboratory: experiments as files, run on one machine or many, evaluated from Python.

See `docs/how-to/lab.md`; the command is `plyground lab`.
"""

from plyground.lab.experiment import Experiment
from plyground.lab.packing import pack, unpack
from plyground.lab.plan import Plan, Task
from plyground.lab.record_rows import frame, pairings, rows
from plyground.lab.running import run
from plyground.lab.standing import Standing
from plyground.lab.store import Study, Written, read_study
from plyground.lab.tuning import tuned

__all__ = [
    "Experiment",
    "Plan",
    "Standing",
    "Study",
    "Task",
    "Written",
    "frame",
    "pack",
    "pairings",
    "read_study",
    "rows",
    "run",
    "tuned",
    "unpack",
]
