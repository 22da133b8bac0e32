#!/usr/bin/env python3
"""A Go engine that speaks GTP and acts out one fault.

    mock.py [MODE] [KEY=VALUE...]

It plays the first legal point, row by row, and passes after `moves` of its own (default 30). `log=FILE` gets its process id and
every command it hears. `strays=N` has it start the first N of `STRAYS`, whose process ids go into the log. The modes are the functions named in `MODES`, and those that `answer` asks about.
"""

import os
import select
import signal
import subprocess
import sys
import time

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
MODE = sys.argv[1] if len(sys.argv) > 1 else "ok"
OPTIONS = dict(word.split("=", 1) for word in sys.argv[2:])
AFTER = int(OPTIONS.get("after", 0))
MOVES = int(OPTIONS.get("moves", 30))


class Board:
    def __init__(self, width, height):
        self.width, self.height = width, height
        self.stones = {}
        self.ko = None
        self.past = []

    def around(self, point):
        x, y = point
        for x, y in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if 0 <= x < self.width and 0 <= y < self.height:
                yield (x, y)

    def chain(self, point):
        color, chain, free, left = self.stones[point], {point}, set(), [point]
        while left:
            for near in self.around(left.pop()):
                if near not in self.stones:
                    free.add(near)
                elif self.stones[near] == color and near not in chain:
                    chain.add(near)
                    left.append(near)
        return chain, free

    def play(self, color, point):
        before = (dict(self.stones), self.ko)
        if point is not None:
            if point in self.stones or point == self.ko or not (point[0] < self.width and point[1] < self.height):
                return False
            self.stones[point] = color
            dead = set()
            for near in self.around(point):
                if self.stones.get(near, color) != color:
                    chain, free = self.chain(near)
                    if not free:
                        dead |= chain
            for stone in dead:
                del self.stones[stone]
            chain, free = self.chain(point)
            if not free:
                self.stones, self.ko = before
                return False
            self.ko = dead.pop() if len(dead) == 1 and len(chain) == 1 and len(free) == 1 else None
        else:
            self.ko = None
        self.past.append(before)
        return True

    def undo(self):
        if not self.past:
            return False
        self.stones, self.ko = self.past.pop()
        return True


def vertex(text):
    if text.lower() == "pass":
        return None
    return (LETTERS.index(text[0].upper()), int(text[1:]) - 1)


def name(point):
    return "pass" if point is None else LETTERS[point[0]] + str(point[1] + 1)


board = Board(19, 19)
genmoves = 0
log = open(OPTIONS["log"], "a", buffering=1) if "log" in OPTIONS else None


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def shout(text):
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def forever():
    while True:
        time.sleep(1)


def stubborn():
    """Ignores what asks it to go."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def flood(stream, text):
    try:
        while True:
            stream.write(text)
    except OSError:
        os._exit(0)


KNOWN = ["protocol_version", "name", "version", "list_commands", "quit", "boardsize", "clear_board", "komi", "play",
         "genmove", "list_stones"]
if MODE != "no-undo":
    KNOWN.append("undo")
if MODE in ("setup", "lz", "kata", "slow-lz", "deaf", "refuse-setup"):
    KNOWN += ["gogui-setup", "set_free_handicap", "rectangular_boardsize"]
if MODE in ("lz", "slow-lz", "stream", "remarks"):
    KNOWN += ["lz-genmove_analyze", "lz-analyze"]
if MODE == "kata":
    KNOWN += ["kata-genmove_analyze", "kata-set-rules"]


def choose(color):
    """The engine's own move, made on its board."""
    global genmoves
    genmoves += 1
    if genmoves <= MOVES:
        for y in range(board.height):
            for x in range(board.width):
                if board.play(color, (x, y)):
                    return name((x, y))
    board.play(color, None)
    return "pass"


