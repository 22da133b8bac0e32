#!/usr/bin/env bash
# What a tick of a game leaves in memory: `per-tick.sh PROGRAM [SIDE] [TICKS]`, a board of 1000×1000 filled to three tenths and 400,000 ticks unless said otherwise. Games without a window, which keep their record but no keyframes.
# It prints the memory that a game needs before its first tick, the most up to the last of the ticks, and the bytes a tick: what the record keeps, and what stones need as the board fills.
# It fails where a tick leaves more than LIMIT bytes (default 450).
set -euo pipefail
program=$1 side=${2:-1000} ticks=${3:-400000}
limit=${LIMIT:-450}

peak() {
    "$program" run --size "$side" --fill 0.3 --games 1 --black sensible --white sensible --check off --max-ticks "$1" >/dev/null &
    local game=$! memory=0 now
    while now=$(awk '/^VmHWM/ { print $2 }' "/proc/$game/status" 2>/dev/null) && [ -n "$now" ]; do
        memory=$now
        sleep 0.02
    done
    wait "$game"
    echo "$memory"
}

before=$(peak 1)
after=$(peak "$ticks")
each=$(((after - before) * 1024 / ticks))
echo "$((before / 1024)) MB before, $((after / 1024)) MB after $ticks ticks: $each bytes a tick; $limit are allowed"
[ "$each" -le "$limit" ]
