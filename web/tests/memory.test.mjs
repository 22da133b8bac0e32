// What the page takes while games follow one another: ten minutes, by `web/test`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { longTest, look, open, shared } from "./browser.mjs";

const MINUTES = Number(process.env.STONEFIELD_WEB_MINUTES ?? 10);

const both = shared();

/** Megabytes of the process that draws the page: of those that this test has started, others on the machine do not count. */
function megabytes() {
    const rows = execFileSync("ps", ["-eo", "pid=,ppid=,rss=,args="], { encoding: "utf8" }).trim().split("\n");
    const processes = rows.map((row) => row.trim().split(/\s+/)).map(([pid, parent, rss, ...args]) => ({ pid, parent, rss: Number(rss), args }));
    const ours = new Set([String(process.pid)]);
    for (let before = 0; before !== ours.size;) {
        before = ours.size;
        for (const { pid, parent } of processes) if (ours.has(parent)) ours.add(pid);
    }
    const renderers = processes.filter(({ pid, args }) => ours.has(pid) && args.includes("--type=renderer"));
    return Math.max(...renderers.map(({ rss }) => rss)) / 1024;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

longTest("memory stays flat", async (t) => {
    const context = await both.browser.newContext({ viewport: { width: 800, height: 600 } });
    const { page, errors } = await open(context, `${both.server.url}?size=9&black=mcts:playouts=50&white=random&seed=1`);
    for (let count = 0; count < 6; count += 1) await page.keyboard.press("+", { delay: 60 });
    const samples = [];
    let [games, before] = [0, 0];
    for (let second = 0; second < MINUTES * 60; second += 10) {
        await page.waitForTimeout(10_000);
        samples.push(megabytes());
        const { tick } = await look(page);
        if (tick < before) games += 1;
        before = tick;
    }
    // The first two minutes are those in which caches fill.
    const [first, then] = [median(samples.slice(12, 24)), median(samples.slice(-12))];
    t.diagnostic(`${games} games; MB: ${samples.map(Math.round).join(" ")}`);
    assert.deepEqual(errors, []);
    assert.ok(games >= MINUTES / 2, `${games} games followed one another`);
    assert.ok(then <= first * 1.1, `${first} MB, then ${then} MB`);
}, { timeout: (MINUTES + 3) * 60_000 });
