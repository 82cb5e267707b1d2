# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## Holds no test, perhaps because of a slip of the pen.


func tset_typo() -> void:
	check(true, "")