def analysis(color, report, pause):
    """Thinks aloud, then moves."""
    for number in range(1, report + 1):
        free = [(x, y) for y in range(board.height) for x in range(board.width) if (x, y) not in board.stones]
        # The best is the last free point, which is not the one that it chooses in the end.
        best, second = name(free[-1]), name(free[0])
        if MODE == "kata":
            line = (f"info move {second} visits 3 winrate 0.25 scoreLead -1.5 prior 0.125 lcb 0.2 order 1 pv {second} "
                    f"info move {best} visits {10 * number} utility 0.5 winrate 0.75 scoreLead 2.5 prior 0.5 lcb 0.7 order 0 "
                    f"pv {best} {second} ownership " + " ".join("0.5" for _ in range(board.width * board.height)))
        else:
            line = (f"info move {best} visits {10 * number} winrate 7500 prior 5000 lcb 7000 order 0 pv {best} {second} "
                    f"info move {second} visits 3 winrate 2500 prior 1250 lcb 2000 order 1 pv {second}")
        say(line + "\n")
        time.sleep(pause)
    say(f"play {choose(color)}\n")


def analyse():
    """Thinks aloud until another line comes; as `stream` for ever."""
    number = 0
    while not select.select([0], [], [], 0.02)[0] or MODE == "stream":
        number += 1
        say(f"info move A1 visits {number} winrate 5000 order 0 pv A1\n")


def genmove(number, color):
    """Acts a fault out at a `genmove`, or moves."""
    due = genmoves >= AFTER
    if MODE == "refuse" and due:
        return say(f"?{number} I do not feel like it\n\n")
    if MODE == "resign" and due:
        return say(f"={number} resign\n\n")
    if MODE == "garbage" and due:
        return say("Segmentation fault? What segmentation fault?\n\n")
    if MODE == "nonsense" and due:
        return say(f"={number} somewhere nice\n\n")
    if MODE == "wrong-id" and due:
        return say(f"={int(number) + 7} A1\n\n")
    if MODE == "no-id" and due:
        return say("= A1\n\n")
    if MODE == "illegal" and due:
        return say(f"={number} {OPTIONS.get('point', 'A1')}\n\n")
    if MODE == "die" and due:
        shout("out of ideas")
        os._exit(4)
    if MODE == "crash" and due:
        shout("about to crash")
        os.kill(os.getpid(), signal.SIGSEGV)
    if MODE in ("hang", "stubborn", "away") and due:
        shout("let me think")
        forever()
    if MODE == "close" and due:
        shout("not a word more")
        os.close(1)
        forever()
    if MODE == "endless" and due:
        return flood(sys.stdout, "x" * 4096)
    if MODE == "endless-answer" and due:
        say(f"={number}\n")
        return flood(sys.stdout, "a line\n" * 500)
    if MODE == "flood-stderr":
        for _ in range(int(OPTIONS.get("megabytes", 64))):
            sys.stderr.write(("x" * 1023 + "\n") * 1024)
        shout("that was much")
    if MODE == "slow":
        time.sleep(float(OPTIONS.get("pause", 0.3)))
    return say(f"={number} {choose(color)}\n\n")


