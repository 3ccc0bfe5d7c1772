"""Classroom 50 starts this file in the student's folder and reads ./result.json."""
import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
sys.exit(subprocess.run([here / "grade.sh", "@LAB@", "lab.cu", "classroom50", "result.json"]).returncode)
