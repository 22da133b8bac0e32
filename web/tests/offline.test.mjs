// Without a network, and where the host has another build.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { dist, open, place, shared, still, until } from "./browser.mjs";

const both = shared();

const PLAY = "?size=9&black=human&white=mcts:playouts=50&seed=1";

const context = () => both.browser.newContext({ viewport: { width: 700, height: 480 }, serviceWorkers: "allow" });

const kept = (page) => page.evaluate(() => globalThis.stonefield.kept);

async function again(page) {
    await page.reload();
    await page.waitForSelector("#loading[hidden]", { state: "attached", timeout: 180_000 });
}

/** Plays a stone, and waits for what a mind answers. */
async function answered(page) {
    const { window } = await still(page);
    // The game before is offered.
    if (window.question) await page.keyboard.press("Escape", { delay: 100 });
    const before = await until(page, ({ window }) => !window.question, "no question");
    const rows = before.board.trim().split("\n").map((row) => row.replace(/\s/g, "")).reverse();
    const row = rows.findIndex((row) => row.includes("."));
    const { x, y } = place(before, rows[row].indexOf("."), row);
    await page.mouse.click(x, y, { delay: 100 });
    const seen = await until(page, ({ tick, over }) => over || tick >= before.tick + 2, "an answer", 60);
    assert.equal(seen.over, null);
}

/** A second build: the same program in a folder of another name, whose script says so. */
function second() {
    const root = join(mkdtempSync(join(tmpdir(), "stonefield-")), "dist");
    cpSync(dist, root, { recursive: true });
    const first = readFileSync(join(root, "index.html"), "utf8");
    const build = /data-build="([0-9a-f]+)"/.exec(first)[1];
    const other = "0123456789abcdef";
    renameSync(join(root, build), join(root, other));
    writeFileSync(join(root, "index.html"), first.replaceAll(build, other));
    const script = join(root, other, "page.js");
    writeFileSync(script, `${readFileSync(script, "utf8")}\nglobalThis.second = true;\n`);
    return { root, build, other };
}

/** Which build a page shows, and the folders of all that it has asked for. */
const shown = (page) => page.evaluate(() => {
    const folder = (name) => new URL(name).pathname.split("/").at(-2);
    const ours = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.startsWith(location.origin) && !/offline\.js|where\/$/.test(name));
    return { build: document.documentElement.dataset.build, second: globalThis.second === true, folders: [...new Set(ours.map(folder))] };
});

test("a page that was shown needs no network: its minds answer, and it loads again", async () => {
    const from = await context();
    const { page: first } = await open(from, both.server.url + PLAY);
    // Nobody waits for anything to be kept: what minds need is in the page.
    both.server.down = true;
    await answered(first);
    both.server.down = false;
    await first.close();
    const { page } = await open(from, both.server.url + PLAY);
    assert.equal(await kept(page), true);
    both.server.down = true;
    await again(page);
    await answered(page);
    assert.equal(await page.evaluate(async () => (await fetch(`${globalThis.stonefield.home}NotoSansCJKsc-subset.otf`)).ok), true);
    // Any address of it is the page.
    await page.goto(`${both.server.url}?size=7&black=random&white=random&seed=2#tick=10`);
    await page.waitForSelector("#loading[hidden]", { state: "attached", timeout: 180_000 });
    both.server.down = false;
    await from.close();
});

test("a new build takes the place of the old one whole", async (t) => {
    const { root, build, other } = second();
    t.after(() => { both.server.root = dist; both.server.down = false; rmSync(root, { recursive: true }); });
    const from = await context();
    const { page } = await open(from, both.server.url + PLAY);
    assert.equal(await kept(page), true);
    // A page that is open goes on as what it is, and asks for nothing that is gone.
    both.server.root = root;
    both.server.missing.length = 0;
    await answered(page);
    assert.deepEqual(both.server.missing.filter((name) => name.startsWith(build)), []);
    // Where the new one is there in part only, it is said so, and no part of the old one steps in.
    const code = join(root, other, "stonefield_bg.wasm");
    renameSync(code, `${code}.away`);
    await page.reload();
    await page.waitForFunction(() => document.getElementById("message").textContent.includes("404"));
    both.server.down = true;
    await again(page);
    assert.deepEqual(await shown(page), { build, second: false, folders: [build] });
    renameSync(`${code}.away`, code);
    both.server.down = false;
    await again(page);
    assert.deepEqual(await shown(page), { build: other, second: true, folders: [other] });
    assert.equal(await kept(page), true);
    const caches = await page.evaluate(() => globalThis.caches.keys());
    assert.deepEqual(caches.map((name) => name.split(" ").at(-1)), [other]);
    both.server.down = true;
    await again(page);
    assert.deepEqual(await shown(page), { build: other, second: true, folders: [other] });
    await answered(page);
    await from.close();
});
