"""The fixtures of all tests: those of ``tests``, of the parts of the site in ``armybuilder`` and of ``bench``."""

pytest_plugins = ["tests.fixtures", "tests.browser.pages"]
