"""manage.py battlefield: rolls the battlefield of a seed."""

from argparse import ArgumentParser
from typing import Any

from armybuilder.management.json_command import JsonCommand, add_house, game_of, read_plain, readings
from rulesets.core.seeded import new_seed


class Command(JsonCommand):
    """Print a battlefield as JSON or draw it."""

    help = (
        "Roll a battlefield as JSON or as an SVG map. The same seed and question give the same battlefield. "
        "--schema describes the question's fields."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the question, the seed and the output."""
        parser.add_argument("game", help="slug of a game")
        parser.add_argument("question", nargs="?", help="file with the question as JSON; - reads standard input")
        parser.add_argument("--seed", type=int, help="a whole number (random if none is given)")
        parser.add_argument("--svg", action="store_true", help="draw the map instead")
        parser.add_argument("--schema", action="store_true", help="describe the question's fields")
        add_house(parser)

    def answer(self, *args: Any, **options: Any) -> None:
        """Roll, and print or draw."""
        game = game_of(options["game"])
        if options["schema"]:
            self.write_json({"question": game.battlefield_schema(), "house": game.house_rules()})
            return
        question = read_plain(options["question"], "a question") if options["question"] else None
        seed = new_seed() if options["seed"] is None else options["seed"]
        house = readings(options["house"])
        if not options["svg"]:
            self.write_json({"seed": seed, **game.battlefield(seed, question, house)})
            return
        # The drawing modules take longer to load than all others.
        from armybuilder.drawing import fallback_fonts, lettering
        from armybuilder.drawing.battlefields import COLOUR, battlefield_svg
        from armybuilder.drawing.picture_files import svg_file_of

        lettering.use_fonts(fallback_fonts)  # which the app does where apps are loaded
        self.stdout.write(svg_file_of(battlefield_svg(game.rolled_battlefield(seed, question, house), COLOUR)))
