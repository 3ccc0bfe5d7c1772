"""The library from Python, with a kernel of python_kernel.cu: run by python.sh."""

import ctypes
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
import unittest
from pathlib import Path
from types import SimpleNamespace

import tare
from tare import library
from tare.measure import handle_of

N = 1 << 20
ABSOLUTE = {"PYTHONPATH": os.path.abspath("common/python")}
TRIES = 3  # of a relation between times, which another program may disturb

library.library()  # before the kernel, which finds the host device in it
kernel = ctypes.CDLL(os.environ["TARE_KERNEL"])
kernel.new_floats.restype = kernel.new_stream.restype = ctypes.c_void_p
kernel.new_floats.argtypes = [ctypes.c_uint64]
kernel.queue_scale.argtypes = [ctypes.c_uint64, ctypes.c_void_p, ctypes.c_void_p]

PROLOGUE = """
import ctypes, os, sys, time, tare
tare.library.library()
kernel = ctypes.CDLL(os.environ["TARE_KERNEL"])
kernel.new_floats.restype, kernel.new_floats.argtypes = ctypes.c_void_p, [ctypes.c_uint64]
kernel.queue_scale.argtypes = [ctypes.c_uint64, ctypes.c_void_p, ctypes.c_void_p]
N = 1 << 20
x = kernel.new_floats(N)
scale = lambda stream: kernel.queue_scale(N, x, stream)
scale(None)
tare.measure(scale)
"""
ASSERT_PROVEN = """
proof = tare.prove()
print(proof)
assert proof.proven
"""


def python(code, *arguments, **environment):
    """What a new Python says that sees these variables and no other."""
    return subprocess.run(
        [sys.executable, "-B", "-c", code, *arguments], env=environment, capture_output=True, text=True
    )


