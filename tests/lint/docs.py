# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Everything that scripts see has a description, and every description is of something.

What scripts see is in tables of gdextension/ (bind.h): methods, properties, constants and signals of
each Class with an instance_size. Descriptions are in gdextension/doc_classes/, one file per class, with an
example. The list of icons is in the .gdextension file of the add-on. The
project settings are described in the class MinkowskiPhysics, since Godot's help has no place for
settings of extensions; the README of the add-on has a table of them with their defaults.
"""

import re
import xml.etree.ElementTree as ET

import tree

DOCS = "gdextension/doc_classes"
SETTINGS_CLASS = "MinkowskiPhysics"
EXTENSION = "demo_project/addons/minkowski_physics/minkowski_physics.gdextension"
ICON = re.compile(r'^(\w+) = "(icons/[\w.]+)"$', re.M)
# the tables of a class: C type of the rows, field of Class, where the XML has them
KINDS = {
    "Method": ("methods", "methods/method"),
    "Property": ("properties", "members/member"),
    "Constant": ("constants", "constants/constant"),
    "SignalRow": ("signals", "signals/signal"),
}
TABLE = re.compile(
    r"static const (Method|Property|Constant|SignalRow) (\w+)\[\] = \{\n(.*?)\n\};", re.S
)
ROW = re.compile(r'^\t(?:\{ (?:\.name = )?|MK_\w+\()"(\w+)"', re.M)
CLASS = re.compile(r"^Class (\w+) = \{\n(.*?)\n\};", re.S | re.M)
SETTING = re.compile(r'MK_SETTINGS_FOLDER "(\w+)"')
# a row of the table of settings: name, kind, default, hint; and a row of the add-on's README
SETTING_ROW = re.compile(
    SETTING.pattern + r',\s*SETTING_(\w+),\s*([\d.]+),\s*[\d.]+,\s*[\d.]+,\s*"([^"]*)"'
)
README = "demo_project/addons/minkowski_physics/README.md"
README_ROW = re.compile(r"^\| `(\w+)` \| ([^|]*?) \| [^|]+ \|$", re.M)
README_TABLE = re.compile(r"^\| setting \| default \| meaning \|\n((?:\|.*\n)+)", re.M)


def strip_text(text):
    """A table row may be wrapped by clang-format; the name stays on the row's first line."""
    return re.sub(r"^\t\{\n\t+", "\t{ ", tree.without_comments(text), flags=re.M)


def read_tables(text):
    """{table name: names of its rows} of one source."""
    return {name: ROW.findall(rows) for _, name, rows in TABLE.findall(text)}


def read_classes(root):
    """{class: {kind: names}} of all classes that scripts can use, and where each is."""
    classes = {}
    for path in tree.owned_files(root, ("gdextension",)):
        if path.suffix != ".c":
            continue
        text = strip_text(path.read_text(encoding="utf-8"))
        tables = read_tables(text)
        for _, body in CLASS.findall(text):
            if ".instance_size" in body:
                classes[read_name(body)] = (tree.relative(root, path), read_members(body, tables))
    return classes


def read_name(body):
    """The name that scripts know a class by."""
    return re.search(r'\.name = "(\w+)"', body).group(1)


def read_members(body, tables):
    """The names in the tables of one class."""
    members = {}
    for kind, (field, _) in KINDS.items():
        found = re.search(rf"\.{field} = MK_TABLE\((\w+)\)", body)
        members[kind] = tables.get(found.group(1), []) if found else []
    return members


def is_described(element):
    """Whether there is text: of a method in its description, of a member in itself."""
    child = element.find("description")
    return bool((element.text if child is None else child.text or "").strip())


