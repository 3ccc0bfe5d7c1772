"""Finds and loads libtare.so, and says in ctypes what tare.h says in C."""

import ctypes
import functools
import os
from ctypes import POINTER, c_char, c_char_p, c_double, c_int, c_uint, c_uint64, c_void_p
from pathlib import Path

HERE = Path(__file__).resolve().parent
Launch = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)
OK = 0


class TareError(RuntimeError):
    """What the library could not do, and why."""


class Options(ctypes.Structure):
    _fields_ = [
        ("cold", c_int),
        ("samples", c_int),
        ("budget", c_double),
        ("precision", c_double),
        ("flush", c_int),
        ("reserved", c_void_p),
    ]


class Time(ctypes.Structure):
    _fields_ = [
        *((name, c_double) for name in ("median", "low", "high", "minimum", "mean", "first", "floor")),
        ("samples", c_int),
        ("batch", c_int),
        ("warnings", c_uint),
        ("flush", c_char_p),
        ("flush_bytes", c_uint64),
        ("bias_bound", c_double),
    ]


class Device(ctypes.Structure):
    _fields_ = [
        ("name", c_char * 256),
        ("is_host", c_int),
        ("major", c_int),
        ("minor", c_int),
        ("multiprocessors", c_int),
        ("l2_bytes", c_uint64),
        ("memory_bytes", c_uint64),
        ("memory_clock_hz", c_double),
        ("bus_bits", c_int),
        ("ecc", c_int),
        ("peak_bytes_per_s", c_double),
        ("peak_source", c_int),
        ("peak_flop_per_s", c_double),
        ("flop_source", c_int),
    ]


class Ceilings(ctypes.Structure):
    _fields_ = [
        *((name, c_double) for name in ("read", "write", "copy", "triad")),
        ("low", c_double * 4),
        ("high", c_double * 4),
        ("warnings", c_uint),
        ("bytes", c_uint64),
    ]


RESULTS = {
    "tare_why": c_char_p,
    "tare_advice": c_char_p,
    "tare_source_name": c_char_p,
    "tare_gb_per_s": c_double,
    "tare_gflop_per_s": c_double,
}
ARGUMENTS = {
    "tare_measure": [Launch, c_void_p, c_void_p, POINTER(Options), POINTER(Time)],
    "tare_summarise": [POINTER(c_double), c_int, c_double, POINTER(Time)],
    "tare_device_facts": [POINTER(Device)],
    "tare_measure_ceilings": [POINTER(Ceilings)],
    "tare_advice": [c_uint],
    "tare_source_name": [c_int],
    "tare_gb_per_s": [c_uint64, c_double],
    "tare_gflop_per_s": [c_uint64, c_double],
}


def places():
    """Where the library may be, in the order in which it is looked for."""
    if os.environ.get("TARE_LIBRARY"):
        return [os.environ["TARE_LIBRARY"]]
    # A name without a folder is looked for by the system's loader: LD_LIBRARY_PATH, ldconfig.
    tree = HERE.parents[2] / "build" if len(HERE.parents) > 2 else HERE
    return [
        str(HERE / "libtare.so"),
        "libtare.so",
        "/usr/local/lib/libtare.so",
        str(tree / "gpu" / "libtare.so"),
        str(tree / "host" / "libtare.so"),
    ]


@functools.lru_cache(maxsize=None)
def library():
    refused = []
    for place in places():
        try:
            # Global, because kernels that hostcc compiled find the host device in it.
            found = ctypes.CDLL(place, mode=ctypes.RTLD_GLOBAL)
            for name, types in ARGUMENTS.items():
                getattr(found, name).argtypes = types
            for name, kind in RESULTS.items():
                getattr(found, name).restype = kind
            return found
        except (OSError, AttributeError) as why:
            refused.append(f"  {place}: {why}")
    raise TareError(
        "No libtare.so could be loaded. These were tried:\n" + "\n".join(refused) + "\n"
        "Build it in Tare's tree with `make build/gpu/libtare.so DEVICE=gpu` (without a card: "
        "`make build/host/libtare.so DEVICE=host`), and let TARE_LIBRARY name this file."
    )


def why():
    return library().tare_why().decode()


def must(status):
    if status != OK:
        raise TareError(why())