class WithoutDevice(unittest.TestCase):
    def test_structures_are_those_of_the_header(self):
        lines = ['#include "tare.h"', "#include <assert.h>", "#include <stddef.h>"]
        names = {"Options": "tare_options", "Time": "tare_time", "Device": "tare_device", "Ceilings": "tare_ceilings"}
        for name, in_c in names.items():
            structure = getattr(library, name)
            lines.append(f'static_assert(sizeof({in_c}) == {ctypes.sizeof(structure)}, "{in_c}");')
            for field, _ in structure._fields_:
                offset = getattr(structure, field).offset
                lines.append(f'static_assert(offsetof({in_c}, {field}) == {offset}, "{in_c}.{field}");')
        lines.append(f'static_assert(TARE_OK == {library.OK}, "TARE_OK");')
        compiler = [os.environ.get("CC", "gcc"), "-std=c11", "-Icommon", "-fsyntax-only", "-x", "c", "-"]
        said = subprocess.run(compiler, input="\n".join(lines) + "\n", capture_output=True, text=True)
        self.assertEqual((said.returncode, said.stderr), (0, ""))

    def test_summary(self):
        time = tare.summarise([9e-6, 1e-6, 8e-6, 2e-6, 7e-6, 3e-6, 6e-6, 4e-6, 5e-6])
        self.assertEqual((time.median, time.samples), (5e-6, 9))
        self.assertTrue(time.low < time.median < time.high)
        self.assertAlmostEqual(time.gb_per_s(5000), 1.0)
        self.assertAlmostEqual(time.gflop_per_s(15000), 3.0)
        self.assertIn("5 us (2 to 8), 9 samples", str(time))

    def test_a_tick_widens_a_summary(self):
        self.assertLess(tare.summarise([1.0] * 9, tick=0.5).low, 1.0)

    def test_a_warning_is_the_library_s_sentence(self):
        time = tare.summarise([1.0 + i % 3 / 1000 for i in range(40)] + [50.0])
        sentence = library.library().tare_advice(1 << 3).decode()  # TARE_OUTLIER
        self.assertIn(sentence, time.warnings)
        self.assertIn(f"warning: {sentence}", str(time))

    def test_no_sample_is_the_library_s_error(self):
        with self.assertRaisesRegex(tare.TareError, "tare_summarise"):
            tare.summarise([])

    def test_streams(self):
        known = [
            (None, None),
            (7, 7),
            (SimpleNamespace(cuda_stream=8), 8),
            (SimpleNamespace(ptr=9), 9),
            (SimpleNamespace(__cuda_stream__=lambda: (0, 10)), 10),
            (SimpleNamespace(__cuda_stream__=(0, 11)), 11),
        ]
        for stream, address in known:
            self.assertEqual(handle_of(stream), address)
        for stream in ("default", True, 1.0):
            with self.assertRaisesRegex(TypeError, "give the address of a CUDA stream"):
                handle_of(stream)

    def test_a_library_that_is_missing_is_told(self):
        said = python("import tare; tare.device()", PYTHONPATH="common/python", TARE_LIBRARY="/none/libtare.so")
        self.assertIn("/none/libtare.so: ", said.stderr)
        self.assertIn("make build/host/libtare.so", said.stderr)

    def test_a_library_that_is_no_library_of_ours_is_told(self):
        said = python(
            "import tare; tare.device()", PYTHONPATH="common/python", TARE_LIBRARY=os.environ["TARE_KERNEL"]
        )
        self.assertRegex(said.stderr, "python_kernel.so: .*tare_measure")

    def test_the_tree_s_library_is_found(self):
        with tempfile.TemporaryDirectory() as tree:
            shutil.copytree("common/python/tare", f"{tree}/common/python/tare")
            os.makedirs(f"{tree}/build/host")
            shutil.copy(os.environ["TARE_LIBRARY"], f"{tree}/build/host")
            code = (  # without those that an installation may have left on this machine
                "import tare.library as l; found = l.places()[-2:]; l.places = lambda: found; "
                "print(l.library()._name)"
            )
            said = python(code, PYTHONPATH=f"{tree}/common/python")
            self.assertEqual(said.stdout.strip(), f"{os.path.realpath(tree)}/build/host/libtare.so", said.stderr)

    @unittest.skipUnless(importlib.util.find_spec("pip"), "python3 has no pip")
    def test_pip_installs_it_with_the_library(self):
        before = sorted(Path("common/python").rglob("*"))
        with tempfile.TemporaryDirectory() as place:
            command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--target", place]
            said = subprocess.run([*command, "common/python"], capture_output=True, text=True)
            self.assertEqual(said.returncode, 0, said.stderr)
            said = python("import tare.library as l; print(l.library()._name)", PYTHONPATH=place)
            self.assertEqual(said.stdout.strip(), f"{os.path.realpath(place)}/tare/libtare.so", said.stderr)
            metadata = next(Path(place).glob("tare-*.dist-info/METADATA")).read_text()
        version = re.search('TARE_VERSION "(.*)"', Path("grader/cmd/cmd.h").read_text())[1]
        self.assertIn(f"\nVersion: {version}\n", metadata)
        self.assertEqual(sorted(Path("common/python").rglob("*")), before)


def no_device():
    try:
        tare.device()
    except tare.TareError as why:
        return str(why)


