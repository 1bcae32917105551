import gzip
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.finders import AppDirectoriesFinder
from django.templatetags.static import static
from fontTools.ttLib import TTFont

from armybuilder.site.parts import all_parts
from armybuilder.site.staticfiles import collect, imports_of, without_comments
from tests.files import templates
from tests.shared_folders import make_once

ROOT = settings.BASE_DIR
REFERENCE = re.compile(r"{% static '([^']+)' %}")


class FinderOfParts(AppDirectoriesFinder):
    """Finds the static files in the folders of parts of the site, and none of other packages."""

    def __init__(self, app_names=None):
        super().__init__([part.app for part in all_parts()])


@pytest.fixture
def collected(settings, tmp_path, tmp_path_factory):
    """The project's static files as bin/run serves them (without the admin's), in a folder of their own."""
    settings.STATICFILES_FINDERS = [
        "django.contrib.staticfiles.finders.FileSystemFinder",
        "tests.site.test_staticfiles.FinderOfParts",
    ]
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "armybuilder.site.staticfiles.HashedFiles"}}
    settings.STATIC_ROOT = tmp_path / "static"
    make_once(tmp_path_factory, "static-files", settings.STATIC_ROOT, collect)
    return settings.STATIC_ROOT


def test_every_file_that_a_template_names_is_there():
    named = {name for file in templates().values() for name in REFERENCE.findall(file.read_text())}
    assert "css/base.css" in named
    assert [name for name in sorted(named) if finders.find(name) is None] == []


def test_every_file_that_a_style_sheet_names_is_there():
    sheets = list((ROOT / "static/css").glob("*.css"))
    named = [(sheet, name) for sheet in sheets for name in re.findall(r'url\("(\.[^"]+)"\)', sheet.read_text())]
    assert named
    assert [name for sheet, name in named if not (sheet.parent / name).exists()] == []


def test_files_half_written_at_a_power_failure_are_collected_again(collected, settings):
    manifest = collected / "staticfiles.json"
    written = manifest.read_bytes()
    manifest.write_bytes(b"")
    (collected / ".collected").write_bytes(b"")
    settings.STORAGES = dict(settings.STORAGES)  # as in a new process
    collect()
    assert manifest.read_bytes() == written


@pytest.mark.django_db
def test_collected_files_carry_their_checksum_and_are_compressed(collected, client):
    address = static("css/base.css")
    assert re.fullmatch(r"/static/css/base\.[0-9a-f]{12}\.css", address)
    file = collected / address.removeprefix("/static/")
    assert gzip.decompress(file.with_name(file.name + ".gz").read_bytes()) == file.read_bytes()
    assert address in client.get("/").text
    assert list(collected.rglob("*.woff2")) != []
    assert list(collected.rglob("*.ttf")) == []


def test_collecting_again_does_nothing_until_a_file_changes(collected, settings, tmp_path):
    manifest = collected / "staticfiles.json"
    manifest.unlink()
    collect()
    assert not manifest.exists()

    own = tmp_path / "own"
    own.mkdir()
    (own / "new.txt").write_text("new")
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, own]
    collect()
    assert manifest.exists()
    assert [file.read_text() for file in collected.glob("new.*.txt")] == ["new"]


@pytest.mark.django_db
def test_pages_travel_compressed(client):
    page = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert page["Content-Encoding"] == "gzip"
    assert gzip.decompress(page.content).startswith(b"<!doctype html>")


@pytest.mark.parametrize(
    "font",
    [font for part in ("latin-?00", "all") for font in sorted((ROOT / "static/vendor").glob(f"barlow*/*-{part}*"))],
    ids=lambda font: font.name,
)
def test_mark_for_feet_takes_less_room_than_that_for_inches(font):
    letters = TTFont(font)
    glyphs, widths = letters.getBestCmap(), letters["hmtx"]
    assert widths[glyphs[ord("′")]][0] < widths[glyphs[ord("″")]][0]


def vendor(root: Path) -> tuple[int, str]:
    """Run bin/vendor check in a copy of the project; its exit code and complaints."""
    result = subprocess.run([sys.executable, root / "bin/vendor", "check"], capture_output=True, text=True, check=False)
    return result.returncode, result.stderr


@pytest.fixture
def copied(tmp_path):
    """As much of the project as bin/vendor looks at."""
    for folder in ("static/vendor", "tests/vendor", "armybuilder/offline/vendor"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "bin").mkdir()
    for file in ("bin/vendor", "vendor.lock", "pyproject.toml"):
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def test_vendored_files_are_as_locked():
    assert vendor(ROOT) == (0, "")