def check_class(path, entry, members):
    """Compares one class with its file."""
    root = entry.getroot()
    for part in ("brief_description", "description"):
        if not (root.findtext(part) or "").strip():
            yield tree.Finding(path, 0, f"<{part}> is missing or empty")
    if not any("[codeblock]" in text for text in root.itertext()):
        yield tree.Finding(path, 0, "there is no example, a [codeblock]")
    for kind, (_, place) in KINDS.items():
        found = {element.get("name"): element for element in root.findall(place)}
        what = place.rpartition("/")[2]
        for name in members[kind]:
            if name not in found:
                yield tree.Finding(path, 0, f"{what} {name} is not described")
            elif not is_described(found[name]):
                yield tree.Finding(path, 0, f"the description of {what} {name} is empty")
        for name in found:
            if name not in members[kind]:
                yield tree.Finding(path, 0, f"{what} {name} does not exist")


def check_settings(root):
    """Each project setting is named in the description of one class, and no other is."""
    source = root / "gdextension/settings.c"
    path = f"{DOCS}/{SETTINGS_CLASS}.xml"
    if not source.is_file():
        return
    text = (root / path).read_text(encoding="utf-8") if (root / path).is_file() else ""
    wanted = set(SETTING.findall(source.read_text(encoding="utf-8")))
    named = set(re.findall(r"physics/minkowski_physics_3d/(\w+)", text))
    for name in sorted(wanted - named):
        yield tree.Finding(path, 0, f"the project setting {name} is not described")
    for name in sorted(named - wanted):
        yield tree.Finding(path, 0, f"there is no project setting {name}")


def default_text(kind, initial, hint):
    """How the README writes the default of a setting: with its unit, or in the words of the choice."""
    if kind == "SWITCH":
        return "on" if float(initial) else "off"
    if kind == "CHOICE":
        return hint.split(",")[int(initial)]
    unit = re.search(r"suffix:(\S+)", hint)
    return f"{initial} {unit.group(1)}" if unit else initial


def check_settings_table(root):
    """The add-on's README has one row per project setting, with its default."""
    source = root / "gdextension/settings.c"
    if not source.is_file() or not (root / README).is_file():
        return
    rows = SETTING_ROW.findall(source.read_text(encoding="utf-8"))
    wanted = {name: default_text(kind, initial, hint) for name, kind, initial, hint in rows}
    table = README_TABLE.search((root / README).read_text(encoding="utf-8"))
    shown = dict(README_ROW.findall(table.group(1))) if table else {}
    for name in sorted(wanted.keys() | shown.keys()):
        if name not in shown:
            yield tree.Finding(README, 0, f"the project setting {name} is not in the table")
        elif name not in wanted:
            yield tree.Finding(README, 0, f"there is no project setting {name}")
        elif shown[name].lower() != wanted[name].lower():
            text = f"the default of {name} is {wanted[name]}, not {shown[name]}"
            yield tree.Finding(README, 0, text)


def check_icons(root, classes):
    """Each class has an icon, each icon is there and of a class."""
    source = root / EXTENSION
    if not source.is_file():
        return
    icons = dict(ICON.findall(source.read_text(encoding="utf-8")))
    for name in sorted(set(classes) - set(icons)):
        yield tree.Finding(EXTENSION, 0, f"the class {name} has no icon")
    for name, path in sorted(icons.items()):
        if name not in classes:
            yield tree.Finding(EXTENSION, 0, f"there is no class {name}")
        if not (source.parent / path).is_file():
            yield tree.Finding(EXTENSION, 0, f"there is no {path}")


def check(root):
    """All classes and files, both ways."""
    classes = read_classes(root)
    findings = list(check_icons(root, classes))
    files = {path.stem: path for path in sorted((root / DOCS).glob("*.xml"))}
    for name, (source, members) in classes.items():
        if name not in files:
            findings.append(tree.Finding(source, 0, f"the class {name} has no {DOCS}/{name}.xml"))
            continue
        findings += check_class(f"{DOCS}/{name}.xml", ET.parse(files[name]), members)
    for name in files:
        if name not in classes:
            findings.append(tree.Finding(f"{DOCS}/{name}.xml", 0, f"there is no class {name}"))
    return findings + list(check_settings(root)) + list(check_settings_table(root))
