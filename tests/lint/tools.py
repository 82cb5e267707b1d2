#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""The checks that other people's programs do for us: clang-format, black, codespell, bash, shellcheck.

A program that is not installed is a failure, not a skip: a check that silently does nothing is worse than none.
"""

import os
import re
import shutil
import subprocess
import sys

import tree

# program -> the package that brings it (Debian's names)
PACKAGES = {
    "bash": "bash",
    "black": "black",
    "clang-format": "clang-format",
    "clang-tidy": "clang-tidy",
    "codespell": "codespell",
    "shellcheck": "shellcheck",
}
BLACK_LINE_LENGTH = "100"
CODESPELL_IGNORES = "tests/lint/codespell_ignore.txt"


def missing(program):
    """One finding when a program is not installed, none when it is."""
    if shutil.which(program):
        return []
    sentence = f"{program} is not installed; it comes with the package {PACKAGES[program]}"
    return [tree.Finding(program, 0, sentence)]


def run(root, command, files):
    """Runs a program on files of the tree; gives (exit code, all it printed)."""
    names = [tree.relative(root, path) for path in files]
    if not names:
        return 0, ""
    # unusual settings of the user's machine must not change the answer
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    result = subprocess.run(
        command + names, cwd=root, capture_output=True, text=True, check=False, env=environment
    )
    return result.returncode, result.stdout + result.stderr


def located(output, pattern):
    """Findings from lines that a pattern splits into path, line and text; equal ones once."""
    findings = []
    for line in output.splitlines():
        match = re.match(pattern, line)
        if match:
            finding = tree.Finding(match.group(1), int(match.group(2)), match.group(3))
            if finding not in findings:
                findings.append(finding)
    return findings


def or_whole(program, code, output, findings):
    """The findings; when a program failed in a way we cannot split, all it said as one."""
    if code != 0 and not findings:
        return [tree.Finding(program, 0, output.strip() or f"stopped with exit code {code}")]
    return findings


def check_format(root):
    """C is formatted as .clang-format says."""
    lacking = missing("clang-format")
    if lacking:
        return lacking
    command = ["clang-format", "--dry-run", "-Werror", "--style=file"]
    code, output = run(root, command, tree.owned_c_files(root))
    findings = located(output, r"([^:]+):(\d+):\d+: (?:error|warning): (code should be .*)")
    places = {}
    for finding in findings:
        places.setdefault(finding.path, []).append(finding.line)
    findings = [unformatted(path, lines) for path, lines in places.items()]
    return or_whole("clang-format", code, output, findings)


def unformatted(path, lines):
    """One finding per file: the tool mends them all at once."""
    sentence = f"and {len(lines) - 1} more lines are not formatted: clang-format -i {path}"
    if len(lines) == 1:
        sentence = f"is not formatted: clang-format -i {path}"
    return tree.Finding(path, lines[0], sentence)


def check_black(root):
    """Python is formatted by black."""
    lacking = missing("black")
    if lacking:
        return lacking
    files = [path for path in tree.owned_files(root) if tree.is_python(path)]
    code, output = run(root, ["black", "--check", "--line-length", BLACK_LINE_LENGTH], files)
    findings = []
    for line in output.splitlines():
        match = re.match(r"(would reformat|error: cannot format) (.*?)(?:: (.*))?$", line)
        if match:
            name = os.path.relpath(root / match.group(2), root)
            advice = match.group(3) or f"black --line-length {BLACK_LINE_LENGTH} {name}"
            findings.append(tree.Finding(name, 1, f"is not formatted: {advice}"))
    return or_whole("black", code, output, findings)


def check_codespell(root):
    """No misspelt words; words that only look misspelt are listed in a file."""
    lacking = missing("codespell")
    if lacking:
        return lacking
    command = ["codespell"]
    if (root / CODESPELL_IGNORES).is_file():
        command.append(f"--ignore-words={CODESPELL_IGNORES}")
    generated = {".svg", ".import", ".uid", ".png"}
    files = [path for path in tree.owned_files(root) if path.suffix not in generated]
    code, output = run(root, command, files)
    return or_whole("codespell", code, output, located(output, r"(?:\./)?([^:]+):(\d+): (.*==>.*)"))


def check_shell(root):
    """Shell scripts parse, and shellcheck finds nothing to warn of."""
    findings = missing("bash") + missing("shellcheck")
    if findings:
        return findings
    for path in [path for path in tree.owned_files(root) if tree.is_shell(path)]:
        findings += shell_findings(root, path)
    return findings


def shell_findings(root, path):
    """Findings in one script; shellcheck needs a script that parses."""
    name = tree.relative(root, path)
    code, output = run(root, ["bash", "-n"], [path])
    if code != 0:
        return [tree.Finding(name, 1, output.strip())]
    command = ["shellcheck", "--severity=warning", "--format=gcc", "--external-sources"]
    code, output = run(root, command, [path])
    return or_whole(name, code, output, located(output, r"([^:]+):(\d+):\d+: (.*)"))


CHECKS = {
    "format": check_format,
    "black": check_black,
    "codespell": check_codespell,
    "shell": check_shell,
}


def main():
    """Runs the checks named on the command line, all when none is named."""
    findings = []
    for name in sys.argv[1:] or CHECKS:
        findings += CHECKS[name](tree.repository_root())
    sys.exit(tree.report(findings))


if __name__ == "__main__":
    main()
