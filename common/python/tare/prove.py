"""Are the numbers true that a program prints? `tare audit` runs it once more and says."""

import csv
import html
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .device import device
from .library import TareError

PROVING = "TARE_PROVING"  # set in the run that is audited, which must not begin another
NOTHING_AUDITED = 2  # the exit code of `tare audit`; 0 and 1 are of a whole audit


@dataclass(frozen=True)
class Number:
    """A number that the program printed, and what the audit says of it."""

    line: int  # of the program's output
    number: float
    unit: str
    verdict: str  # right, time-right (its work was not weighed), note, suspect, wrong, cannot-tell
    mistake: str  # the name of the catalogue, or ""
    why: str

    def __str__(self):
        name = f" {self.mistake}" if self.mistake else ""
        return f"line {self.line}: {self.number:.6g} {self.unit}: {self.verdict}{name}. {self.why}"


class Proof(list):
    """The numbers of one program; `proven` when there is one and each is right.

    `picture` is SVG: the stopwatch of the worst number, and what ran on the device; "": nothing to draw.
    In the run that is audited, where nothing is known yet, it is empty, silent and `proven`.
    """

    def __init__(self, numbers=(), picture="", audited=True):
        super().__init__(numbers)
        self.picture, self.audited = picture, audited

    @property
    def proven(self):
        return not self.audited or (len(self) > 0 and all(number.verdict == "right" for number in self))

    def __str__(self):
        if not self.audited:
            return ""
        return "\n".join(map(str, self)) or "The program printed no number with a unit."

    def _repr_pretty_(self, printer, cycle):
        printer.text(str(self))

    def _repr_html_(self):
        return f"<pre>{html.escape(str(self))}</pre>{self.picture}"


def this_script():
    if not sys.argv or not Path(sys.argv[0]).is_file():
        raise TareError(
            "prove() runs a script once more, and this Python runs none: in a notebook, write the cell "
            'to a file (%%writefile rate.py) and call prove([sys.executable, "rate.py"])'
        )
    return [sys.executable, *sys.argv]


def prove(command=None):
    """Runs this script, or command, once more under `tare audit`, and says of each number if it is right.

    On a GPU the kernels are weighed, too, so that the work of a rate is checked.
    """
    if os.environ.get(PROVING):
        return Proof(audited=False)
    words = list(command) if command else this_script()
    tare = os.environ.get("TARE_PROGRAM") or shutil.which("tare")
    if not tare:
        raise TareError("the program tare is not on the PATH: install it, or set TARE_PROGRAM to it")
    how = ["--device", "host"] if device().is_host else ["--device", "gpu", "--weigh"]
    with tempfile.TemporaryDirectory() as folder:
        table, picture = Path(folder) / "audit.csv", Path(folder) / "worst.svg"
        said = subprocess.run(
            [tare, "audit", "--csv", str(table), "--svg", str(picture), *how, "--", *words],
            env={**os.environ, PROVING: "1"}, capture_output=True, text=True,
        )
        if said.returncode >= NOTHING_AUDITED or not table.exists():
            raise TareError(f"{' '.join(words)} could not be audited:\n{said.stdout}{said.stderr}")
        with table.open() as lines:
            numbers = [
                Number(int(row["line"]), float(row["number"]), row["unit"], row["verdict"], row["mistake"], row["why"])
                for row in csv.DictReader(lines)
            ]
        return Proof(numbers, picture.read_text() if picture.exists() else "")
