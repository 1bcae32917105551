"""Save a workbook as LibreOffice does: ``python -m tests.spreadsheets.libreoffice`` writes the files in ``files``.

It needs LibreOffice, which no test does.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

from openpyxl import Workbook
from openpyxl.comments import Comment

FILES = Path(__file__).parent / "files"


def everyday_workbook() -> Workbook:
    """A cover, an army with merged groups, formulas, an error and a note, and last year's army on a hidden sheet."""
    book = Workbook()
    cover = book.worksheets[0]
    cover.title = "Cover"
    cover["A1"] = "3rd Division"
    army = book.create_sheet("Army")
    for row in (
        ["My list for Saturday"],
        [],
        ["Battle group", "Unit", "Qty", "Painted", "Share"],
        ["Alpha", "Challenger 2", 2, True, 0.5],
        [None, "Warrior", "=1+2", False, "=C5/4"],
        ["Bravo", "Ajax", "=1/0", None, None],
        [None, "Scimitar", 1.5, None, None],
        ["Total", None, "=SUM(C4:C5)"],
    ):
        army.append(row)
    for cell in (army["D4"], army["D5"]):
        cell.number_format = "BOOLEAN"
    army.merge_cells("A4:A5")
    army.merge_cells("A6:A7")
    army["B4"].comment = Comment("the new ones", "me")
    old = book.create_sheet("Last year")
    old.append(["Unit", "Qty"])
    old.append(["Leopard 2", 9])
    old.sheet_state = "hidden"
    return book


def write_files() -> None:
    """Have LibreOffice save the workbook in its format and in Excel's."""
    office = shutil.which("soffice")
    assert office is not None, "install LibreOffice Calc"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "everyday.xlsx"
        everyday_workbook().save(source)
        profile = f"-env:UserInstallation=file://{folder}/profile"
        for ending in ("ods", "xlsx"):
            command = [office, profile, "--headless", "--convert-to", ending, "--outdir", f"{folder}/out", str(source)]
            subprocess.run(command, check=True)
            shutil.copy(Path(folder) / "out" / f"everyday.{ending}", FILES)


if __name__ == "__main__":
    write_files()
