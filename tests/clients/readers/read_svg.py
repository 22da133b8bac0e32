"""Reads a drawing with the parser of the standard library, and counts its elements.

Usage: read_svg.py FILE; prints as JSON the size, and of each group with a name how many elements of each kind are in it.
"""

import json
import sys
import xml.etree.ElementTree as tree

NAMESPACE = "{http://www.w3.org/2000/svg}"

root = tree.parse(sys.argv[1]).getroot()
assert root.tag == NAMESPACE + "svg", root.tag
ids = [node.get("id") for node in root.iter() if node.get("id")]
assert len(ids) == len(set(ids)), "a name stands twice"
for node in root.iter():
    assert node.tag.startswith(NAMESPACE), node.tag
    for value in node.attrib.values():
        if "url(#" in value:
            assert value.split("url(#")[1].split(")")[0] in ids, value
groups = {}
for group in root.iter(NAMESPACE + "g"):
    if group.get("id"):
        counts = groups.setdefault(group.get("id"), {})
        for node in group.iter():
            if node is not group:
                name = node.tag.removeprefix(NAMESPACE)
                counts[name] = counts.get(name, 0) + 1
size = [float(root.get("width")), float(root.get("height"))]
texts = [node.text for node in root.iter(NAMESPACE + "text")]
print(json.dumps({"size": size, "groups": groups, "texts": texts}))
