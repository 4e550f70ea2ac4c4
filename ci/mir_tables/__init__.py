"""The parts of ci/mir-tables."""
