"""Part: what a State is made of, and a State itself, so that both can be pickled, compiled or not."""

import copyreg
import inspect
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

PARAMETERS: Final[dict[type[Any], list[str]]] = {}


@mypyc_attr(acyclic=True)
class Part:
    """Pickled as a call of its class and its other attributes. The parameters of its `__init__` have the names
    of the attributes that they become.

    A vec that uncompiled code hands to compiled code is never freed (mypyc 2.4.1), and unpickling does that: who
    wants many twins of a State copies it, or plays its moves again.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        given = parameters(type(self))
        rest = {name: getattr(self, name) for name in attributes(self) if name not in given}
        return type(self), tuple([getattr(self, name) for name in given]), rest


def parameters(kind: type[Any]) -> list[str]:
    if kind not in PARAMETERS:
        PARAMETERS[kind] = list(inspect.signature(kind).parameters)
    return PARAMETERS[kind]


def attributes(part: Part) -> list[str]:
    """The names of all that a part holds. Compiled, it has no dictionary but a list of them."""
    return list(getattr(type(part), "__mypyc_attrs__", None) or vars(part))


# -- vectors, pickled as lists ---------------------------------------------------------------


def whole_numbers(values: list[int]) -> vec[i64]:
    return vec[i64](values)


def real_numbers(values: list[float]) -> vec[float]:
    return vec[float](values)


def truths(values: list[bool]) -> vec[bool]:
    return vec[bool](values)


copyreg.pickle(type(vec[i64]()), lambda values: (whole_numbers, (list(values),)))
copyreg.pickle(type(vec[float]()), lambda values: (real_numbers, (list(values),)))
copyreg.pickle(type(vec[bool]()), lambda values: (truths, (list(values),)))
