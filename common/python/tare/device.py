"""What the current device says of itself, and the rates that its memory reaches."""

from dataclasses import make_dataclass

from . import library
from .measure import advice

Device = make_dataclass("Device", [name for name, _ in library.Device._fields_], frozen=True)
Ceilings = make_dataclass("Ceilings", [name for name, _ in library.Ceilings._fields_], frozen=True)


def fields(structure):
    return {name: getattr(structure, name) for name, _ in structure._fields_}


def device():
    """The fields of tare_device in tare.h; 0 is unknown, and a source is a word."""
    lib, facts = library.library(), library.Device()
    library.must(lib.tare_device_facts(facts))
    words = {name: lib.tare_source_name(getattr(facts, name)).decode() for name in ("peak_source", "flop_source")}
    return Device(**{**fields(facts), **words, "name": facts.name.decode(), "is_host": bool(facts.is_host)})


def ceilings():
    """Bytes per second of kernels that only move memory. low, high: the 95 % interval of each."""
    measured = library.Ceilings()
    library.must(library.library().tare_measure_ceilings(measured))
    words = {"low": tuple(measured.low), "high": tuple(measured.high), "warnings": advice(measured.warnings)}
    return Ceilings(**{**fields(measured), **words})
