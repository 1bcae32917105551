"""The numbers of Action Phase 0.5, each once; below them those of the author's other pages, which are context only."""

from fractions import Fraction

FACES = 6
"""Every die is a D6."""

REACH = 6
"""Inches over which an order or Inspiration carries."""

FREE_MARKERS = 1
"""Markers that do not lower Nv; each one beyond lowers it by 1."""

PASS_REMOVES = 1
"""Markers that a suppressed unit may remove when it passes its check."""

RETREAT_REMOVES = 1
"""Markers that a unit may remove when it has completed its Fall Back Move."""

FREE_CHOICE_ABOVE = Fraction(1, 2)
"""With more than this share of its models a unit that fails chooses; with less it must move."""

DESTROYED_PERCENT = 25
DESTROYED_BELOW = Fraction(DESTROYED_PERCENT, 100)
"""With less than this share of its models a unit that fails is destroyed."""

DOUBLE = 2
"""Times Mv: the most At The Double and in a Fall Back Move, the least in a Rout Move. Times Aw: Open Fire! at snap."""

SNAP_DIVISOR = 2
"""Snap Fire divides RoF by this and rounds down."""

# The author's other pages. Action Phase 0.5 defines none of what follows.

NOT_DEFINED = "not in the rules, Action Phase 0.5"

HITS_PER_MARKER = 6
"""Hits for one Suppression Marker (Leadership & Suppression, 0.52)."""

LEADERLESS_LD = -1
"""Ld of a unit that has lost its leader (outline of November 2012)."""

SIDE_UNITS = (4, 8)
SIDE_MODELS = (12, 50)
SQUAD = (3, 18)
POINTS = 1000
"""The least and most units and models of a side, models of a squad, and a side's points: its usual size (Models, Units
& Task Forces, 0.52)."""

MAX_SCORE = 10
"""The upper end of every score on a page of April 2012."""

COHERENCY = 4
"""Inches of coherency on a page of 2016."""

EVEN_TO_HIT = 4
"""The number to hit when BS and Ev are equal (Comparative Tests, 0.5)."""
