"""Immutable base class for values on the start-up path of `homework3.py`.

Elsewhere, values are frozen dataclasses. Importing `dataclasses` takes longer than answering a position.
"""

from __future__ import annotations

set_field = object.__setattr__
"""Assigns a field in `__init__`: `set_field(self, name, value)`. Twice as fast as `Struct._set`."""


class Struct:
    """An immutable value. Values of the same class with equal fields are equal and have equal hashes.

    The fields are the `__slots__`, in the order of the parameters of `__init__`.
    """

    __slots__: tuple[str, ...] = ()

    def _set(self, *fields: object) -> None:
        """Assign `fields` to the `__slots__` in order; call this method only from `__init__`."""
        for name, field in zip(self.__slots__, fields, strict=True):
            object.__setattr__(self, name, field)

    def _fields(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __setattr__(self, name: str, field: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash(self._fields())

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._fields()
