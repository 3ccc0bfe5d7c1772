# do_bench.py: the kernels and the faults of tare.cu, for triton.testing.do_bench.
# Usage: do_bench.py cold|graph|faults. copy is torch's copy_, which the driver does by a kernel of its own.
import sys

import torch
import triton
import triton.language as tl
from triton.testing import do_bench, do_bench_cudagraph


@triton.jit
def saxpy(n, a, x, y, BLOCK: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, a * tl.load(x + i, i < n) + tl.load(y + i, i < n), i < n)


# The lines that are counted:
def saxpy_at(n):
    x, y = (torch.zeros(n, device="cuda") for _ in "xy")
    return lambda: saxpy[(triton.cdiv(n, 1024),)](n, 2.0, x, y, BLOCK=1024)


def report(name, n, bytes, ms):
    print(f"{name},{n},{1e3 * ms:.4f},{bytes / ms / 1e6:.1f}", flush=True)


def measure_saxpy(bench):
    for n in (4**k for k in range(8, 15)):
        report("saxpy", n, 12 * n, bench(saxpy_at(n)))
# End.


def copy_at(n):
    x, y = (torch.zeros(n, device="cuda") for _ in "xy")
    return lambda: y.copy_(x)


def measure_copy(bench):
    for n in (4**k for k in range(8, 15)):
        report("copy", n, 8 * n, bench(copy_at(n)))


# do_bench empties the cache itself; a graph of many runs keeps what it has read.
def graph(run):
    with torch.cuda.stream(torch.cuda.Stream()):
        return do_bench_cudagraph(run)


def other_stream():
    n, own = 1 << 24, torch.cuda.Stream()
    run = saxpy_at(n)

    def elsewhere():
        with torch.cuda.stream(own):
            run()

    report("other_stream", n, 12 * n, do_bench(elsewhere))


def in_cache():
    for n in 1 << 18, 1 << 22:
        report("in_cache", n, 8 * n, graph(copy_at(n)))


def half_bytes():
    report("half_bytes", 1 << 26, 4 << 26, do_bench(copy_at(1 << 26)))


if __name__ == "__main__":
    if sys.argv[1] == "faults":
        other_stream(), in_cache(), half_bytes()
    else:
        print(f"# torch {torch.__version__}, triton {triton.__version__}", file=sys.stderr)
        bench = {"cold": do_bench, "graph": graph}[sys.argv[1]]
        measure_saxpy(bench), measure_copy(bench)
