"""Runs a notebook as a front end would, in an empty folder: notebook.py FILE RESULT

RESULT is FILE with what each cell said, and its pictures. Ends with 1 at the first cell that fails.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output


class Shell(InteractiveShell):
    """Keeps the last value of a cell in each form that a front end could show."""

    def keep_values(self):
        self.values = []
        hook = self.displayhook
        hook.write_output_prompt = hook.finish_displayhook = lambda: None
        hook.write_format_data = lambda forms, metadata=None: self.values.append(forms)

    def run_cell_kept(self, cell):
        self.values.clear()
        with capture_output(display=False) as said:
            result = self.run_cell("".join(cell["source"]), store_history=True)
        if not result.success:
            print(said.stdout + said.stderr)
            sys.exit(f"the cell {cell['id']} failed")
        count = cell["execution_count"] = result.execution_count
        text = said.stdout.splitlines(True)
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": text}] if text else []
        for forms in self.values:
            data = {kind: form.splitlines(True) for kind, form in forms.items()}
            value = {"output_type": "execute_result", "execution_count": count, "data": data, "metadata": {}}
            cell["outputs"].append(value)


def run(path):
    notebook = json.loads(path.read_text())
    shell = Shell.instance()
    shell.keep_values()
    shell.run_line_magic("colors", "NoColor")
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            shell.run_cell_kept(cell)
    return notebook


def main():
    path, to = (Path(word).resolve() for word in sys.argv[1:])
    os.environ.setdefault("TARE_CLONE", os.getcwd())
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            notebook = run(path)
        finally:
            os.chdir(os.environ["TARE_CLONE"])
    to.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")


main()
