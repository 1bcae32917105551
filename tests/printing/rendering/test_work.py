"""The work of rendering processes is named without loading what does it."""

import subprocess
import sys


def test_naming_the_work_loads_no_renderer() -> None:
    program = (
        "import sys, armybuilder.printing.rendering.work\n"
        "print(sorted({'weasyprint', 'pikepdf', 'django'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"