@unittest.skipIf(no_device(), no_device())
class OnDevice(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.x = kernel.new_floats(2 * N)
        assert cls.x

    def scale(self, stream):
        return kernel.queue_scale(N, self.x, stream)

    def test_twice_the_work_takes_twice_the_time(self):
        def twice(stream):
            return self.scale(stream) or self.scale(stream)

        # What else the machine does makes either longer, never shorter.
        shortest_once = shortest_both = float("inf")
        for _ in range(TRIES):
            once, both = tare.measure(self.scale), tare.measure(twice)
            shortest_once = min(shortest_once, once.median)
            shortest_both = min(shortest_both, both.median)
            ratio = shortest_both / shortest_once
            if 1.6 < ratio < 2.5:
                break
        else:
            self.fail(f"two kernels took {ratio} of the time of one")
        self.assertTrue(once.low <= once.median <= once.high)
        self.assertGreater(once.samples, 5)

    def test_options_arrive(self):
        self.assertEqual(tare.measure(self.scale, samples=12).samples, 12)
        with self.assertRaisesRegex(tare.TareError, "budget"):
            tare.measure(self.scale, budget=-1.0)

    def test_cold(self):
        for _ in range(TRIES):
            small = [tare.measure(lambda s: kernel.queue_scale(1 << 12, self.x, s), cold=c) for c in (False, True)]
            if small[1].median > small[0].median:
                break
        else:
            self.fail(f"a cold run was no slower: {small}")
        self.assertEqual(small[1].batch, 1)

    def test_the_stream_is_the_one_that_is_measured(self):
        stream = SimpleNamespace(cuda_stream=kernel.new_stream())
        seen = set()

        def launch(given):
            seen.add(id(given))
            return self.scale(given.cuda_stream)

        self.assertGreater(tare.measure(launch, stream).median, 0)
        self.assertEqual(seen, {id(stream)})
        with self.assertRaisesRegex(tare.TareError, "queued nothing on the stream"):
            tare.measure(lambda given: self.scale(None), stream)

    def test_nothing_queued_is_told(self):
        for cold in (False, True):
            with self.assertRaisesRegex(tare.TareError, "queued nothing on the stream"):
                tare.measure(lambda stream: None, cold=cold)

    def test_a_failed_launch_is_told(self):
        with self.assertRaisesRegex(tare.TareError, "cudaErrorInvalidValue"):
            tare.measure(lambda stream: 1)

    def test_an_exception_comes_back(self):
        for kind in (ZeroDivisionError, KeyboardInterrupt):
            calls = []

            def launch(stream):
                calls.append(stream)
                if len(calls) == 5:
                    raise kind("of the fifth run")
                return self.scale(stream)

            try:  # assertRaises would drop the traceback
                tare.measure(launch)
                self.fail(f"no {kind.__name__}")
            except kind as error:
                self.assertEqual(str(error), "of the fifth run")
                self.assertEqual(traceback.extract_tb(error.__traceback__)[-1].name, "launch")
            self.assertEqual(len(calls), 5)
        self.assertGreater(tare.measure(self.scale).median, 0)

    def test_device(self):
        device = tare.device()
        self.assertEqual(device.is_host, os.environ["DEVICE"] == "host")
        self.assertGreater(device.multiprocessors, 0)
        self.assertRegex(device.peak_source, "^[a-z ]+$")

    def test_ceilings(self):
        ceilings = tare.ceilings()
        self.assertGreater(min(ceilings.read, ceilings.write, ceilings.copy, ceilings.triad), 1e8)
        self.assertGreater(ceilings.bytes, 1 << 20)
        self.assertTrue(ceilings.low[0] <= ceilings.read <= ceilings.high[0])
        self.assertTrue(all(isinstance(warning, str) for warning in ceilings.warnings))

    def test_bench(self):
        sizes = [1 << 12, N]
        table = tare.bench(
            lambda n: lambda stream: kernel.queue_scale(n, self.x, stream), sizes, bytes=lambda n: 8 * n, samples=9
        )
        self.assertEqual([row.size for row in table], sizes)
        for row in table:
            self.assertAlmostEqual(row.gb_per_s * row.time.median * 1e9, 8 * row.size, delta=1e-3 * row.size)
            self.assertEqual((row.gflop_per_s, row.time.samples), (None, 9))
        lines = str(table).splitlines()
        self.assertRegex(lines[0], r"^ *size +median +95 % interval +moves +computes$")
        self.assertRegex(lines[2], rf"^{N} +[0-9.e+]+ [num]?s +[0-9.e+]+ to [0-9.e+]+ [num]?s +[0-9.e+]+ GB/s +-$")

    def proof_of(self, numbers, last='print(tare.prove())'):
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "rate.py"
            script.write_text(f"{PROLOGUE}\n{numbers}\n{last}\n")
            return subprocess.run([sys.executable, "-B", script], capture_output=True, text=True, timeout=120)

    def test_an_honest_script_is_proven(self):
        said = self.proof_of('print(f"scale {tare.measure(scale).median * 1e6:.3f} us")', ASSERT_PROVEN)
        self.assertEqual((said.returncode, said.stderr), (0, ""))
        self.assertRegex(said.stdout, r"line 1: [0-9.e+]+ us: right\. tare_measure returned this number\.")

    def test_a_rate_in_a_table_is_audited(self):
        queues = "lambda n: lambda s: kernel.queue_scale(n, x, s)"
        said = self.proof_of(f"print(tare.bench({queues}, [N], bytes=lambda n: 8 * n))")
        self.assertEqual((said.returncode, said.stderr), (0, ""))
        self.assertRegex(said.stdout, r"line 2: [0-9.e+]+ GB/s: time-right\.")

    def test_the_mistake_of_a_script_is_named(self):
        launch_only = "begin = time.perf_counter()\nscale(None)\nseconds = time.perf_counter() - begin\n"
        said = self.proof_of(launch_only + 'print(f"scale {8 * N / seconds / 1e9:.2f} GB/s")')
        self.assertEqual((said.returncode, said.stderr), (0, ""))
        self.assertRegex(said.stdout, r"line 1: [0-9.e+]+ GB/s: wrong time/launch-only\. [A-Z]")

    def test_a_script_that_fails_is_not_proven(self):
        said = self.proof_of("import os\nif os.environ.get('TARE_PROVING'): sys.exit(7)")
        self.assertEqual(said.returncode, 1)
        self.assertRegex(said.stderr, "TareError: .*rate.py could not be audited:")
        self.assertIn("%%writefile", python("import tare; tare.prove()", PYTHONPATH="common/python").stderr)

    def notebook(self, name):
        """The outputs of its cells, each as text."""
        file = f"common/python/notebooks/{name}.ipynb"
        with tempfile.TemporaryDirectory() as folder:
            done = Path(folder) / "done.ipynb"
            python = [sys.executable, "-B", "common/test/notebook.py", file, done]
            said = subprocess.run(python, env={**os.environ, **ABSOLUTE}, capture_output=True, text=True, timeout=300)
            self.assertEqual(said.returncode, 0, said.stdout + said.stderr)
            cells = [cell for cell in json.loads(done.read_text())["cells"] if cell["cell_type"] == "code"]
        return [json.dumps(cell["outputs"]) for cell in cells]

    @unittest.skipUnless(importlib.util.find_spec("IPython"), "IPython is not installed")
    def test_the_notebook_of_a_rate(self):
        proof = self.notebook("is_your_rate_true")[3]
        self.assertRegex(proof, "line 1: [0-9.e+]+ GB/s: (wrong|suspect) time/launch-only")
        self.assertNotRegex(proof, "line [23]: [0-9.e+]+ GB/s: wrong")
        self.assertIn("<svg", proof)

    @unittest.skipUnless(importlib.util.find_spec("IPython"), "IPython is not installed")
    def test_the_notebook_of_lab_01(self):
        said = self.notebook("lab_01")
        self.assertRegex(said[1], "01 kernel_time +as shipped")
        self.assertRegex(said[2], "01 kernel_time +pass +10 of 10")
        self.assertIn("image/svg+xml", said[3])

    @unittest.skipUnless(importlib.util.find_spec("IPython"), "IPython is not installed")
    def test_magic(self):
        from IPython.core.interactiveshell import InteractiveShell
        from IPython.utils.io import capture_output

        shell = InteractiveShell.instance()
        shell.run_line_magic("load_ext", "tare")
        shell.user_ns.update(scale=self.scale, n=N)
        with capture_output() as said:
            line = shell.run_line_magic("tare", "-b 8*n scale(None)")
        self.assertAlmostEqual(float(said.stdout.split()[0]) / line.gb_per_s(8 * N), 1, delta=1e-3)
        cell = shell.run_cell_magic("tare", "-c", "scale(None)\nruns = 1")
        self.assertEqual((cell.batch, shell.user_ns["runs"]), (1, 1))
        with self.assertRaises(NameError):
            shell.run_line_magic("tare", "no_such_kernel()")


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=0).result
    broken, skipped = len(result.failures) + len(result.errors), len(result.skipped)
    for _, why in result.skipped:
        print(f"  skipped: {why}")
    for test, why in result.failures + result.errors:
        print(f"  FAILED  {test}: {why.splitlines()[-1]}")
    print(f"library_python: {result.testsRun - broken - skipped} passed, {broken} failed, {skipped} skipped")
    sys.exit(broken > 0)
