"""The work of rendering processes is named without loading what does it."""

import subprocess
import sys
from pathlib import Path


def test_naming_the_work_loads_no_renderer() -> None:
    program = (
        "import sys, armybuilder.printing.rendering.work\n"
        "print(sorted({'weasyprint', 'pikepdf', 'django'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_missing_library_of_the_system_is_named(tmp_path: Path) -> None:
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libpango-1.0-0')")
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from armybuilder.printing.rendering import NEEDS_PANGO, CannotPrint\n"
        "from armybuilder.printing.rendering.work import renderer\n"
        "try: renderer()\n"
        "except CannotPrint as error: print(str(error) == NEEDS_PANGO)"
    )
    assert (
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "True\n"
    )
