"""The sentences of ``data/words.toml``, which sheets, answers and the tracker share."""

from __future__ import annotations

from typing import Final

from rulesets.core.words import Words
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.house_rules import DATA, RULINGS

WORDS: Final = Words(DATA, RULINGS, vars(tables))
