"""The same kernel at several sizes, as rows and as a table in text."""

from dataclasses import dataclass
from typing import Any, Optional

from .measure import Time, measure, unit_for


@dataclass(frozen=True)
class Row:
    size: Any
    time: Time
    gb_per_s: Optional[float]  # None: no bytes were given
    gflop_per_s: Optional[float]

    def cells(self):
        unit, scale = unit_for(self.time.median)
        shown = [f"{seconds / scale:.4g}" for seconds in (self.time.median, self.time.low, self.time.high)]
        rates = {"GB/s": self.gb_per_s, "GFLOP/s": self.gflop_per_s}
        # Each with its unit: `tare audit` reads a number with the unit behind it.
        rates = ["-" if rate is None else f"{rate:.4g} {name}" for name, rate in rates.items()]
        return [str(self.size), f"{shown[0]} {unit}", f"{shown[1]} to {shown[2]} {unit}", *rates]


class Table(list):
    """The rows; str() of it is a table, with each warning below it once."""

    def __str__(self):
        lines = [["size", "median", "95 % interval", "moves", "computes"], *(row.cells() for row in self)]
        widths = [max(map(len, column)) for column in zip(*lines)]
        text = ["  ".join(cell.rjust(width) for cell, width in zip(line, widths)) for line in lines]
        doubtful = {}
        for row in self:
            for sentence in row.time.warnings:
                doubtful.setdefault(sentence, []).append(str(row.size))
        return "\n".join(text + [f"warning, {', '.join(sizes)}: {said}" for said, sizes in doubtful.items()])

    def _repr_pretty_(self, printer, cycle):
        printer.text(str(self))


def bench(fn, sizes, bytes=None, flops=None, stream=None, **options):
    """Measures fn(size) for each size: fn prepares, and returns the function that queues one run.

    bytes and flops count the work of a size; the options are those of measure().
    """
    table = Table()
    for size in sizes:
        time = measure(fn(size), stream, **options)
        table.append(
            Row(
                size,
                time,
                time.gb_per_s(bytes(size)) if bytes else None,
                time.gflop_per_s(flops(size)) if flops else None,
            )
        )
    return table
