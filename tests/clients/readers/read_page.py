"""Holds that a page is well formed and needs nothing beside itself; prints the commands in it, a line each.

Usage: read_page.py PAGE
"""

import re
import sys
import xml.etree.ElementTree
from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "img", "link", "input", "line", "circle", "polyline", "polygon"}


class Page(HTMLParser):
    """Keeps the tags that are open."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.commands = []
        self.heads = []
        self.svgs = 0

    def handle_starttag(self, tag, attrs):
        assert tag not in {"script", "link", "img", "iframe", "object", "base"}, tag
        for name, value in attrs:
            assert name not in {"src", "href", "xlink:href", "action", "style"} and not name.startswith("on"), name
        self.svgs += tag == "svg"
        if tag == "code":
            self.commands.append("")
        if tag == "h2":
            self.heads.append("")
        if tag not in {"meta"}:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open[-3:])
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] == "code":
            self.commands[-1] += data
        if self.open and self.open[-1] == "h2":
            self.heads[-1] += data


with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
assert text.startswith("<!DOCTYPE html>\n<html lang=")
assert not re.search(r"https?:|url\(|@import|//[a-z]", text), "something from elsewhere"
page = Page()
page.feed(text)
page.close()
assert not page.open, page.open
for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
    # The numbers of a chart are numbers.
    assert "NaN" not in svg and "inf" not in re.sub(r"<t(ext|itle).*?</t(ext|itle)>", "", svg), svg
    xml.etree.ElementTree.fromstring(svg)
print(f"{page.svgs} charts; {', '.join(page.heads)}")
for command in page.commands:
    if re.fullmatch(r"stonefield replay .* \d+", command):
        print(command)
