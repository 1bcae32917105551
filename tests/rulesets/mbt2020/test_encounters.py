"""What befalls stands by those that they meet."""

from tests.rulesets.mbt2020.sheets import sheet, terms


def test_what_befalls_targets_is_on_the_sheet_of_engagers():
    for stands, term in (("11x MBTn;INF+ PDA", "Aircraft"), ("11x AIRn ASF;AIRn ECM", "ADA, PDA")):
        assert term in terms(sheet(*stands.split(";"))["results"])
    assert "ADA, PDA" not in terms(sheet("12x AIRn ASF")["results"])
