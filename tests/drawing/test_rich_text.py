"""Texts with marks as HTML."""

import pytest
from django.template import Context, Template


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Roll **again**, *once*.", "Roll <strong>again</strong>, <em\n>once</em>."),
        ("Choose:\n• run\n• hide", "Choose:<br>• run<br>• hide"),
        ("5″ & <b>", "5″ &amp; &lt;b&gt;"),
        ("**<script>alert(1)</script>**", "<strong>&lt;script&gt;alert(1)&lt;/script&gt;</strong>"),
        ('*" onmouseover="x*', "<em\n>&quot; onmouseover=&quot;x</em>"),
        ("[here](javascript:alert(1)) ![x](//x)", "[here](javascript:alert(1)) ![x](//x)"),
    ],
)
def test_marks_become_tags_and_nothing_else_does(text: str, expected: str) -> None:
    for library in ("answers", "printing"):
        template = Template(f"{{% load {library} %}}{{% rich text %}}")
        assert template.render(Context({"text": text})) == expected
