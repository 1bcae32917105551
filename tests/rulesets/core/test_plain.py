import json
from dataclasses import asdict
from decimal import Decimal
from fractions import Fraction

from rulesets.core.calculators import Answer, Chart, Outcome, Step
from rulesets.core.cards import Card
from rulesets.core.forces.findings import Finding, Place, Severity
from rulesets.core.plain import finding_shape, plain_answer, plain_card, plain_section
from rulesets.core.play.trackers import Track
from rulesets.core.reference import Line, Section, Zone
from rulesets.core.tables import Stat, Tone, table

TABLE = table("Ranges", "Stand | >Far", [("Tank", 12)], "Inches.")
PLAIN_TABLE = {"title": "Ranges", "columns": ["Stand", "Far"], "rows": [["Tank", "12"]], "note": "Inches."}


def test_an_answer_has_exact_chances_beside_decimals() -> None:
    chart = Chart("Hits", (Outcome("one", Fraction(1, 4), Tone.GOOD), Outcome("none", Fraction(3, 4))))
    answer = Answer("Some hits", Tone.FAIR, (Step("T-1", "Dice", "2", "because", Tone.BAD),), charts=(chart,))
    found = plain_answer(answer)
    assert json.loads(json.dumps(found)) == found
    assert (found["headline"], found["tone"]) == ("Some hits", "fair")
    assert found["steps"] == [{"rule": "T-1", "label": "Dice", "value": "2", "reason": "because", "tone": "bad"}]
    assert found["charts"][0]["outcomes"] == [
        {"label": "one", "chance": {"fraction": "1/4", "decimal": 0.25}, "tone": "good"},
        {"label": "none", "chance": {"fraction": "3/4", "decimal": 0.75}, "tone": "plain"},
    ]
    assert (found["compared"], found["notes"], found["rulings"]) == ([], [], [])


def test_a_chance_of_thousands_of_digits_is_exact_too() -> None:
    chance = Fraction(1, 216**2400)
    outcomes = (Outcome("all", chance), Outcome("fewer", 1 - chance))
    found = plain_answer(Answer("Never", Tone.BAD, (), charts=(Chart("Hits", outcomes),)))
    above, below = found["charts"][0]["outcomes"][0]["chance"]["fraction"].split("/")
    assert (above, len(below)) == ("1", 5603)
    assert Decimal(below) == Decimal(216**2400)


def test_a_finding_says_where_it_is() -> None:
    assert asdict(finding_shape(Finding("T-1", Severity.WARNING, "Slow.", Place("g1", "u2", "name")))) == {
        "rule": "T-1",
        "severity": "warning",
        "place": {"group": "g1", "unit": "u2", "field": "name"},
        "message": "Slow.",
    }


def test_a_section_has_its_tables_lines_and_zones() -> None:
    zones = (Zone("Near", ((0, 1),), "The tile below."),)
    assert plain_section(Section("s", "Shooting", (TABLE,), (Line("Far", "over 12″"),), zones=zones)) == {
        "section": "s",
        "title": "Shooting",
        "tables": [PLAIN_TABLE],
        "lines": [{"term": "Far", "text": "over 12″"}],
        "flow": [],
        "zones": [{"title": "Near", "tiles": [[0, 1]], "words": "The tile below."}],
    }


def test_a_card_has_all_that_is_printed_on_it() -> None:
    card = Card(
        "Tank",
        "fast",
        "1",
        stats=(Stat("MV", "6"),),
        tables=(TABLE,),
        lines=(Line("Far", "12″"),),
        tracks=(Track("hp", "Hits", 2, names=("a", "b"), marks=((1, "half"),)),),
        footer="end",
        back=(Line("Rule", "text"),),
    )
    assert plain_card(card) == {
        "title": "Tank",
        "subtitle": "fast",
        "corner": "1",
        "stats": [{"heading": "MV", "value": "6", "name": card.stats[0].name}],
        "tables": [PLAIN_TABLE],
        "lines": [{"term": "Far", "text": "12″"}],
        "tracks": [
            {"track": "hp", "title": "Hits", "boxes": 2, "names": ["a", "b"], "marks": [{"box": 1, "word": "half"}]}
        ],
        "footer": "end",
        "back": [{"term": "Rule", "text": "text"}],
    }
