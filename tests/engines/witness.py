#!/usr/bin/env python3
"""Stands between a client and a GTP engine and writes down what the engine has on its board after each `genmove`.

    witness.py LOG ENGINE [ARGUMENT...]

A line of the log: the black stones, a bar, the white stones, each in order. Lines of commands begin with `>`.
"""

import subprocess
import sys

log = open(sys.argv[1], "a", buffering=1)
engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def ask(line):
    engine.stdin.write(line + "\n")
    engine.stdin.flush()
    answer = []
    while True:
        line = engine.stdout.readline()
        if not line:
            sys.exit("the engine is gone")
        if line.strip() == "" and answer:
            return "".join(answer)
        if line.strip():
            answer.append(line)


for line in sys.stdin:
    line = line.strip()
    if not line:
        continue
    answer = ask(line)
    log.write("> " + line + "\n")
    if " genmove " in line and answer.startswith("="):
        stones = [sorted(ask("list_stones " + color)[1:].split()) for color in ("black", "white")]
        log.write(" ".join(stones[0]) + "|" + " ".join(stones[1]) + "\n")
    sys.stdout.write(answer + "\n")
    sys.stdout.flush()
    if line.endswith("quit"):
        break
