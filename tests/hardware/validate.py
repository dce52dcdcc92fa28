"""Every chip file against hardware/chip.schema.json, by a validator that is not ours.

Usage: validate.py ROOT. Exit 77 where python3-jsonschema is not installed.
"""

import copy
import json
import pathlib
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("skipped: no python3-jsonschema")
    sys.exit(77)

# What the schema must refuse, made of a file that it takes: a key path, and what stands there instead (None: nothing).
BROKEN = [
    (["id"], None),
    (["id"], "My Chip"),
    (["peak", "bf16"], 1e14),
    (["peak", "bf16"], "100 TB/s"),
    (["peak", "bf61"], "100 TFLOP/s"),
    (["memory"], []),
    (["memory", 0, "bandwidth"], "1 TB"),
    (["memory", 0, "name"], "HBM"),
    (["interconnect", 0, "wrap"], "sometimes"),
    (["interconnect", 0, "dims"], None),
    (["interconnect", 0, "domain_size"], None),
    (["interconnect", 0, "topology"], "star"),
    (["interconnect", 0, "in_network_reduction"], "yes"),
    (["units", "clock"], "1 s"),
    (["peak_ratio", "fp6"], 0),
    (["sources", 0, "title"], None),
    (["alternatives", 0, "source"], 0),
    (["surprise"], "1"),
]


def changed(spec, path, value):
    spec = copy.deepcopy(spec)
    place = spec
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return spec


def main(root):
    schema = json.loads((root / "hardware" / "chip.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    failures = []
    files = sorted(p for p in (root / "hardware").glob("*.json") if p.name != "chip.schema.json")
    for path in files + sorted((root / "tests" / "fixtures").glob("*.json")):
        for error in validator.iter_errors(json.loads(path.read_text())):
            failures.append(f"{path}: {'.'.join(map(str, error.path))}: {error.message}")
    full = json.loads((root / "tests" / "fixtures" / "full.json").read_text())
    for path, value in BROKEN:
        if validator.is_valid(changed(full, path, value)):
            failures.append(f"takes {value!r} at {'.'.join(map(str, path))}")
    if not files:
        failures.append("no chip file")
    print("\n".join(failures) or f"{len(files)} chip files are valid, {len(BROKEN)} broken ones are not")
    return 1 if failures else 0


sys.exit(main(pathlib.Path(sys.argv[1])))
