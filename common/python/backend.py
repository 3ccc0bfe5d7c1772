"""Makes the wheel for pip by itself: an installation needs no network, and leaves no build folder here."""

import base64
import hashlib
import os
import re
import sysconfig
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def said_in_project(name):
    return re.search(rf'^{name} = "(.*)"$', (HERE / "pyproject.toml").read_text(), re.M)[1]


def built_library():
    named = os.environ.get("TARE_LIBRARY")
    builds = [HERE.parents[1] / "build" / device / "libtare.so" for device in ("gpu", "host")]
    return next((path for path in ([Path(named)] if named else builds) if path.exists()), None)


def line_of_record(name, content):
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    library = built_library()
    name, version = said_in_project("name"), said_in_project("version")
    platform = re.sub(r"\W", "_", sysconfig.get_platform()) if library else "any"
    information = f"{name}-{version}.dist-info"
    files = {f"tare/{path.name}": path.read_bytes() for path in sorted(HERE.glob("tare/*.py"))}
    if library:
        files["tare/libtare.so"] = library.read_bytes()
    files[f"{information}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        f"Summary: {said_in_project('description')}\n"
        f"Requires-Python: {said_in_project('requires-python')}\n"
    ).encode()
    files[f"{information}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: tare\nRoot-Is-Purelib: {str(not library).lower()}\n"
        f"Tag: py3-none-{platform}\n"
    ).encode()
    record = f"{information}/RECORD"
    lines = "".join(line_of_record(*file) for file in files.items()) + f"{record},,\n"
    wheel = f"{name}-{version}-py3-none-{platform}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in {**files, record: lines.encode()}.items():
            archive.writestr(path, content)
    return wheel
