"""The vocabulary of the format: ids that stay, and profiles that hold any text."""

from armybuilder.interchange.battlescribe.data_format import cells_of, ident, profile, read_root, write


def test_ids_are_the_same_in_every_export():
    assert ident("mbt2020", "gameSystem") == ident("mbt2020", "gameSystem") == "b58a-7cdf-2a9c-ab28"
    assert ident("a", "bc") != ident("ab", "c")


def test_a_profile_gives_its_cells_back():
    cells = [("Name", "'=x"), ("Notes", "a\r\nb_x000D_ <&>\t")]
    written = write("profiles.xml", profiles=[profile("t", "Settings", "n", cells, "o")])
    found = read_root(b"<a>%s</a>" % written)
    assert cells_of(found, "t") == cells
    assert cells_of(found, "u") is None
