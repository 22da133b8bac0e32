#!/usr/bin/env python3
"""A screen reader for tests: reads the tree of Stonefield's window over AT-SPI, and reports its events.

Answers each line of standard input with a JSON object:
  tree          every node: name, role, place on the screen, and names of its ancestors
  act NAME      runs the first action of the node with this name
  focus NAME    gives the keyboard focus to the node with this name
and writes an object for each event: {"heard": "focus" or "said", "name": …}. With the argument `off` it reports to the bus that no
screen reader runs.
"""
import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402


def write(**what):
    print(json.dumps(what), flush=True)


def report_screen_reader(runs):
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    for name in ("IsEnabled", "ScreenReaderEnabled"):
        value = GLib.Variant("(ssv)", ("org.a11y.Status", name, GLib.Variant("b", runs)))
        bus.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", value, None, 0, -1)


def children(node):
    for at in range(node.get_child_count()):
        child = node.get_child_at_index(at)
        if child is not None:
            yield child


def nodes(node, path=()):
    yield node, path
    for child in children(node):
        yield from nodes(child, (*path, node.get_name()))


def program():
    return next((app for app in children(Atspi.get_desktop(0)) if app.get_name() == "stonefield"), None)


def all_nodes():
    app = program()
    return [] if app is None else nodes(app)


def place(node):
    try:
        at = node.get_extents(Atspi.CoordType.SCREEN)
        return [at.x, at.y, at.width, at.height]
    except GLib.Error:
        return None


def named(name):
    return next((node for node, _ in all_nodes() if node.get_name() == name), None)


def answer(line):
    command, _, name = line.partition(" ")
    if command == "tree":
        write(tree=[{"name": node.get_name(), "role": node.get_role_name(), "place": place(node), "path": list(path)}
                   for node, path in all_nodes()])
        return
    node = named(name)
    if node is None:
        write(done=False)
    elif command == "act":
        write(done=Atspi.Action.do_action(node, 0))
    elif command == "focus":
        write(done=Atspi.Component.grab_focus(node))


def report_event(event):
    if event.type.startswith("object:announcement"):
        write(heard="said", name=event.any_data, assertive=event.detail1 == 2)
    elif event.detail1:
        write(heard="focus", name=event.source.get_name())


def read(stdin, _condition):
    line = stdin.readline()
    if not line:
        loop.quit()
        return False
    try:
        answer(line.strip())
    except GLib.Error as error:
        # A node may disappear before its answer.
        write(done=False, error=str(error))
    return True


report_screen_reader("off" not in sys.argv)
Atspi.init()
listener = Atspi.EventListener.new(report_event)
for kind in ("object:state-changed:focused", "object:announcement"):
    listener.register(kind)
loop = GLib.MainLoop()
GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, read)
write(ready=True)
loop.run()
