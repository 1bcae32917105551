"""Tags of printed pages."""

from django.utils.safestring import SafeString

from armybuilder.printing.templatetags.printing import hundredths, named


def test_a_drawing_has_words_and_they_are_no_markup() -> None:
    assert named(SafeString('<svg a="1"><path/></svg>'), "<b>") == ('<svg a="1"><title>&lt;b&gt;</title><path/></svg>')


def test_type_sizes_are_whole_in_names() -> None:
    assert [hundredths(points) for points in (9.5, 10, 8.125)] == [950, 1000, 812]