def obey(number, words):
    """Answers one command; `False` to leave."""
    global board
    command, rest = words[0], words[1:]
    yes = lambda text="": say(f"={number} {text}".rstrip() + "\n\n")
    no = lambda text: say(f"?{number} {text}\n\n")
    if command == "quit":
        if MODE in ("stubborn", "ignore-quit", "away"):
            return True
        yes()
        return False
    if command not in KNOWN:
        no("unknown command")
    elif command == "protocol_version":
        yes("2")
    elif command == "name":
        yes("Mock")
    elif command == "version":
        yes("1")
    elif command == "list_commands":
        yes("\n".join(KNOWN))
    elif command in ("boardsize", "rectangular_boardsize"):
        width, height = int(rest[0]), int(rest[-1])
        if MODE == "refuse-size" or max(width, height) > 25 and MODE != "deaf":
            no("unacceptable size")
        else:
            board = Board(width, height)
            yes()
    elif command == "clear_board":
        board = Board(board.width, board.height)
        yes()
    elif command in ("komi", "kata-set-rules"):
        yes()
        if MODE == "deaf":
            # Whatever it is told from now on, it does not read.
            stubborn()
            forever()
    elif command == "play":
        if MODE == "refuse-play" or not board.play(rest[0][0].lower(), vertex(rest[1])):
            no("illegal move")
        else:
            yes()
    elif command == "set_free_handicap":
        for point in rest:
            board.stones[vertex(point)] = "b"
        yes(" ".join(rest))
    elif command == "gogui-setup" and MODE == "refuse-setup":
        no("too many stones " * 200)
    elif command == "gogui-setup":
        for color, point in zip(rest[::2], rest[1::2]):
            board.stones[vertex(point)] = color
        yes()
    elif command == "undo":
        yes() if board.undo() else no("cannot undo")
    elif command == "list_stones":
        yes(" ".join(name(point) for point, color in board.stones.items() if color == rest[0][0].lower()))
    elif command == "genmove":
        genmove(number, rest[0])
    elif command == "lz-analyze":
        say(f"={number}\n")
        analyse()
        say("\n")
    elif MODE == "stream":
        say(f"={number}\n")
        analyse()
    elif MODE == "remarks":
        say(f"={number}\n")
        while True:
            say("# still thinking\n")
            time.sleep(0.02)
    else:
        say(f"={number}\n")
        analysis(rest[0], int(OPTIONS.get("reports", 3)), 0.05 if MODE == "slow-lz" else 0.01)
        say("\n")
    return True


def read_line():
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(0, 1)
        if not byte:
            break
        line += byte
    return line


QUIET = dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
SLEEP = "import time\nwhile True: time.sleep(1)"
DEAF = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + SLEEP


def daemon():
    """A process in a session of its own whose parents have ended."""
    if os.fork() == 0:
        os.setsid()
        helper = subprocess.Popen([sys.executable, "-c", SLEEP], **QUIET)
        log.write(f"pid {helper.pid}\n")
        os._exit(0)
    os.wait()


def helper(code, **more):
    """A process in a session of its own."""
    helper = subprocess.Popen([sys.executable, "-c", code], start_new_session=True, **QUIET, **more)
    log.write(f"pid {helper.pid}\n")


# In sessions of their own: one that ends when it is asked to, one that does not, one without parents, and one with an empty environment.
STRAYS = [lambda: helper(SLEEP), lambda: helper(DEAF), daemon, lambda: helper(SLEEP, env={})]


def main():
    if log:
        log.write(f"pid {os.getpid()}\n")
    for stray in STRAYS[:int(OPTIONS.get("strays", 0))]:
        stray()
    if MODE == "die-at-start":
        shout("reading the weights")
        shout("no licence found")
        sys.exit(3)
    if MODE == "hang-at-start":
        shout("loading, please wait")
        forever()
    if MODE == "flood-at-start":
        flood(sys.stdout, "loading\n" * 500)
    if MODE == "chatter":
        say("Mock engine\n\nloading weights ... done\n")
    if MODE == "away":
        # It ignores what asks it to go, and so does a helper of its own in a session of its own.
        stubborn()
        helper = subprocess.Popen([sys.executable, "-c", "import time\nwhile True: time.sleep(1)"], start_new_session=True)
        log.write(f"pid {helper.pid}\n")
    if MODE in ("stubborn", "ignore-quit", "away"):
        stubborn()
        # A helper of its own that is as stubborn.
        subprocess.Popen([sys.executable, "-c", "import signal, time\n"
                          "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: time.sleep(1)"])
    # Unbuffered, so that `select` sees what waits.
    while True:
        line = os.fsdecode(read_line())
        if not line:
            break
        if log:
            log.write(line)
        words = line.split("#")[0].split()
        if not words:
            continue
        number = words.pop(0) if words[0].isdigit() else ""
        if words and not obey(number, words):
            return
    if MODE in ("stubborn", "ignore-quit", "away"):
        forever()


main()
