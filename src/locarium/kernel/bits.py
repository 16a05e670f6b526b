"""Bit sets of up to 63 elements in an int64: plain Python, and machine instructions for compiled callers."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numba import types
from numba.core import config
from numba.extending import intrinsic, overload


def lowest_bit(bits: int) -> int:
    """Return the lowest element of a set that isn't empty."""
    return (int(bits) & -int(bits)).bit_length() - 1


def count_bits(bits: int) -> int:
    """Return the number of elements."""
    return int(bits).bit_count()


def nth_bit(bits: int, n: int) -> int:
    """Return the n-th element, counted from 0 in ascending order."""
    rest = int(bits)
    for _ in range(n):
        rest &= rest - 1
    return lowest_bit(rest)


@intrinsic  # type: ignore[untyped-decorator]
def _cttz(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _ctpop(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _pdep(typing_context: Any, source: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word]))
        return builder.call(deposit, args)

    return types.int64(types.int64, types.int64), generate


def _has_fast_pdep() -> bool:
    """Return whether this CPU runs PDEP in one instruction. The first two generations of Zen emulate it slowly."""
    if config.CPU_NAME is not None:  # compiling for another machine than this one
        return False
    slow = get_host_cpu_name() in ("znver1", "znver2")
    return bool(get_host_cpu_features().get("bmi2", False)) and not slow


# The compiled counterparts. They have no annotations, because the functions they return would need the same ones.


@overload(lowest_bit)
def _compiled_lowest_bit(bits):  # type: ignore[no-untyped-def]
    return lambda bits: _cttz(bits)


@overload(count_bits)
def _compiled_count_bits(bits):  # type: ignore[no-untyped-def]
    return lambda bits: _ctpop(bits)


@overload(nth_bit)
def _compiled_nth_bit(bits, n):  # type: ignore[no-untyped-def]
    if _has_fast_pdep():
        return lambda bits, n: _cttz(_pdep(1 << n, bits))

    def by_counting(bits, n):  # type: ignore[no-untyped-def]
        for _ in range(n):
            bits &= bits - 1
        return _cttz(bits)

    return by_counting


def elements(bits: int) -> list[int]:
    """Return the elements in ascending order. For plain Python."""
    rest, found = int(bits), []
    while rest:
        lowest = rest & -rest
        found.append(lowest.bit_length() - 1)
        rest ^= lowest
    return found


SEAT_SETS = [elements(bits) for bits in range(64)]  # the elements of every set of up to six seats


def seats_in(bits: int) -> list[int]:
    """Return the seats in a set, in ascending order."""
    return SEAT_SETS[bits].copy()


def bit_set(members: list[int]) -> int:
    """Return the set of these elements. For plain Python."""
    return sum(1 << member for member in set(members))
