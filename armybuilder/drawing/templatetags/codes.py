"""``{% code_list codes %}``: what codes mean, the first of them at once and the others unfolded."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final

from django import template

from rulesets.core.reference import Code

MAX_AT_ONCE: Final = 84
"""Characters of a key that are seen at once: three lines of a phone, with its heading and its buttons."""

register = template.Library()


@register.inclusion_tag("components/code_list.html")
def code_list(codes: Sequence[Code], *, whole: bool = False, differs: bool = False) -> dict[str, Any]:
    """The codes with their meanings; ``whole`` for one line each, with ``differs`` they replace those of a page.

    The first one is never folded away, and neither is a single one.
    """
    ends = accumulate(len(f"{code.term} {code.meaning}  ") for code in codes)
    count = max(1, sum(end <= MAX_AT_ONCE for end in ends))
    if whole or len(codes) - count == 1:
        count = len(codes)
    return {"codes": codes[:count], "more": codes[count:], "whole": whole, "differs": differs}
