"""The games: rules, odds and legality in pure Python, without any site around them."""
