"""``{% code_list codes %}``: what codes mean, the first of them at once and the others unfolded."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final

from django import template

from rulesets.core.reference import Code

MAX_AT_ONCE: Final = 80
"""Characters of a key that are seen at once: three lines of a phone, with its heading and its buttons."""

register = template.Library()


@register.inclusion_tag("components/code_list.html")
def code_list(codes: Sequence[Code], differs: bool = False) -> dict[str, Any]:
    """The codes with their meanings; with ``differs`` they replace those of a page."""
    ends = accumulate(len(f"{code.term} {code.meaning}  ") for code in codes)
    count = sum(end <= MAX_AT_ONCE for end in ends)
    return {"codes": codes[:count], "more": codes[count:], "differs": differs}
