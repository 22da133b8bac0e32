"""Reads an export by another program's reader, and holds that it has what the store has.

Usage: read_export.py READER STORE TABLE KEY EXPORT; prints how many rows there are.
"""

import csv
import json
import sqlite3
import sys

reader, store, table, key, path = sys.argv[1:]
kinds = {"INTEGER": int, "REAL": float, "TEXT": str}

with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as connection:
    info = connection.execute(f"SELECT name, type FROM pragma_table_info('{table}')").fetchall()
    columns = [(name, kinds[kind]) for name, kind in info if kind != "BLOB"]
    names = [name for name, _ in columns]
    listed = ", ".join(f'"{name}"' for name in names)
    wanted = [tuple(row) for row in connection.execute(f"SELECT {listed} FROM {table} ORDER BY {key}")]


def value(text, kind):
    """A field of text as the value that it is."""
    return None if text == "" else kind(text)


def missing(found):
    """None for whatever a data frame has where there is nothing."""
    return None if found is None or found != found else found


if reader == "csv":
    with open(path, newline="", encoding="utf-8") as file:
        lines = list(csv.reader(file))
    assert lines[0] == names, lines[0]
    found = [tuple(value(text, kind) for text, (_, kind) in zip(line, columns, strict=True)) for line in lines[1:]]
elif reader == "json":
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    words = {int: "integer", float: "number", str: "string"}
    assert document["columns"] == [{"name": name, "type": words[kind]} for name, kind in columns]
    assert document["table"] == table and document["hash"] and "machine" not in document
    found = [tuple(row[name] for name in names) for row in document["rows"]]
elif reader == "behaviorspace":
    # As the readers of NetLogo's tables do: six lines about the experiment, then a table.
    with open(path, newline="", encoding="utf-8") as file:
        text = file.read()
    assert all(line.startswith('"') and line.endswith('"') for line in text.splitlines())
    lines = list(csv.reader(text.splitlines()))
    assert lines[0][0].startswith("BehaviorSpace results (") and lines[0][1] == "Table version 2.0", lines[0]
    assert lines[4] == ["min-pxcor", "max-pxcor", "min-pycor", "max-pycor"] and len(lines[5]) == 4
    heads = lines[6]
    assert heads[0] == "[run number]" and "[step]" in heads
    found = []
    for line in lines[7:]:
        row = dict(zip(heads, line, strict=True))
        row["row"] = str(int(row["[run number]"]) - 1)
        row["ticks" if table == "games" else "tick"] = row["[step]"]
        found.append(tuple(value(row[name], kind) for name, kind in columns))
elif reader == "spreadsheet":
    # As scripts for NetLogo's spreadsheets do: settings above, then a block of columns for each run.
    with open(path, newline="", encoding="utf-8") as file:
        lines = list(csv.reader(file))
    assert lines[0][1] == "Spreadsheet version 2.0" and lines[6][0] == "[run number]"
    data = next(at for at, line in enumerate(lines) if line and line[0] in ("[all run data]", "[final value]"))
    heads = lines[data]
    starts = [at for at, head in enumerate(heads) if head == "[step]"] + [len(heads)]
    settings = {line[0]: line for line in lines[6:data] if line and not line[0].startswith("[")}
    found = []
    for first, last in zip(starts, starts[1:]):
        for line in lines[data + 1 :]:
            if line[first] != "":
                row = {name: line[first] for name, line in settings.items()}
                row |= dict(zip(heads[first:last], line[first:last], strict=True))
                row["row"] = str(int(lines[6][first]) - 1)
                row["ticks" if table == "games" else "tick"] = row["[step]"]
                found.append(tuple(value(row[name], kind) for name, kind in columns))
elif reader == "pyarrow":
    import pyarrow.parquet

    read = pyarrow.parquet.ParquetFile(path)
    kinds_of_arrow = {"int64": int, "double": float, "string": str}
    assert [(field.name, kinds_of_arrow[str(field.type)]) for field in read.schema_arrow] == columns
    assert read.metadata.metadata[b"stonefield.hash"]
    found = [tuple(row.values()) for row in read.read().to_pylist()]
elif reader == "duckdb":
    import duckdb

    found = duckdb.execute("SELECT * FROM read_parquet(?)", [path]).fetchall()
elif reader == "pandas":
    import pandas

    frame = pandas.read_parquet(path)
    assert list(frame.columns) == names
    found = [tuple(missing(found) for found in row) for row in frame.itertuples(index=False, name=None)]
elif reader == "pandas-csv":
    import pandas

    frame = pandas.read_csv(path)
    assert list(frame.columns) == names
    found = [tuple(missing(found) for found in row) for row in frame.itertuples(index=False, name=None)]
else:
    sys.exit(f"no reader {reader}")

assert len(found) == len(wanted), (len(found), len(wanted))
for one, other in zip(found, wanted):
    assert one == other, (one, other)
print(len(found))
