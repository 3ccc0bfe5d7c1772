"""%tare and %%tare: the time of a statement that queues work, in a notebook."""

from IPython.core.magic import Magics, line_cell_magic, magics_class

from .measure import measure


@magics_class
class TareMagics(Magics):
    @line_cell_magic
    def tare(self, line, cell=None):
        """%tare [-c] [-b BYTES] [-f FLOPS] STATEMENT, or %%tare above the statements.

        -c empties the caches before each run; -b and -f count the work of one run.
        """
        names = self.shell.user_ns
        options, statement = self.parse_options(line, "cb:f:", posix=False, strict=False)
        code = compile(cell if cell is not None else statement, "<tare>", "exec")
        time = measure(lambda stream: exec(code, names), cold="c" in options)
        if "b" in options:
            print(f"{time.gb_per_s(eval(options['b'], names)):.4g} GB/s")
        if "f" in options:
            print(f"{time.gflop_per_s(eval(options['f'], names)):.4g} GFLOP/s")
        return time
