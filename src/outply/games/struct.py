"""Immutable values: equal when their fields are equal, usable as dictionary keys.

`dataclasses` does the same, but importing it takes longer than answering a position does.
"""

from __future__ import annotations


class Value:
    """A value whose fields are its `__slots__`, in the order in which `__init__` takes them."""

    __slots__: tuple[str, ...] = ()

    def _set(self, *fields: object) -> None:
        """Give the fields their only values; for use in `__init__` alone."""
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
