"""Density at which half of the boards span, by size, suicide and minds, over all stores given: python3 half_span.py STONEFIELD STORE...

Boards of a colour are put into bins of 0.02 by density; bins with fewer than 20 boards are left out. Half is where the share of boards that
span first passes 1/2, on a straight line between the means of two bins. Intervals are for 95 %, from 300 resamplings of whole games.
It needs NumPy.
"""

import csv
import subprocess
import sys

import numpy as np

WIDTH, FEWEST, ROUNDS = 0.02, 20, 300


def table(store, name):
    """The rows of a table of a store."""
    export = subprocess.Popen([sys.argv[1], "lab", "export", store, "--table", name], stdout=subprocess.PIPE, text=True)
    yield from csv.DictReader(export.stdout)


def half(boards, spanning, density):
    """Where the share of boards that span first passes 1/2. None: nowhere, or from the first bin on."""
    before = None
    for n, s, x in zip(boards, spanning, density):
        if n >= FEWEST:
            if before and before[1] < 0.5 <= s / n:
                return before[0] + (0.5 - before[1]) / (s / n - before[1]) * (x - before[0])
            if not before and s / n >= 0.5:
                return None
            before = (x, s / n)
    return None


def main():
    bins = round(1 / WIDTH) + 1
    # For each kind of game one row a game: boards, boards that span and the sum of densities, by bin.
    kinds, homes = {}, {}
    for store in sys.argv[2:]:
        for game in table(store, "games"):
            kind = (int(game["size"]), game.get("suicide", "forbidden"), game["minds"])
            counts = np.zeros((3, bins))
            kinds.setdefault(kind, []).append(counts)
            homes[game["row"]] = counts, kind[0] ** 2
        for tick in table(store, "ticks"):
            counts, area = homes[tick["row"]]
            for color in ("black", "white"):
                density = int(tick[color + "_stones"]) / area
                at = int(density / WIDTH + 0.5)
                counts[:, at] += 1, int(tick[color + "_spanning_groups"]) > 0, density
    random = np.random.default_rng(1)
    for kind, games in sorted(kinds.items()):
        games = np.array(games)
        boards, spanning, sums = games.sum(0)
        density = sums / np.maximum(boards, 1)
        found = half(boards, spanning, density)
        again = (games[random.integers(0, len(games), len(games))].sum(0) for _ in range(ROUNDS))
        others = [x for x in (half(some[0], some[1], density) for some in again) if x is not None]
        low, high = np.percentile(others, [2.5, 97.5]) if len(others) > ROUNDS / 2 else (np.nan, np.nan)
        size, suicide, minds = kind
        place = "not reached" if found is None else f"{found:.3f} ({low:.3f} to {high:.3f})"
        shares = " ".join(f"{x:.2f}:{100 * s / n:.0f}%" for n, s, x in zip(boards, spanning, density) if n >= FEWEST and x > 0.28)
        print(f"{size}x{size} {suicide} {minds}, {len(games)} games: {place}   {shares}", flush=True)


main()
