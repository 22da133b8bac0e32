"""Runs a program in a terminal of its own and tells what became of both, as JSON.

The plan is JSON on stdin: "args" (the program and its arguments), "env" (variables; null removes one), "cwd", and "steps",
done one after the other:

    {"wait": TEXT}     until the program has written the text, in what came since the step before
    {"type": TEXT}     types it
    {"signal": NAME}   sends the program a signal, as "TERM"
    {"stopped": true}  until the program is stopped; notes the settings of the terminal then
    {"end": true}      until the program has ended

Told are "output" (all that was written, as Latin-1), "status" (the exit code, or minus the number of a signal), "same" (whether the
settings of the terminal are those from before), "stopped_same" (the same, while it was stopped) and "missing" (the first step that did
not come about in time).
"""

import fcntl, json, os, pty, select, signal, struct, subprocess, sys, termios, time

PATIENCE = 60.0

plan = json.load(sys.stdin)
master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
before = termios.tcgetattr(slave)
env = dict(os.environ)
for name, value in plan["env"].items():
    if value is None:
        env.pop(name, None)
    else:
        env[name] = value


def lead():
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


child = subprocess.Popen(
    plan["args"], stdin=slave, stdout=slave, stderr=slave, env=env, cwd=plan.get("cwd"), preexec_fn=lead
)
output = b""
seen = 0
told = {"missing": None, "stopped_same": None}


def same():
    return termios.tcgetattr(slave) == before


def read(seconds):
    global output
    if select.select([master], [], [], seconds)[0]:
        output += os.read(master, 65536)


def until(done):
    end = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > end:
            return False
        read(0.02)
    return True


def state():
    with open(f"/proc/{child.pid}/stat") as file:
        return file.read().rsplit(")", 1)[1].split()[0]


for step in plan["steps"]:
    if "wait" in step:
        text = step["wait"].encode()
        ok = until(lambda: text in output[seen:])
        seen = output.find(text, seen) + len(text) if ok else seen
    elif "type" in step:
        os.write(master, step["type"].encode())
        ok = True
    elif "signal" in step:
        os.kill(child.pid, getattr(signal, "SIG" + step["signal"]))
        ok = True
    elif "stopped" in step:
        ok = until(lambda: state() == "T")
        told["stopped_same"] = same()
    else:
        ok = until(lambda: child.poll() is not None)
    if not ok:
        told["missing"] = step
        break

if child.poll() is None:
    child.kill()
    child.wait()
while select.select([master], [], [], 0.1)[0]:
    output += os.read(master, 65536)
told["output"] = output.decode("latin-1")
told["status"] = child.returncode
told["same"] = same()
json.dump(told, sys.stdout)
