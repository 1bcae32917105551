"""What code leads to: the functions and classes of the site and the games that it names, and those that these name."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import chain
from types import CodeType, FunctionType, MethodType, ModuleType

from django.forms import Field
from ninja.operation import PathView

OURS = ("armybuilder.", "rulesets.")


class Reach:
    """What code leads to; looks once at what many starts lead to."""

    def __init__(self) -> None:
        self._steps: dict[int, tuple[object, list[object]]] = {}  # holds each thing, so that its id stays its own

    def reached_from(self, start: object) -> list[object]:
        """Everything that is reached but for what only an instance's type would tell, as the method of a result."""
        reached: dict[int, object] = {}
        remaining = [start]
        while remaining:
            thing = remaining.pop()
            if id(thing) not in reached:
                reached[id(thing)] = thing
                remaining += self._step(thing)
        return list(reached.values())

    def _step(self, thing: object) -> list[object]:
        if id(thing) not in self._steps:
            self._steps[id(thing)] = thing, list(filter(_is_followed, _named_by(thing)))
        return self._steps[id(thing)][1]


def _is_followed(thing: object) -> bool:
    if isinstance(thing, list | tuple | set | frozenset | Mapping | Field | PathView | MethodType):
        return True
    module = getattr(thing, "__module__", "") or ""
    return module.startswith(OURS)


def _named_by(thing: object) -> Iterator[object]:
    """What a function, class, collection or object of a dataclass names or holds."""
    if isinstance(thing, MethodType):
        yield from (thing.__func__, thing.__self__)
    elif isinstance(thing, PathView):
        yield from (operation.view_func for operation in thing.operations)
    elif isinstance(thing, FunctionType):
        yield from _named_in(thing)
    elif isinstance(thing, type):
        yield from thing.__bases__
        yield from getattr(thing, "base_fields", {}).values()
        for member in vars(thing).values():
            yield from (member, *(getattr(member, name, None) for name in ("__func__", "fget", "func")))
    elif isinstance(thing, Mapping):
        yield from thing.values()
    elif isinstance(thing, list | tuple | set | frozenset):
        yield from thing
    elif is_dataclass(thing):
        yield from (getattr(thing, each.name, None) for each in fields(thing))
    yield getattr(thing, "__wrapped__", None)


def _named_in(function: FunctionType) -> Iterator[object]:
    for cell in function.__closure__ or ():
        yield cell.cell_contents
    names = set(_names(function.__code__))
    for thing in (function.__globals__[name] for name in names if name in function.__globals__):
        if isinstance(thing, ModuleType):
            yield from (getattr(thing, name, None) for name in names)
        else:
            yield thing


def _names(code: CodeType) -> Iterator[str]:
    """The names in a function's code, and in that of functions within it."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return chain(code.co_names, chain.from_iterable(map(_names, inner)))
