"""The reports of a check, each read back by a parser of its format: what they say must be the same.

Usage: reports.py PROGRAM SOURCE.
"""

import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

failures = []

# Of one file. Control and bidi characters are refused in names, and so come through the program's own words only.
NAMES = ["plain", "a|b", "`tick` ``two``", "<script>alert(1)</script>", "%0A%0D", "::error::forged", "]]>", "a & b", "\U0001f600 emoji",
         "--><!--", "comma, colon: semi;", "\"quoted\" 'twice'", "back\\slash", "[link](x) *bold* _under_", "=1+1", "a\\|b", "n" * 120]


def expect(truth, *said):
    if not truth:
        failures.append(" ".join(str(word) for word in said))


def check_file():
    cases = []
    for i, name in enumerate(NAMES):
        limit = ["t_lower <= 1s", "t_lower <= 1us", {"assert": "t_lower <= 1us", "level": "warn", "reason": name}][i % 3]
        case = {"name": name, "run": "matmul", "args": {"B": 64, "D": 8192, "F": 8192, "chip": "tpu-v5e"},
                "expect": [limit, {"assert": "regime == compute-bound", "reason": name}]}
        if i % 5 == 4:
            case["skip"] = name
        if i % 7 == 6:
            case["args"]["chip"] = name  # cannot be evaluated
        cases.append(case)
    return {"roofline_check": 1, "cases": cases}


def run(program, words, cwd=None):
    return subprocess.run([program, *words], capture_output=True, text=True, cwd=cwd)


def from_json(text):
    report = json.loads(text)
    counts = {"passed": "pass", "failed": "fail", "warned": "warn", "skipped": "skip", "errors": "error"}
    for key, status in counts.items():
        expect(report[key] == sum(r["status"] == status for r in report["results"]), "json:", key)
    expect(report["exit"] == 2, "json: exit", report["exit"])
    expect(report["assertions"] == len(report["results"]), "json: assertions")
    return {(r["case"], r["assertion"], r["status"]) for r in report["results"]}


def from_lines(text):
    return {(r["case"], r["assertion"], r["status"]) for r in map(json.loads, text.splitlines())}


def from_junit(text):
    root = ElementTree.fromstring(text)
    found = set()
    for suite in root:
        tests = list(suite)
        count = lambda tag: sum(t.find(tag) is not None for t in tests)
        for key, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            expect(int(suite.get(key)) == count(tag) == int(root.get(key)), "junit:", key)
        expect(int(suite.get("tests")) == len(tests), "junit: tests")
        for t in tests:
            status = {"failure": "fail", "error": "error", "skipped": "skip", "system-out": "warn"}
            inner = [status[e.tag] for e in t]
            name = "" if t.get("name") == "evaluation" else t.get("name")
            found.add((t.get("classname"), name, inner[0] if inner else "pass"))
            for e in t:
                expect(e.tag == "skipped" or t.get("classname") in e.text, "junit: no sentence in", e.tag)
    return found


