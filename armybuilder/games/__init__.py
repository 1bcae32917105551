"""The games' pages: home, a game, its rules, its rulings, its reference."""
