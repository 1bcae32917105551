"""One package per game; a package that has a ``RULESET`` is found by ``rulesets.registry``."""
