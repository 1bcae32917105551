"""The filter for addresses of pictures."""

from django.template import Context, Template


def test_a_part_without_a_picture_has_no_address() -> None:
    template = Template("{% load pictures %}{{ pictures|of:part }}")
    told = [template.render(Context({"pictures": {"u1": "/a"}, "part": part})) for part in ("u1", "u2")]
    assert told == ["/a", ""]
