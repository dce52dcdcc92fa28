"""Pictures against answers: what an SVG shows, read back by an XML parser, must lie where the same command's rows say.

Usage: geometry.py PROGRAM SOURCE. PROGRAM draws the scenes of scenes.json, and gives their rows as JSON Lines.
"""

import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
ROUNDING = 0.0051  # of a coordinate with two digits
failures = []


def expect(truth, *said):
    if not truth:
        failures.append(" ".join(str(word) for word in said))


def elements(root, name, css=None):
    found = root.iter(SVG + name)
    return [e for e in found if css is None or css in e.get("class", "").split()]


class Scale:
    """Pixels of a number, from two ticks alone."""

    def __init__(self, ticks, value, pixel):
        ends = sorted((float(t.get(value)), float(t.get(pixel))) for t in ticks if t.get(value))
        (self.least, p1), (self.greatest, p2) = ends[0], ends[-1]
        self.slope = (p2 - p1) / (math.log10(self.greatest) - math.log10(self.least))
        self.start = p1

    def at(self, value):
        return self.start + self.slope * (math.log10(value) - math.log10(self.least))

    def back(self, pixel):
        return 10 ** (math.log10(self.least) + (pixel - self.start) / self.slope)


class Picture:
    def __init__(self, text):
        self.root = ElementTree.fromstring(text)
        ticks = elements(self.root, "line", "tick")
        self.x, self.y = Scale(ticks, "data-x", "x1"), Scale(ticks, "data-y", "y1")

    def lies(self, element, x, y, px, py, scene):
        where = (float(element.get(px)), float(element.get(py)))
        right = (self.x.at(x), self.y.at(y))
        near = all(abs(a - b) <= ROUNDING for a, b in zip(where, right))
        expect(near, scene, "lies at", where, "and should at", right)


