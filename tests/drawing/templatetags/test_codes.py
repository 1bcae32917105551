"""The tag that lists what codes mean."""

from django.template import Context, Template

from rulesets.core.reference import Code

KEY = tuple(Code((f"C{number}",), "means something in these rows") for number in range(5))


def listed(codes: tuple[Code, ...], arguments: str = "") -> str:
    tag = f"{{% load codes %}}{{% code_list codes {arguments} %}}"
    return " ".join(Template(tag).render(Context({"codes": codes})).split())


def test_the_first_codes_are_seen_and_the_others_unfold() -> None:
    before, _, after = listed(KEY).partition("<summary>3 more</summary>")
    assert [code.term for code in KEY if f"<dt>{code.term}</dt>" in before] == ["C0", "C1"]
    assert [code.term for code in KEY if f"<dt>{code.term}</dt>" in after] == ["C2", "C3", "C4"]


def test_a_short_key_has_nothing_to_unfold() -> None:
    assert "<details>" not in listed(KEY[:2])
    assert "<dt>" not in listed(())


def test_a_single_code_is_never_folded_away() -> None:
    before, folded, after = listed(KEY[:3]).partition("<details>")
    assert [code.term for code in KEY if f"<dt>{code.term}</dt>" in before] == ["C0", "C1", "C2"]
    assert (folded, after) == ("", "")


def test_the_first_code_is_seen_however_long() -> None:
    before, _, _ = listed((Code(("LONG",), "means " * 40), *KEY)).partition("<summary>5 more</summary>")
    assert "<dt>LONG</dt>" in before


def test_a_whole_key_has_a_line_for_each_code() -> None:
    assert listed(KEY, "whole=True").count("<dt>") == len(KEY)
    assert "<details>" not in listed(KEY, "whole=True")


def test_a_list_replaces_another_only_where_it_differs() -> None:
    assert 'hx-swap-oob="outerMorph"' in listed(KEY, "differs=True")
    assert "hx-swap-oob" not in listed(KEY)
