# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""A fabricated tree for the tests of the checks."""

import tempfile
import unittest
from pathlib import Path


class TreeCase(unittest.TestCase):
    """A small tree in a temporary folder, written file by file."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name).resolve()

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        """Writes a file of the small tree."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def assert_clean(self, findings):
        """No findings, and when there are, they are shown."""
        self.assertEqual([str(finding) for finding in findings], [])

    def assert_finds(self, findings, *sentences):
        """Exactly one finding per given part of a sentence, in any order."""
        texts = [str(finding) for finding in findings]
        for sentence in sentences:
            self.assertTrue(any(sentence in text for text in texts), f"{sentence!r} not in {texts}")
        self.assertEqual(len(texts), len(sentences), texts)
