// The page as a window: resized, hidden and shown again, and what its buttons do.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { apart, heard, launch, longTest, look, open, place, shared, still, until } from "./browser.mjs";

const both = shared();

test("a page that is resized shows the whole board, and clicks meet their points", async () => {
    const context = await both.browser.newContext({ viewport: { width: 1000, height: 700 } });
    const { page, errors } = await open(context, `${both.server.url}?size=9&black=human&white=human&layers=none`);
    let { view } = await until(page, ({ view }) => view, "a view of the board");
    for (const [at, [width, height]] of [[480, 700], [390, 500], [1300, 800]].entries()) {
        const before = JSON.stringify(view);
        await page.setViewportSize({ width, height });
        await until(page, (seen) => JSON.stringify(seen.view) !== before, `another view at ${width}×${height}`, 30);
        const seen = await still(page);
        ({ view } = seen);
        for (const [x, y] of view) assert.ok(x > 0 && x < width && y > 0 && y < height, `${view} at ${width}×${height}`);
        const { x, y } = place(seen, at, 4);
        await page.mouse.click(x, y, { delay: 100 });
        const played = await until(page, ({ tick }) => tick === at + 1, "a stone", 30);
        assert.match(played.board.trim().split("\n")[4].replace(/\s/g, ""), new RegExp(`^[XO]{${at + 1}}`), played.board);
    }
    assert.deepEqual(errors, []);
    await context.close();
});

longTest("a page that draws no frames for a while, as one that nobody sees, goes on where it was", async () => {
    const context = await both.browser.newContext({ viewport: { width: 600, height: 450 } });
    const { page, errors } = await open(context, `${both.server.url}?size=19&black=random&white=random&seed=3`);
    const session = await context.newCDPSession(page);
    const before = await until(page, ({ tick }) => tick >= 2, "play");
    await session.send("Debugger.enable");
    await session.send("Debugger.pause");
    await new Promise((done) => setTimeout(done, 10_000));
    await session.send("Debugger.resume");
    await session.send("Debugger.disable");
    const after = await look(page);
    // Two ticks a second: twenty would have come, and a second's worth is made up for.
    assert.ok(after.tick - before.tick < 8, `from tick ${before.tick} to ${after.tick}`);
    await until(page, ({ tick }) => tick > after.tick, "play to go on", 30);
    assert.deepEqual(errors, []);
    await context.close();
});

/** Opens the card Lab in a page of 1000×700, and clicks on its button until that is `done`. */
async function copyLink(page, done) {
    await page.mouse.click(28, 262, { delay: 100 });
    await until(page, ({ window }) => window.open.includes("Lab"), "the card", 30);
    for (let count = 0; count < 20 && !(await done()); count += 1) {
        await page.mouse.click(180, 464, { delay: 100 });
        await page.waitForTimeout(500);
    }
}

test("a link is copied by its button", async () => {
    const context = await both.browser.newContext({ viewport: { width: 1000, height: 700 } });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const { page, errors } = await open(context, `${both.server.url}?size=9&black=swarm&white=random&seed=5#tick=12`);
    const played = await until(page, ({ tick, link }) => tick === 12 && link, "tick 12");
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await copyLink(page, async () => await copied() === played.link);
    const { page: other, errors: otherErrors } = await open(context, await copied());
    const seen = await until(other, ({ tick }) => tick === 12, "its tick");
    assert.equal(seen.hash, played.hash);
    assert.deepEqual([errors, otherErrors], [[], []]);
    await context.close();
});

test("the full screen is had again at once after the browser has left it", async () => {
    const context = await both.browser.newContext({ viewport: { width: 700, height: 480 } });
    const { page, errors } = await open(context, `${both.server.url}?size=9&black=human&white=human`);
    await still(page);
    const is = (full) => page.waitForFunction((full) => (document.fullscreenElement !== null) === full, full, { timeout: 30_000 });
    await page.keyboard.press("F11", { delay: 100 });
    await is(true);
    // As Esc does: the browser tells the page afterwards.
    await page.evaluate(() => document.exitFullscreen());
    await is(false);
    await look(page);
    await page.keyboard.press("F11", { delay: 100 });
    await is(true);
    await page.keyboard.press("F11", { delay: 100 });
    await is(false);
    assert.deepEqual(errors, []);
    await context.close();
});