def from_sarif(text):
    """Failures and warnings, by the structure that OASIS SARIF 2.1.0 asks."""
    log = json.loads(text)
    expect(log["version"] == "2.1.0" and log["$schema"].endswith("sarif-schema-2.1.0.json"), "sarif: version")
    (one,) = log["runs"]
    rules = one["tool"]["driver"]["rules"]
    (invocation,) = one["invocations"]
    expect(invocation["executionSuccessful"] is False and invocation["exitCode"] == 2, "sarif: invocation")
    expect(invocation["toolConfigurationNotifications"], "sarif: no notification")
    for n in invocation["toolConfigurationNotifications"]:
        expect(n["level"] == "error" and n["message"]["text"], "sarif: notification")
    found, prints = set(), set()
    for r in one["results"]:
        expect(rules[r["ruleIndex"]]["id"] == r["ruleId"], "sarif: rule")
        expect(r["level"] in ("error", "warning"), "sarif: level")
        place = r["locations"][0]["physicalLocation"]
        expect(re.fullmatch(r"[A-Za-z0-9._~/%-]+", place["artifactLocation"]["uri"]), "sarif: uri")
        expect(place["region"]["startLine"] >= 1, "sarif: line")
        prints.add(r["partialFingerprints"]["rooflineCase/v1"])
        name = r["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]
        rest = r["message"]["text"].removeprefix(name + ": ")
        assertion = re.match(r"(.*?) (is|has no value)", rest).group(1)
        found.add((name, assertion, "fail" if r["level"] == "error" else "warn"))
    expect(len(prints) == len(one["results"]), "sarif: two results have one fingerprint")
    return found


def from_github(text):
    found = []
    for line in text.splitlines():
        match = re.fullmatch(r"::(error|warning) (file=[^:]*)::(.*)", line) or re.fullmatch(r"::(error|warning) (title=[^:]*)::(.*)", line)
        expect(match, "github: no workflow command:", line)
        if match:
            unescape = lambda s: s.replace("%3A", ":").replace("%2C", ",").replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")
            found.append((match.group(1), unescape(match.group(3))))
    return found


def from_markdown(text):
    found = set()
    for line in text.splitlines():
        if not line.startswith("| ") or line.startswith("| |"):
            continue
        expect("`" not in line, "markdown: a backtick in", line)
        cells = line.split("|")[1:-1]
        expect(len(cells) == 5, "markdown: a row of", len(cells), "cells:", line)
        code = lambda cell: html.unescape(re.sub(r"^<code>(.*)</code>$", r"\1", cell.strip()))
        found.add((code(cells[1]), code(cells[2]), cells[0].strip().lower()))
    return found


def main():
    program, source = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "check me.json"
        path.write_text(json.dumps(check_file(), indent=1))
        report = lambda form: run(program, ["check", path.name, "--format", form], cwd=folder)
        all_verdicts = from_json(report("json").stdout)
        expect({s for _, _, s in all_verdicts} == {"pass", "fail", "warn", "skip", "error"}, "not every status comes up")
        expect(from_lines(report("jsonl").stdout) == all_verdicts, "jsonl differs")
        expect(from_junit(report("junit").stdout) == all_verdicts, "junit differs",
               from_junit(report("junit").stdout) ^ all_verdicts)
        broken = {v for v in all_verdicts if v[2] in ("fail", "warn")}
        expect(from_sarif(report("sarif").stdout) == broken, "sarif differs", from_sarif(report("sarif").stdout) ^ broken)
        told = {v for v in all_verdicts if v[2] != "pass"}
        shown = from_markdown(report("markdown").stdout)
        expect(len(shown) == len(told), "markdown:", len(shown), "rows, not", len(told))
        expect({(n, a) for n, a, _ in shown} == {(n, a) for n, a, _ in told}, "markdown differs",
               {(n, a) for n, a, _ in shown} ^ {(n, a) for n, a, _ in told})
        annotations = from_github(report("github").stdout)
        errors = [v for v in all_verdicts if v[2] == "fail"] + list({v[0] for v in all_verdicts if v[2] == "error"})
        expect(len([a for a in annotations if a[0] == "error"]) == 10, "github: the tenth says how many more")
        expect(any(a == ("error", "and {} more".format(len(errors) - 9)) for a in annotations), "github: how many more")
        for form in ("text", "json", "jsonl", "junit", "sarif", "github", "markdown"):
            done = report(form)
            expect(done.returncode == 2, form, "exits", done.returncode)
            expect(not re.search(r"^::error::forged", done.stdout, re.M), form, "forges an annotation")
            hidden = [c for c in done.stdout if ord(c) < 32 and c != "\n"]
            expect(not hidden, form, "has", hidden)
        first = [line for line in report("text").stdout.splitlines() if line.startswith("ERROR")]
        expect(len(first) == len({v[0] for v in all_verdicts if v[2] == "error"}), "text: errors", len(first))
        check_schema(source, path)
        check_hooks(program, source, folder)
    for failure in failures[:40]:
        print("FAILED:", failure)
    print(len(NAMES), "names,", len(failures), "failures")
    return 1 if failures else 0


def check_schema(source, path):
    """What the program reads, its schema takes, and what it refuses the schema does too."""
    try:
        from jsonschema import Draft202012Validator
    except ImportError:
        print("no python3-jsonschema: the schema of check files is not tried")
        return
    schema = json.loads((source / "examples" / "check.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    valid = Draft202012Validator(schema).is_valid
    for file in [path, *(source / "examples" / "ci").glob("*.json")]:
        document = json.loads(file.read_text())
        if "roofline_check" in document:
            expect(valid(document), "schema refuses", file)
    good = json.loads(path.read_text())
    for broken in (
            lambda d: d.update(roofline_check=2), lambda d: d.update(cases=[]), lambda d: d.pop("cases"),
            lambda d: d.update(more=1), lambda d: d["cases"][0].pop("expect"), lambda d: d["cases"][0].update(expect=[]),
            lambda d: d["cases"][0].update(skip=""), lambda d: d["cases"][0].update(only=True),
            lambda d: d["cases"][0]["args"].update(B=[]), lambda d: d["cases"][0]["args"].update(B=None),
            lambda d: d["cases"][0].update(expect=["compute-bound"]),
            lambda d: d["cases"][0].update(expect=[{"assert": "t_lower <= 1s", "level": "warning"}])):
        document = json.loads(json.dumps(good))
        broken(document)
        expect(not valid(document), "schema takes a broken file")


def check_hooks(program, source, folder):
    """The commands of the files for CI services run, and the files are YAML."""
    ci = pathlib.Path(folder) / "ci"
    ci.mkdir()
    (ci / "roofline.json").write_text((source / "examples" / "ci" / "roofline.json").read_text().replace("../models/", ""). replace(
        "llama-3-8b.json", "llama-3-8b"))
    files = [source / "examples" / "ci" / "github-workflow.yml", source / "examples" / "ci" / "gitlab-ci.yml"]
    for file in files:
        commands = re.findall(r"^\s*(?:- |run: )(roofline check .*)$", file.read_text(), re.M)
        expect(commands, file.name, "has no command")
        for command in commands:
            path = f"PATH='{pathlib.Path(program).parent}':\"$PATH\" GITHUB_STEP_SUMMARY=summary.md"
            done = subprocess.run(["sh", "-c", f"export {path}; {command}"], cwd=folder, capture_output=True, text=True)
            expect(done.returncode == 0, file.name, command, done.stderr, done.stdout)
    for made in ("roofline.sarif", "summary.md", "roofline.xml"):
        expect((pathlib.Path(folder) / made).exists(), "no", made)
    hooks = source / ".pre-commit-hooks.yaml"
    entry = re.search(r"^  entry: (.*)$", hooks.read_text(), re.M).group(1)
    pattern = re.search(r"^  files: (.*)$", hooks.read_text(), re.M).group(1)
    expect(re.search(pattern, "ci/roofline.json") and re.search(pattern, "a.roofline.json"), "the hook's pattern", pattern)
    expect(not re.search(pattern, "ci/myroofline.json"), "the hook's pattern takes too much")
    done = run(program, [*entry.split()[1:], "ci/roofline.json"], cwd=folder)
    expect(done.returncode == 0, "the hook:", done.stderr, done.stdout)
    try:
        import yaml
    except ImportError:
        print("no python3-yaml: the files for CI services are not parsed")
        return
    for file in [*files, hooks]:
        expect(yaml.safe_load(file.read_text()), file.name, "is empty")


sys.exit(main())
