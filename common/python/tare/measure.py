"""The time of one run of a function that queues work on a stream."""

import ctypes
from dataclasses import dataclass

from . import library

CUDA_ERROR_UNKNOWN = 999  # cudaErrorUnknown: the caller sees the exception in its place


@dataclass(frozen=True)
class Time:
    """The time of one run in seconds; low to high is the 95 % interval of the median."""

    median: float
    low: float
    high: float
    samples: int
    batch: int  # runs in one sample
    warnings: tuple  # sentences: what is doubtful, and what to do

    def gb_per_s(self, bytes):
        """The rate of this many bytes, read plus written, in 1e9 bytes per second."""
        return library.library().tare_gb_per_s(bytes, self.median)

    def gflop_per_s(self, flops):
        return library.library().tare_gflop_per_s(flops, self.median)

    def __str__(self):
        unit, size = unit_for(self.median)
        median, low, high = (f"{seconds / size:.4g}" for seconds in (self.median, self.low, self.high))
        lines = [f"{median} {unit} ({low} to {high}), {self.samples} samples of {self.batch}"]
        return "\n".join(lines + [f"warning: {sentence}" for sentence in self.warnings])

    def _repr_pretty_(self, printer, cycle):
        printer.text(str(self))


def unit_for(seconds):
    units = {"s": 1.0, "ms": 1e-3, "us": 1e-6}
    return next(((unit, size) for unit, size in units.items() if seconds >= size), ("ns", 1e-9))


def handle_of(stream):
    """The address of a stream: an int, a stream of torch, CuPy or cuda.core, or None."""
    if stream is None or (isinstance(stream, int) and not isinstance(stream, bool)):
        return stream
    for name in ("cuda_stream", "ptr"):
        if isinstance(getattr(stream, name, None), int):
            return getattr(stream, name)
    if hasattr(stream, "__cuda_stream__"):
        protocol = stream.__cuda_stream__
        return (protocol() if callable(protocol) else protocol)[1]
    raise TypeError(
        f"stream is a {type(stream).__name__}: give the address of a CUDA stream as an int, an object "
        "with cuda_stream (torch), ptr (CuPy) or __cuda_stream__, or None for the default stream"
    )


def advice(warnings):
    bits = (1 << bit for bit in range(warnings.bit_length()))
    return tuple(library.library().tare_advice(bit).decode() for bit in bits if warnings & bit)


def from_c(time):
    return Time(time.median, time.low, time.high, time.samples, time.batch, advice(time.warnings))


def measure(fn, stream=None, cold=False, samples=0, budget=0.25, precision=0.005):
    """The time of the work that fn(stream) queues on this stream.

    fn gets the stream as it was given here, should not wait for the device, and may return CUDA's
    error code as an int. An exception in fn ends the measurement and is raised here.
    """
    raised = []

    def launch(context, address):
        try:
            result = fn(stream)
            return result if isinstance(result, int) and not isinstance(result, bool) else 0
        except BaseException as error:  # ctypes would print it and go on
            raised.append(error)
            return CUDA_ERROR_UNKNOWN

    options = library.Options(cold=cold, samples=samples, budget=budget, precision=precision)
    time = library.Time()
    call = library.Launch(launch)
    status = library.library().tare_measure(call, None, handle_of(stream), options, time)
    if raised:
        raise raised[0]
    library.must(status)
    return from_c(time)


def summarise(samples, tick=0.0):
    """The same summary for times that you took yourself, in seconds. tick: of their clock."""
    seconds = (ctypes.c_double * len(samples))(*samples)
    time = library.Time()
    library.must(library.library().tare_summarise(seconds, len(samples), tick, time))
    return from_c(time)
