#!/usr/bin/env bash
# How much memory the window takes while games are played in it: `soak.sh PROGRAM MINUTES large|small`, thirty minutes unless said otherwise.
# `large` is a board of 1000×1000 filled to three tenths, as fast as possible, `small` one of 19×19 on which a new game follows each. A line every ten seconds: seconds, megabytes.
# It fails where the last third takes more than LIMIT megabytes (default 8) a minute above what the first third ended with. It needs Xvfb and xdotool.
set -euo pipefail
program=$1 minutes=${2:-30} kind=${3:-large}
limit=${LIMIT:-8}
folder=$(mktemp -d)
export HOME=$folder XDG_CONFIG_HOME=$folder/config XDG_STATE_HOME=$folder/state XDG_DATA_HOME=$folder/data WINIT_X11_SCALE_FACTOR=1
exec 3>"$folder/display" 4<"$folder/display"
Xvfb -displayfd 3 -screen 0 1280x800x24 >/dev/null 2>&1 &
server=$!
window=
end() {
    [ -z "$window" ] || kill "$window" 2>/dev/null || true
    kill "$server" 2>/dev/null || true
    rm -rf "$folder"
}
trap end EXIT
until [ -s "$folder/display" ]; do sleep 0.1; done
export DISPLAY=:$(cat "$folder/display")

if [ "$kind" = large ]; then
    set -- --size 1000 --fill 0.3
else
    # A key that is let go after the end of a game would stop the next one from following by itself.
    set -- --size 19 --paused
fi
"$program" "$@" --black sensible --white sensible >/dev/null 2>&1 &
window=$!
sleep 20
if [ "$kind" != large ]; then
    # A large board runs as fast as possible from the beginning; this one plays 128 ticks a second.
    xdotool windowfocus "$(xdotool search --name '^Stonefield$' | tail -1)"
    for key in plus plus plus plus plus plus space; do
        xdotool keydown "$key"
        sleep 0.2
        xdotool keyup "$key"
        sleep 0.4
    done
fi

samples=()
for ((at = 0; at < minutes * 60; at += 10)); do
    memory=$(awk '/^VmRSS/ { print int($2 / 1024) }' "/proc/$window/status")
    samples+=("$memory")
    echo "$at $memory"
    sleep 10
done
count=${#samples[@]}
first=${samples[count / 3]} last=${samples[count - 1]}
allowed=$((limit * minutes * 2 / 3))
echo "from $first to $last MB over the last two thirds; $allowed MB more are allowed"
[ $((last - first)) -le "$allowed" ]