def attributes_are_numbers(picture, scene):
    for e in picture.root.iter():
        for key, value in e.attrib.items():
            words = re.findall(r"[a-z]+", value.lower()) if key != "data-name" else []
            expect(not {"nan", "inf", "infinity"} & set(words), scene, key, value)
        for key in ("points", "d", "transform"):
            value = e.get(key)
            expect(value is None or re.fullmatch(r"[-0-9., MLrotate()]*", value), scene, key, value)
        for key in ("x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "width", "height"):
            value = e.get(key)
            expect(value is None or all(c in "0123456789.-" for c in value), scene, key, value)
    sizes = [float(t.get("font-size")) for t in elements(picture.root, "text")]
    expect(min(sizes) >= 12, scene, "has text below 12 units")


def points_of(rows, over):
    """(x, y, efficiency, regime) that should be drawn, and how many rows should not."""
    drawn, beside = [], 0
    for row in rows:
        for part in row["ops"] if "ops" in row else [row]:
            x, flops = part.get(over or "intensity"), part["flops"]
            time = part.get("t_step") or part["t_lower"]
            if not x or not flops:
                beside += 1
            else:
                drawn.append((x, flops / time, part.get("efficiency"), part["regime"]))
    return drawn, beside


def same(a, b):
    return math.isclose(a, b, rel_tol=1e-12)


def check_points(picture, rows, over, scene):
    circles = elements(picture.root, "circle", "point")
    expected, beside = points_of(rows, over)
    expect(len(circles) == len(expected), scene, "has", len(circles), "points, not", len(expected))
    left = list(expected)
    for circle in circles:
        x, y = float(circle.get("data-x")), float(circle.get("data-y"))
        regime = circle.get("data-regime")
        match = [e for e in left if same(e[0], x) and same(e[1], y) and e[3] == regime]
        expect(match, scene, "has a point that no row has:", x, y)
        if match:
            left.remove(match[0])
        picture.lies(circle, x, y, "cx", "cy", scene)
    text = " ".join(t.text or "" for t in elements(picture.root, "text"))
    expect(beside == 0 or "Not in the picture" in text, scene, "drops what it cannot draw")
    return circles


def check_measured(picture, rows, scene):
    shown = sorted(float(c.get("data-efficiency")) for c in elements(picture.root, "circle", "measured"))
    right = sorted(row["efficiency"] for row in rows if row.get("efficiency"))
    expect(shown == right, scene, "efficiencies", shown, right)
    for circle in elements(picture.root, "circle", "measured"):
        x, y = float(circle.get("data-x")), float(circle.get("data-y"))
        picture.lies(circle, x, y, "cx", "cy", scene)
        group = [g for g in elements(picture.root, "g", "op") if circle in list(g)][0]
        bound = [c for c in group if "point" in c.get("class", "").split()][0]
        efficiency = float(circle.get("data-efficiency"))
        expect(same(y / float(bound.get("data-y")), efficiency), scene, "efficiency", efficiency)
        crosses = [p for p in group if "faster" in p.get("class", "").split()]
        expect(bool(crosses) == (efficiency > 1), scene, "flags", efficiency)


def check_roofs(picture, scene):
    """Each line has its rate along its whole length; nothing leaves the frame."""
    roofs = elements(picture.root, "line", "roof")
    expect(roofs, scene, "has no roof")
    for line in roofs:
        rate, is_peak = float(line.get("data-value")), line.get("data-roof").split(".")[0] in ("peak", "vector")
        for end in ("1", "2"):
            px, py = float(line.get("x" + end)), float(line.get("y" + end))
            right = rate if is_peak else rate * picture.x.back(px)
            expect(abs(picture.y.at(right) - py) <= 0.02, scene, line.get("data-roof"), "at", py)
            inside = (picture.x.least <= picture.x.back(px) * 1.001 and picture.x.back(px) <= picture.x.greatest * 1.001)
            expect(inside, scene, line.get("data-roof"), "leaves the frame")
    return roofs


def check_ridges(picture, roofs, scene):
    own = [r for r in roofs if r.get("stroke-dasharray") != "1 4"]
    rates = lambda peak: {(r.get("data-machine"), float(r.get("data-value"))) for r in own
                          if (r.get("data-roof").split(".")[0] in ("peak", "vector")) == peak}
    right = sorted(p / b for m, p in rates(True) for n, b in rates(False) if m == n)
    ridges = elements(picture.root, "line", "ridge")
    shown = sorted(float(r.get("data-value")) for r in ridges)
    expect(len(shown) == len(right) and all(same(a, b) for a, b in zip(shown, right)), scene, "ridges", shown, right)
    for r in ridges:
        expect(abs(picture.x.at(float(r.get("data-value"))) - float(r.get("x1"))) <= ROUNDING, scene, "ridge place")
    for zone in elements(picture.root, "rect", "zone"):
        left, width = float(zone.get("x")), float(zone.get("width"))
        expect(abs(left - picture.x.at(float(zone.get("data-from")))) <= 0.011, scene, "zone begins at", left)
        expect(abs(left + width - picture.x.at(float(zone.get("data-to")))) <= 0.02, scene, "zone ends")


def check_zones(picture, rows, roofs, scene):
    """With one chip and no link drawn, a point in a zone is bound as the zone says."""
    others = [r for r in roofs if r.get("data-roof").split(".")[0] == "interconnect"]
    if others or len({row["chip"] for row in rows}) > 1:
        return
    for zone in elements(picture.root, "rect", "zone"):
        words = zone.find(SVG + "title").text
        low, high = float(zone.get("data-from")) * (1 + 1e-9), float(zone.get("data-to")) * (1 - 1e-9)
        for c in elements(picture.root, "circle", "point"):
            inside = low < float(c.get("data-x")) < high
            said = not inside or "only" in words or c.get("data-regime") in words
            expect(said, scene, "a point in the zone", words, "is", c.get("data-regime"))


def check_rest(picture, roofs, scene):
    """The sentence above the picture: on a roof, by a twin, or below."""
    text = " ".join(t.text or "" for t in elements(picture.root, "text"))
    own = [r for r in roofs if r.get("stroke-dasharray") != "1 4"]
    peaks = [float(r.get("data-value")) for r in own if r.get("data-roof").split(".")[0] in ("peak", "vector")]
    slopes = [float(r.get("data-value")) for r in own if r.get("data-roof").startswith("memory.")]
    near = lambda a, b: math.isclose(a, b, rel_tol=1e-9)
    on = lambda x, y: any(near(y, p) for p in peaks) or any(near(y, s * x) for s in slopes)
    points = [(float(c.get("data-x")), float(c.get("data-y"))) for c in elements(picture.root, "circle", "point")]
    if "they lie on a roof by construction" in text:
        expect(all(on(x, y) for x, y in points), scene, "says that all points lie on a roof")


def check_path(picture, scene):
    """Every vertex of a curve is a point or a corner of the roof, in the frame."""
    places = {(c.get("cx"), c.get("cy")) for c in elements(picture.root, "circle", "point")}
    corners = {(r.get("x1"), r.get("y1")) for r in elements(picture.root, "line", "ridge")}
    for line in elements(picture.root, "polyline", "path"):
        vertices = [tuple(v.split(",")) for v in line.get("points").split()]
        expect(len(vertices) > 1, scene, "a path of one vertex")
        for v in vertices:
            expect(v in places or v in corners, scene, "a path goes through", v)


def check_twins(picture, rows, scene):
    for twin in elements(picture.root, "rect", "twin"):
        x, y = float(twin.get("data-x")), float(twin.get("data-y"))
        middle = (float(twin.get("x")) + float(twin.get("width")) / 2, float(twin.get("y")) + float(twin.get("height")) / 2)
        expect(abs(middle[0] - picture.x.at(x)) <= 0.02 and abs(middle[1] - picture.y.at(y)) <= 0.02, scene, "twin")
        axis = twin.get("data-resource").split()[0]
        expect(any(row.get("bytes_" + axis) for row in rows), scene, "a twin over", axis)


def check_area(circles, scene):
    shares = [(float(c.get("data-share")), float(c.get("r"))) for c in circles if c.get("data-share")]
    for (a, ra) in shares:
        for (b, rb) in shares:
            expect(not a > b or ra >= rb, scene, "a larger share has a smaller area")


def run(program, words):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    expect(done.returncode == 0, words, done.stderr)
    return done.stdout


# What a scene must have at least, or its checks check nothing.
MARKS = {
    "sweep": {"point": 13, "path": 1, "roof": 4, "ridge": 1, "zone": 2},
    "chips": {"path": 3, "ridge": 3, "zone": 3},
    "bandwidths": {"ridge": 2, "zone": 3},
    "dtypes": {"ridge": 2, "path": 2},
    "mesh": {"twin": 3, "roof": 4},
    "measured": {"measured": 3, "faster": 1},
    "input": {"path": 2},
    "all roofs": {"roof": 7, "ridge": 5},
    "model": {"point": 6},
}


def check_scene(program, folder, name, words):
    file = folder / (name.replace(" ", "_") + ".svg")
    plain = [w for i, w in enumerate(words) if w not in ("--x", "--roofs") and words[i - 1] not in ("--x", "--roofs")]
    answer = run(program, plain)
    expect(run(program, [*words, "--plot", str(file)]) == answer, name, "changes standard output")
    first = file.read_bytes()
    run(program, [*words, "--plot", str(file)])
    expect(first == file.read_bytes(), name, "differs from run to run")
    by = ["--by", "kind"] if words[0] == "model" and ":" not in " ".join(words) else []
    rows = [json.loads(line) for line in run(program, [*plain, *by, "--format", "jsonl"]).splitlines()]
    picture = Picture(first)
    attributes_are_numbers(picture, name)
    over = words[words.index("--x") + 1] if "--x" in words else None
    circles = check_points(picture, rows, over, name)
    check_measured(picture, rows, name)
    roofs = check_roofs(picture, name)
    if not over:
        check_ridges(picture, roofs, name)
        check_zones(picture, rows, roofs, name)
        check_rest(picture, roofs, name)
    check_path(picture, name)
    check_twins(picture, rows, name)
    check_area(circles, name)
    for mark, least in MARKS.get(name, {}).items():
        count = len([e for e in picture.root.iter() if mark in e.get("class", "").split()])
        expect(count >= least, name, "has", count, mark)


HOSTILE = ["</title><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "javascript:alert(1)", "]]>", "--><!--",
           "&#x3c;script&#x3e;", "a\"b'c", "\x1b[2J", "\u202eevil", "\u200bzero", "\u2028line", "\ufffe", "`id`", "x" * 3000]


