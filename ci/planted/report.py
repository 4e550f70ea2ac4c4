"""Rates with their intervals, and tables of them."""

import collections
import math


def interval(found, of):
    """Returns the 95 % interval of a rate, after Wilson, in percent."""
    if of == 0:
        return (0, 100)
    z, rate = 1.96, found / of
    centre, spread = rate + z * z / (2 * of), z * math.sqrt(rate * (1 - rate) / of + z * z / (4 * of * of))
    return tuple(round(100 * (centre + sign * spread) / (1 + z * z / of)) for sign in (-1, 1))


def rate(found, of):
    low, high = interval(found, of)
    return f"{found} of {of} ({low} to {high} %)"


def table(title, key, faults):
    """Returns the rates of groups of faults as a table, in the order of their names."""
    groups = collections.defaultdict(list)
    for fault in faults:
        groups[key(fault)].append(fault)
    rows = [f"| {title} | fuzz | tests | either |", "|---|---|---|---|"]
    for name, group in sorted(groups.items()):
        rows.append(f"| {name} | {rate(count(group, by_fuzz), len(group))} | {count(group, by_tests)} | {count(group, by_either)} |")
    return "\n".join(rows)


def matrix(faults):
    """Returns which oracle found how many faults of each operator."""
    oracles = collections.Counter(fault["fuzz"]["oracle"] for fault in faults if by_fuzz(fault))
    operators = sorted({fault["operator"] for fault in faults})
    rows = ["| oracle | " + " | ".join(operators) + " |", "|---" * (len(operators) + 1) + "|"]
    for oracle, _ in sorted(oracles.items(), key=lambda item: (-item[1], item[0])):
        found = collections.Counter(fault["operator"] for fault in faults if by_fuzz(fault) and fault["fuzz"]["oracle"] == oracle)
        rows.append(f"| {oracle} | " + " | ".join(str(found[operator] or "") for operator in operators) + " |")
    return "\n".join(rows)


def by_fuzz(fault):
    return fault["fuzz"] is not None


def by_tests(fault):
    return fault["tests"] is not None


def by_either(fault):
    return by_fuzz(fault) or by_tests(fault)


def count(faults, is_found):
    return sum(map(is_found, faults))


def last_line(faults, with_tests):
    of = len(faults)
    if not with_tests:
        return f"fuzz {count(faults, by_fuzz)} of {of}, tests not run"
    return f"fuzz {count(faults, by_fuzz)} of {of}, tests {count(faults, by_tests)} of {of}, either {count(faults, by_either)} of {of}"
