"""Reads a film with Pillow.

Usage: read_film.py FILM [FIRST.png LAST.png]; prints as JSON its frames, size, delays in milliseconds and loops, and how far the mean of the
first and the last frame is from those pictures, and the share of pixels that differ clearly.
"""

import json
import sys

from PIL import Image, ImageChops, ImageStat

film = Image.open(sys.argv[1])
delays, frames = [], []
for number in range(film.n_frames):
    film.seek(number)
    film.load()
    delays.append(film.info.get("duration"))
    if number in (0, film.n_frames - 1):
        frames.append(film.convert("RGB"))
found = {"format": film.format, "frames": film.n_frames, "size": film.size, "delays": delays, "loop": film.info.get("loop")}
for name, frame, path in zip(("first", "last"), (frames[0], frames[-1]), sys.argv[2:4]):
    picture = Image.open(path).convert("RGB")
    assert picture.size == frame.size
    difference = ImageChops.difference(picture, frame)
    far = difference.convert("L").point(lambda value: 255 if value > 24 else 0)
    found[name] = {
        "mean": sum(ImageStat.Stat(difference).mean) / 3,
        "far": ImageStat.Stat(far).mean[0] / 255,
        "most": max(high for _, high in difference.getextrema()),
    }
print(json.dumps(found))
