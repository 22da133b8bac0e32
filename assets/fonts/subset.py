#!/usr/bin/env python3
"""Makes NotoSansCJKsc-subset.otf: what egui's own fonts lack of the characters of names and comments.

Usage: python3 subset.py /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc NotoSansCJKsc-subset.otf
It needs fonttools 4.68 and two packages of Debian 12: fonts-noto-cjk 1:20220127+repack1-1, and unicode-data 15.0.0-1 for the lists of characters.
"""
import bz2
import glob
import os
import sys

from fontTools import subset
from fontTools.ttLib import TTCollection

HIGH = range(0xA1, 0xFF)
SETS = [
    ("gb2312", HIGH, HIGH),  # simplified Chinese, kana, signs, numbers in circles
    ("euc_jp", HIGH, HIGH),  # JIS X 0208
    ("big5", range(0xA1, 0xC7), [*range(0x40, 0x7F), *HIGH]),  # signs, and the 5,401 usual traditional characters
    ("euc_kr", HIGH, HIGH),  # KS X 1001, with the 2,350 usual syllables of hangul
]
# Lists of the Unihan database: China's general standard of 2013, what is used most everywhere, Japanese and Korean names.
LISTS = {"kTGH", "kIICore", "kJoyoKanji", "kJinmeiyoKanji", "kKoreanName"}
BLOCKS = [
    (0x1EA0, 0x1EF9),  # Vietnamese
    (0x0300, 0x036F),  # accents
    (0x2000, 0x206F),  # punctuation
    (0x3000, 0x30FF),  # punctuation, hiragana, katakana
    (0x3105, 0x312F),  # bopomofo
    (0x3131, 0x318E),  # letters of hangul
    (0x31F0, 0x31FF),  # small katakana
    (0x3200, 0x32FF),  # in brackets and circles
    (0x2460, 0x24FF),
    (0x2776, 0x2793),
    (0xFF00, 0xFFEF),  # full and half width
]
# These are egui's.
OTHERS = [(0x0000, 0x024F), (0x0370, 0x052F)]


def decoded(encoding, rows, cells):
    """Every character of a set that is written in two bytes."""
    for row in rows:
        for cell in cells:
            yield from map(ord, bytes((row, cell)).decode(encoding, "ignore"))


def listed():
    """Every character of the lists."""
    for path in glob.glob("/usr/share/unicode/Unihan_*.txt.bz2"):
        with bz2.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                character, *kind = line.split("\t")
                if LISTS.intersection(kind[:1]):
                    yield int(character[2:], 16)


def block(ends):
    return range(ends[0], ends[1] + 1)


def main(source, target):
    wanted = {character for one in SETS for character in decoded(*one)}
    wanted.update(listed())
    wanted.update(character for ends in BLOCKS for character in block(ends))
    wanted.difference_update(character for ends in OTHERS for character in block(ends))
    os.environ["SOURCE_DATE_EPOCH"] = "1643241600"
    font = next(font for font in TTCollection(source) if font["name"].getDebugName(4) == "Noto Sans CJK SC")
    options = subset.Options(hinting=False, layout_features=[], notdef_outline=True)
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["BASE", "GDEF", "GPOS", "GSUB", "VORG", "vhea", "vmtx"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    font.save(target)
    print(f"{len(font.getBestCmap())} characters, {os.path.getsize(target)} bytes")


main(*sys.argv[1:])
