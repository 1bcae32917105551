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
CENTRAL_CSV = "csv:Text - txt - csv (StarCalc):59,34,33"
"""CSV with semicolons, quotes and Windows-1250, by LibreOffice's numbers for these."""


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


def central_workbook() -> Workbook:
    """An army with headings and groups in Polish."""
    book = Workbook()
    for row in (
        ["Grupa", "Jednostka", "Ilość", "Uwagi"],
        ["Żółwie", "T-55", 8, "pomalować; później"],
        ["Żółwie", "Truck", 2, None],
        ["Łódź", "T-62", 4, None],
    ):
        book.worksheets[0].append(row)
    return book


def write_files() -> None:
    """Have LibreOffice save the workbooks in its formats, in Excel's, and as CSV of Central Europe."""
    office = shutil.which("soffice")
    assert office is not None, "install LibreOffice Calc"
    with tempfile.TemporaryDirectory() as folder:
        profile = f"-env:UserInstallation=file://{folder}/profile"
        for name, book, endings in (
            ("everyday", everyday_workbook(), ("ods", "xlsx")),
            ("central", central_workbook(), (CENTRAL_CSV, "fods")),
        ):
            source = Path(folder) / f"{name}.xlsx"
            book.save(source)
            for ending in endings:
                command = [office, profile, "--headless", "--convert-to", ending, "--outdir", f"{folder}/out"]
                subprocess.run([*command, str(source)], check=True)
                shutil.copy(Path(folder) / "out" / f"{name}.{ending.partition(':')[0]}", FILES)


if __name__ == "__main__":
    write_files()
