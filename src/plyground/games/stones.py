"""The common parts of the guides to Go and Robogo: stones with liberties that can be captured."""

from plyground.engine.game_guide import AFTER, BEFORE, Figure, Frame

GTP_COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # the same as GTP's own

# The names of rules in SGF; the first of equal ones is written.
RULES = {
    name: {"scoring": scoring, "ko": ko, "suicide": suicide}
    for name, scoring, ko, suicide in (
        ("Chinese", "area", "positional", "no"),
        ("Japanese", "territory", "simple", "no"),
        ("AGA", "area", "situational", "no"),
        ("NZ", "area", "situational", "yes"),
        ("Tromp-Taylor", "area", "positional", "yes"),
        ("Korean", "territory", "simple", "no"),
        ("GOE", "area", "positional", "yes"),
        ("Ing", "area", "positional", "yes"),
        ("New Zealand", "area", "situational", "yes"),
    )
}

SMALL = {"size": 5}  # the board of most figures

CAPTURE = Figure(
    "Capture",
    (
        "Take the last liberty of a group to capture the whole group. Black plays D3, and the"
        " white stone is removed."
    ),
    (
        Frame("5/1xx2/1xo2/2x2/5 b", to="D3", label=BEFORE),
        Frame("5/1xx2/1xo2/2x2/5 b", "D3", label=AFTER),
    ),
    SMALL,
)
NO_SUICIDE = Figure(
    "No suicide",
    (
        "You may not play where your stone would have no liberties, unless it captures"
        " something. White may not play A1."
    ),
    (Frame("5/5/1xx2/x4/1x3 w", area="A1"),),
    SMALL,
)
