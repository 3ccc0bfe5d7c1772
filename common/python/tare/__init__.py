"""Measures what a function queues on a CUDA device: a time with its interval, a rate with its unit.

    import tare, torch
    x = torch.rand(1 << 26, device="cuda")
    time = tare.measure(lambda stream: x.mul_(0.5))
    print(time, time.gb_per_s(2 * x.nbytes))

Times are in seconds, work is in bytes or flops. One thread measures at a time.
"""

from .device import ceilings, device
from .library import TareError
from .measure import Time, measure, summarise
from .prove import Number, Proof, prove
from .sweep import Row, Table, bench

__all__ = ["Number", "Proof", "Row", "Table", "TareError", "Time"]
__all__ += ["bench", "ceilings", "device", "measure", "prove", "summarise"]


def load_ipython_extension(shell):
    from .notebook import TareMagics

    shell.register_magics(TareMagics)