longTest("a drawing is saved, and no action gets a key that the browser keeps", async () => {
    const context = await both.browser.newContext({ viewport: { width: 1000, height: 700 }, acceptDownloads: true });
    const { page, errors } = await open(context, `${both.server.url}?size=9&black=random&white=random&seed=3#tick=30`, { hears: true });
    await until(page, ({ tick }) => tick === 30, "tick 30");
    await page.keyboard.press("Shift+F12", { delay: 100 });
    await until(page, ({ window }) => window.open.length === 1, "Pictures", 30);
    await page.waitForTimeout(500);
    const [drawing] = await Promise.all([page.waitForEvent("download", { timeout: 60_000 }), page.mouse.click(500, 284, { delay: 100 })]);
    assert.equal(drawing.suggestedFilename(), "game.svg");
    const text = readFileSync(await drawing.path(), "utf8");
    assert.ok(text.startsWith("<svg ") && text.trim().endsWith("</svg>"), text.slice(0, 80));
    await heard(page, "game.svg is handed to the browser", 30);
    await page.keyboard.press("Escape", { delay: 100 });
    // The first line of the list of keys: run or pause.
    await page.keyboard.press("F1", { delay: 100 });
    await page.waitForTimeout(500);
    await page.mouse.click(100, 103, { delay: 100 });
    await page.keyboard.press("Control+t", { delay: 100 });
    await page.keyboard.press("Control+y", { delay: 100 });
    await page.waitForTimeout(500);
    await page.keyboard.press("Escape", { delay: 100 });
    await page.keyboard.press("Control+t", { delay: 100 });
    await page.waitForTimeout(500);
    assert.equal((await look(page)).running, false);
    await page.keyboard.press("Control+y", { delay: 100 });
    await until(page, ({ running }) => running, "the game to run by its new key", 30);
    assert.deepEqual(errors, []);
    await context.close();
});

longTest("where the browser copies nothing, a link goes into the address bar, and a record is to be saved", async () => {
    const context = await both.browser.newContext({ viewport: { width: 1000, height: 700 } });
    await context.addInitScript(() => { Clipboard.prototype.writeText = async () => { throw new DOMException("no", "NotAllowedError"); }; });
    const { page, errors } = await open(context, `${both.server.url}?size=9&black=swarm&white=random&seed=5#tick=12`, { hears: true });
    const played = await until(page, ({ tick, link }) => tick === 12 && link, "tick 12");
    await page.keyboard.press("Control+c", { delay: 100 });
    await heard(page, "save the game as a file", 30);
    await copyLink(page, async () => page.url() === played.link);
    await heard(page, "the link is in the address bar", 30);
    assert.deepEqual([page.url(), errors], [played.link, []]);
    await context.close();
});

longTest("a search goes on simulation by simulation", async () => {
    const context = await both.browser.newContext({ viewport: { width: 1000, height: 700 } });
    const { page, errors } = await open(context, `${both.server.url}?size=9&black=mcts:playouts=200&white=random&seed=5&paused`);
    await until(page, ({ view }) => view, "a view of the board");
    await page.keyboard.press("Shift+R", { delay: 100 });
    await until(page, ({ window }) => window.open.includes("Search tree"), "the tree", 30);
    const tree = { x: 94, y: 452, width: 894, height: 158 };
    const click = async (x, y, what) => {
        const before = await page.screenshot({ clip: tree });
        await page.mouse.click(x, y, { delay: 100 });
        const end = Date.now() + 30_000;
        let far = 0;
        while (far < 0.1 && Date.now() < end) {
            await look(page);
            far = await apart(page, before, await page.screenshot({ clip: tree }));
        }
        assert.ok(far >= 0.1, `${what} changes nothing: ${far}`);
    };
    await click(397, 387, "Step by step");
    await click(290, 415, "1000 simulations");
    await click(346, 415, "Restart");
    assert.deepEqual([(await look(page)).tick, errors], [0, []]);
    await context.close();
});

longTest("over plain http from another machine it plays, and a link is copied", async (t) => {
    const browser = await launch("--host-resolver-rules=MAP stonefield.test 127.0.0.1");
    t.after(() => browser.close());
    const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
    const home = both.server.url.replace("127.0.0.1", "stonefield.test");
    const { page, errors } = await open(context, `${home}?size=9&black=swarm&white=random&seed=5#tick=12`);
    const played = await until(page, ({ tick, link }) => tick === 12 && link, "tick 12");
    assert.ok(await page.evaluate(() => !isSecureContext && !navigator.locks && !("readText" in navigator.clipboard)));
    await page.evaluate(() => {
        globalThis.copied = null;
        const set = DataTransfer.prototype.setData;
        DataTransfer.prototype.setData = function (kind, text) { globalThis.copied = text; return set.call(this, kind, text); };
    });
    await copyLink(page, async () => await page.evaluate(() => globalThis.copied) === played.link);
    assert.equal(await page.evaluate(() => globalThis.copied), played.link);
    assert.deepEqual(errors, []);
});
