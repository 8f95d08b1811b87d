#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""Every kind of result fits docs/result.schema.json, and what does not fit is found."""
import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("1..0 # SKIP python3-jsonschema is not installed")
    sys.exit(0)

TOP = pathlib.Path(os.environ["top_srcdir"])
BUILD = pathlib.Path(os.environ["top_builddir"])
SCHEMA = json.loads((TOP / "docs/result.schema.json").read_text())
OPEN = jsonschema.Draft202012Validator(SCHEMA)
tests = []


def claim(done, words):
    tests.append(done)
    print(f"{'ok' if done else 'not ok'} {len(tests)} - {words}")


def closed(schema):
    """The same schema, but a member that it does not name is a fault."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    shut = {key: closed(value) for key, value in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        shut.setdefault("additionalProperties", False)
    return shut


CLOSED = jsonschema.Draft202012Validator(closed(SCHEMA))


def faults(validator, document):
    found = [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in
             validator.iter_errors(document)]
    for fault in found:
        print("#", fault)
    return found


def members(value, path=()):
    """The path of every member of the document; of lists the first element only."""
    if isinstance(value, dict):
        for key, child in value.items():
            yield path + (key,)
            yield from members(child, path + (key,))
    elif isinstance(value, list) and value:
        yield from members(value[0], path + (0,))


def shortened(value, most):
    """The same with so many elements from both ends of each list: more of a kind only takes longer."""
    if isinstance(value, dict):
        return {key: shortened(child, most) for key, child in value.items()}
    if not isinstance(value, list):
        return value
    kept = value if len(value) <= 2 * most else value[:most] + value[-most:]
    return [shortened(child, most) for child in kept]


def with_member(document, path, change):
    changed = copy.deepcopy(document)
    parent = changed
    for key in path[:-1]:
        parent = parent[key]
    change(parent, path[-1])
    return changed


def spoil(parent, key):
    parent[key] = {"spoilt": True} if not isinstance(parent[key], dict) else 7


def reject(constant):
    raise ValueError(f"{constant} is not JSON")


def main():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    documents = {}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([BUILD / "tests/show-results", folder], check=True)
        for path in sorted(pathlib.Path(folder).iterdir()):
            document = json.loads(path.read_text(encoding="utf-8"), parse_constant=reject)
            documents[path.stem] = shortened(document, 10)
    claim(len(documents) >= 9, "every kind of result was written as JSON")
    for name, document in documents.items():
        claim(not faults(OPEN, document), f"{name} fits the schema")
        claim(not faults(CLOSED, document), f"{name} has no member that is not described")
    whole = shortened(documents["slow"], 1)
    claim(OPEN.is_valid(whole), "a shortened result fits the schema")
    paths = [path for path in members(whole) if not {"evidence", "statistics"} & set(path[:-1])]
    missed = [path for path in paths
              if OPEN.is_valid(with_member(whole, path, lambda parent, key: parent.pop(key)))]
    claim(len(paths) > 100 and not missed, f"a member that is missing is found {missed}")
    missed = [path for path in paths if OPEN.is_valid(with_member(whole, path, spoil))]
    claim(not missed, f"a member of another type is found {missed}")
    more = with_member(whole, ("runs", 0, "invented"), lambda parent, key: parent.update({key: 1}))
    claim(OPEN.is_valid(more) and not CLOSED.is_valid(more), "a member may be added later")
    print(f"1..{len(tests)}")
    return 0 if all(tests) else 1


sys.exit(main())