def test_vendor_check_tells_what_differs(copied):
    (copied / "static/vendor/htmx-4.0.1/htmx.min.js").write_text("other")
    (copied / "static/vendor/htmx-4.0.1/LICENSE").unlink()
    (copied / "static/vendor/stray.js").write_text("")
    code, complaints = vendor(copied)
    assert code == 1
    assert complaints.splitlines() == [
        "static/vendor/htmx-4.0.1/LICENSE is missing",
        "static/vendor/stray.js is not in vendor.lock",
        "static/vendor/htmx-4.0.1/htmx.min.js was changed",
    ]


def test_vendor_check_tells_of_another_version(copied):
    project = copied / "pyproject.toml"
    project.write_text(project.read_text().replace('version = "5.3.9"', 'version = "5.3.8"'))
    code, complaints = vendor(copied)
    assert code == 1
    assert complaints == "pyproject.toml asks for other packages or versions than vendor.lock has\n"


def test_scripts_import_one_another_by_names_with_checksums(collected):
    scripts = [file for folder in ("js", "vendor") for file in (collected / folder).rglob("*.js")]
    imported = {
        (file.parent / name).resolve()
        for file in scripts
        for name in re.findall(r"""(?:from ?|import ?|import\()["'](\.[^"']+)["']""", file.read_text())
    }
    assert {file.name.split(".")[0] for file in imported} > {
        "device_store",
        "army_edits",
        "lit-html",
        "index",
        "engagement",
    }
    assert [file for file in sorted(imported) if not re.fullmatch(r"[\w-]+\.[0-9a-f]{12}\.js", file.name)] == []
    assert [file for file in sorted(imported) if not file.exists()] == []


TOKENS = """
import { tokenizer } from "acorn";
import { readFileSync } from "node:fs";

const tokensOf = (script) => Array.from(
  tokenizer(script, { ecmaVersion: "latest", sourceType: "module" }), ({ type, value }) => [type.label, String(value)]);
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(tokensOf)));
"""
"""Prints the tokens of scripts, which are what comments and white space are not, as ESLint's parser finds them."""


def test_browsers_get_scripts_without_comments(collected):
    folders = [ROOT / "static", *ROOT.glob("armybuilder/*/static")]
    sources = {file.relative_to(folder): file.read_bytes() for folder in folders for file in folder.rglob("js/**/*.js")}
    sent = {name: without_comments(source) for name, source in sources.items()}
    assert b"".join(sources.values()).count(b"/**") > 20
    assert b"/**" not in b"".join(sent.values())
    scripts = json.dumps([script.decode() for script in (*sources.values(), *sent.values())])
    command = ["node", "--input-type=module", "--eval", TOKENS]
    done = subprocess.run(command, input=scripts, cwd=ROOT, capture_output=True, text=True, check=True)
    tokens = json.loads(done.stdout)
    before, after = tokens[: len(sources)], tokens[len(sources) :]
    assert [str(name) for name, one, other in zip(sources, before, after, strict=True) if one != other] == []
    stored = {file.name: file.read_bytes() for file in (collected / "js").rglob("*.js")}
    assert [name for name, script in stored.items() if not script or script != without_comments(script)] == []
    assert {name.split(".")[0] for name in stored} >= {"builder", "engagement", "folding", "queue"}


@pytest.mark.parametrize(
    ("script", "sent"),
    [
        ("a(); // told\nb();", "a(); \nb();"),
        ("/** @param {string} a */\nconst f = (a) => a;", "\nconst f = (a) => a;"),
        ("const a = `// ${b /* c */ ? `/* ${d} */` : 1}`;", "const a = `// ${b  ? `/* ${d} */` : 1}`;"),
        ('const a = "//", b = /[/]*\\/\\*/;', 'const a = "//", b = /[/]*\\/\\*/;'),
    ],
)
def test_only_comments_are_taken_out_of_scripts(script, sent):
    assert without_comments(script.encode()) == sent.encode()


def test_a_script_is_known_with_all_that_it_imports():
    imported = imports_of("js/tracker/tracker.js")
    lit = {f"vendor/lit-html-3.3.3/{name}.js" for name in ("lit-html", "directive", "directives/repeat")}
    assert {"js/lit.js", "js/network.js", "js/tracker/row.js", *lit} < set(imported)
    assert [name for name in imported if finders.find(name) is None] == []
    assert "js/tracker/tracker.js" not in imported
    assert "js/engine.js" not in imported  # loaded when the device has to work something out