def check_hostile(program, folder):
    """Names of rows that would be markup, or move what they stand in."""
    rows = "".join(json.dumps({"name": name, "B": 64, "D": 1024, "F": 1024}) + "\n" for name in HOSTILE)
    source = folder / "hostile'<b>.jsonl"
    source.write_text(rows)
    files = [folder / ("hostile" + ending) for ending in (".svg", ".html", ".txt")]
    plots = [word for f in files for word in ("--plot", str(f))]
    out = run(program, ["matmul", "--from", str(source), "--chip", "toy", *plots, "--plot", "-"])
    for text in [out, *(f.read_text() for f in files)]:
        hidden = [c for c in text if (ord(c) < 32 and c != "\n") or c in "\x7f\u202e\u200b\u2028\ufffe"]
        expect(not hidden, "hostile names come out raw:", hidden)
    for f in files[:2]:
        text = f.read_text()
        expect("<script" not in text and "<img" not in text, f, "has markup of a name")
    root = ElementTree.fromstring(files[0].read_bytes())
    names = [c.get("data-name") for c in elements(root, "circle", "point")]
    expect(len(names) == len(HOSTILE), "hostile: points", len(names))
    expect(HOSTILE[0] in names, "hostile: a name is not told whole")


def check_many(program, folder):
    """The longest thousand are drawn, the others counted."""
    file = folder / "many.svg"
    words = ["matmul", "--B", "1:100000", "--D", "1024", "--F", "1024", "--chip", "toy", "--format", "csv"]
    run(program, [*words, "--plot", str(file)])
    root = ElementTree.fromstring(file.read_bytes())
    places = [float(c.get("data-x")) for c in elements(root, "circle", "point")]
    expect(len(places) == 1000, "many: draws", len(places))
    text = " ".join(t.text or "" for t in elements(root, "text"))
    expect("1000 points that take longest are drawn; 99000 more" in text, "many: does not count the rest")


def main():
    program, source = sys.argv[1], pathlib.Path(sys.argv[2])
    os.environ["ROOFLINE_HARDWARE"] = str(source / "tests" / "fixtures")
    scenes = json.loads((source / "tests" / "plot" / "scenes.json").read_text())
    with tempfile.TemporaryDirectory() as folder:
        for name, words in scenes.items():
            check_scene(program, pathlib.Path(folder), name, words)
        check_hostile(program, pathlib.Path(folder))
        check_many(program, pathlib.Path(folder))
    for failure in failures[:40]:
        print("FAILED:", failure)
    print(len(scenes), "scenes,", len(failures), "failures")
    return 1 if failures else 0


sys.exit(main())
