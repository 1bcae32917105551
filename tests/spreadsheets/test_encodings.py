"""Texts that do not say their encoding: it is guessed from the letters of the languages that have it."""

import pytest

from armybuilder.spreadsheets.encodings import DecodedText, decode_text

WESTERN = (
    *("Süd;Challenger 2;4", "1er Chasseurs à cheval;Véhicule", "Première compagnie mêlée", "Où est le Régiment ?"),
    *(
        "1ª Compañía;¿Cuántos?",
        "Esquadrão de Armações",
        "Unità;Quantità",
        "Größe;Stückzahl",
        "Bålstad;Sjöfåglar",
        "Grupp Älg:\n• Walker (2)",
    ),
    *("Søndre Åsen", "Reserve – “Old Guard” don’t move", "Infanterie mécanisée;« prêtés » par Rémi", "12 m² of wood"),
)
CENTRAL = (
    *("Grupa;Pojazd;Ilość", "Żółwie", "Łódź – źródło;T-55", "Paweł", "Kraków i Wrocław", "Průzkum;Počet"),
    *(
        "Těžká rota",
        "Hőgyész;Űr",
        "Erdő;gyűjtő",
        "Čáp",
        "Brigáda čs. dělostřelectva",
        "Štáb pluku",
        "Četa rýchleho nasadenia",
    ),
)
CASES = [
    *(("cp1252", "Windows-1252", text) for text in WESTERN),
    *(("cp1250", "Windows-1250", text) for text in CENTRAL),
    *(("mac_roman", "Mac Roman", text) for text in WESTERN if "²" not in text),
    *(("cp1251", "Windows-1251", text) for text in ("Взвод;Unit", "Первый взвод", "Рота")),
    *(("cp932", "Shift-JIS", text) for text in ("分隊,Unit,数", "第一小隊", "戦車中隊のリスト", "タンク")),
    *(("gb18030", "GB 18030", text) for text in ("坦克连,T-55,3", "第一排", "步兵团")),
    *(("big5", "Big5", text) for text in ("戰車連,T-55,3", "第一排", "步兵連")),
    *(("cp949", "Windows-949", text) for text in ("전차 중대,K2,3", "제1소대", "보병")),
]


@pytest.mark.parametrize(("encoding", "name", "text"), CASES, ids=[f"{name} {text}" for _, name, text in CASES])
def test_the_encoding_of_a_text_is_guessed_from_its_letters(encoding, name, text):
    decoded = decode_text(text.encode(encoding))
    assert (decoded.text, decoded.readings[0].name.partition(" (")[0]) == (text, name)


def test_words_to_check_are_those_beyond_ascii():
    decoded = decode_text("Żółwie,T-55,3\nIlość;Żółwie".encode("cp1250"))
    assert decoded.readings[0].words == ("Żółwie", "Ilość")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_is_no_guess(encoding):
    assert decode_text("Żółwie;T-55;3".encode(encoding)) == DecodedText("Żółwie;T-55;3")


def test_encodings_that_fit_as_well_are_told_with_their_words():
    readings = decode_text("전차;T-55".encode("cp949")).readings
    assert [(each.encoding, each.words) for each in readings] == [
        ("cp949", ("전차",)),
        ("gb18030", ("傈瞒",)),
        ("big5", ("瞪離",)),
    ]
    assert len(decode_text("戦車中隊のリスト".encode("cp932")).readings) == 1


def test_encodings_in_which_the_words_are_the_same_are_told_once():
    assert [each.encoding for each in decode_text("Größe;Stückzahl".encode("cp1252")).readings] == ["cp1252"]
