"""One search over what the site says about the games: rules, rulings, entries, calculators, quick reference, guide."""
