// What people do with the page, done in a real browser.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { apart, choose, heard, long, longTest, look, open, place, play, shared, still, stones, until } from "./browser.mjs";

const both = shared();

const desk = () => both.browser.newContext({ viewport: { width: 1000, height: 700 }, acceptDownloads: true });

/** A page in a browser that has kept nothing. */
async function opened(parts, options) {
    const context = await desk();
    const { page, errors } = await open(context, both.server.url + parts, options);
    return { page, errors, done: async () => { assert.deepEqual(errors, []); await context.close(); } };
}

test("it loads and plays, below any path", async (t) => {
    const begun = Date.now();
    const { page, done } = await opened("");
    t.diagnostic(`first picture after ${Date.now() - begun} ms`);
    await until(page, ({ tick }) => tick >= 3, "a third tick");
    await done();
});

test("a link shows that very tick, and layers change the picture", async () => {
    const parts = "?size=9&black=swarm&white=sensible&seed=5&layers=none#tick=40";
    // What social sites and mail programs add to links costs nobody the game.
    const { page, done } = await opened(parts.replace("#", "&fbclid=Ab-1&utm_source=mail#"));
    const first = await until(page, ({ tick }) => tick === 40, "tick 40");
    await page.waitForTimeout(500);
    const bare = await page.screenshot();
    await page.keyboard.press("h");
    await page.keyboard.press("l");
    await page.waitForTimeout(1500);
    assert.ok(await apart(page, bare, await page.screenshot()) > 0.2, "links change nothing");
    assert.equal((await look(page)).running, false);
    const { page: other, done: otherDone } = await opened(parts);
    assert.equal((await until(other, ({ tick }) => tick === 40, "tick 40")).hash, first.hash);
    await otherDone();
    await done();
});

test("a person plays by mouse and by touch", async () => {
    const touch = await both.browser.newContext({ viewport: { width: 1000, height: 700 }, hasTouch: true });
    for (const [from, press] of [[await desk(), "mouse"], [touch, "touchscreen"]]) {
        const { page, errors } = await open(from, `${both.server.url}?size=9&black=human&white=human&seed=1`);
        const empty = await until(page, ({ view }) => view, "a view of the board");
        const { x, y } = place(empty, 2, 6);
        if (press === "mouse") await page.mouse.click(x, y, { delay: 100 });
        else await page.touchscreen.tap(x, y);
        const seen = await until(page, ({ tick }) => tick === 1, `a move by ${press}`, 20);
        const row = seen.board.trim().split("\n")[2].replace(/\s/g, "");
        assert.equal(row[2], "X", seen.board);
        assert.deepEqual(errors, []);
        await from.close();
    }
});

test("a mind that asks for more than a file may have waits for an answer", async () => {
    const asks = [["?size=9&black=mcts:playouts=10000000&white=random", 0], ["?size=9&black=random&white=mcts:playouts=10000000#tick=8", 1]];
    for (const [parts, tick] of asks.slice(long ? 0 : 1)) {
        const { page, done } = await opened(parts);
        const asked = await until(page, ({ window }) => window.question !== null, "the question", 30);
        assert.deepEqual([asked.tick, asked.thinks], [tick, false]);
        await page.keyboard.press("Escape", { delay: 100 });
        await until(page, ({ window }) => window.question === null, "no question", 30);
        await page.waitForTimeout(1000);
        assert.deepEqual(await look(page).then(({ tick, thinks }) => [tick, thinks]), [tick, false]);
        await done();
    }
});

test("a mind thinks in a worker, and is stopped", async (t) => {
    const { page, done } = await opened("?size=13&black=mcts:playouts=500&white=negamax:time=9&seed=3");
    await until(page, ({ tick }) => tick >= 1, "a move of mcts");
    // It would go on for longer than what follows takes.
    await until(page, ({ tick, thinks }) => tick === 1 && thinks, "negamax to think");
    await page.waitForTimeout(1000);
    const frames = await page.evaluate(() => new Promise((told) => {
        let count = 0;
        const end = performance.now() + 1000;
        const step = () => { count += 1; if (performance.now() < end) requestAnimationFrame(step); else told(count); };
        requestAnimationFrame(step);
    }));
    // How many there are is the machine's affair; where the mind were on the page's thread there would be one.
    t.diagnostic(`${frames} frames in a second while it thinks`);
    assert.ok(frames > 1, `${frames} frames in a second`);
    await page.keyboard.press("Enter");
    await until(page, ({ tick }) => tick >= 2, "a move of negamax when it is told to move", 4);
    await done();
});

test("a record is saved and opened", async () => {
    const { page, done } = await opened("?size=9&black=random&white=random&seed=9#tick=30");
    const played = await until(page, ({ tick }) => tick === 30, "tick 30");
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Control+s")]);
    assert.match(download.suggestedFilename(), /\.sgf$/);
    const text = readFileSync(await download.path(), "utf8");
    assert.ok(text.startsWith("(;"), text.slice(0, 40));
    const file = join(mkdtempSync(join(tmpdir(), "stonefield-")), "again.sgf");
    writeFileSync(file, text);
    await until(page, ({ window }) => window.question === null, "no question", 30);
    const chooser = await choose(page, "Control+o");
    await chooser.setFiles(file);
    await until(page, ({ tick }) => tick === 0, "the record at its beginning");
    await page.keyboard.press("End");
    const seen = await until(page, ({ tick }) => tick === 30, "its end");
    assert.equal(seen.board, played.board);
    await done();
});

test("a link is made and opened", async () => {
    const { page, done } = await opened("?size=9&black=random&white=swarm&seed=4#tick=25");
    const played = await until(page, ({ tick, link }) => tick === 25 && link, "a link");
    await done();
    const { page: other, done: otherDone } = await opened(played.link.slice(both.server.url.length));
    const seen = await until(other, ({ tick }) => tick === 25, "tick 25");
    assert.equal(seen.board, played.board);
    await otherDone();
});

test("nonsense in an address is told, and the page opens", async () => {
    const told = [
        ["?black=nobody", "nobody"], ["?layers=moon", "moon"], ["?sise=9", "sise"], ["#record=nonsense", "record"],
        ["?size=1000000000", "size"], ["#tick=-1", "tick"], ["?black=gtp:gnugo", "a page starts no other programs"], ["?white=gtp:[rm -rf /]#tick=9", "a page starts no other programs"],
        ["#record=(;SZ[99];B[aa])", "99"],
    ];
    for (const [parts, word] of told.filter((_, at) => long || at % 4 === 0)) {
        const { page, done } = await opened(parts, { hears: true });
        await heard(page, word, 20);
        const { window } = await look(page);
        assert.equal(window.question, null, parts);
        await done();
    }
});

test("the browser keeps its own keys, and what is pasted is opened", async () => {
    const context = await desk();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const { page, errors } = await open(context, `${both.server.url}?size=9&black=human&white=human&layers=none`);
    await still(page);
    const prevented = await page.evaluate(() => [["F5", false], ["r", true], ["v", true], ["c", true], ["с", true, "KeyC"], ["ω", true, "KeyV"], ["ф", true, "KeyA"], ["F1", false]].map(([key, ctrlKey, code]) => {
        const event = new KeyboardEvent("keydown", { key, code: code ?? (key.length > 1 ? key : `Key${key.toUpperCase()}`), ctrlKey, bubbles: true, cancelable: true });
        document.getElementById("board").dispatchEvent(event);
        return event.defaultPrevented;
    }));
    assert.deepEqual(prevented, [false, false, false, false, false, false, true, true]);
    await page.evaluate(() => navigator.clipboard.writeText("(;SZ[9];B[ee];W[cc];B[gg])"));
    await page.keyboard.press("Control+v", { delay: 100 });
    await until(page, ({ link }) => link?.includes("record="), "the record of the clipboard", 30);
    await page.keyboard.press("End", { delay: 100 });
    assert.equal(stones(await until(page, ({ tick }) => tick === 3, "its end", 30)), 3);
    assert.deepEqual(errors, []);
    await context.close();
});

longTest("who has seen the introduction sees it once, and what has no place here is not opened", async () => {
    const context = await desk();
    const { page, errors } = await open(context, both.server.url);
    await until(page, ({ window }) => window.open.includes("Introduction"), "the introduction", 60);
    await page.keyboard.press("Escape", { delay: 100 });
    await until(page, ({ window }) => !window.open.includes("Introduction"), "its end", 30);
    await page.reload();
    await page.waitForSelector("#loading[hidden]", { state: "attached", timeout: 60_000 });
    await until(page, ({ tick }) => tick > 0, "the usual game", 60);
    assert.deepEqual((await look(page)).window.open, []);
    for (const key of ["F9", "Control+Shift+e", "Control+Shift+l"]) await page.keyboard.press(key, { delay: 100 });
    await page.keyboard.press("Control+d", { delay: 100 });
    assert.deepEqual((await until(page, ({ window }) => window.open.length, "the bookmarks", 30)).window.open, ["Bookmarks"]);
    assert.deepEqual(errors, []);
    await context.close();
});

longTest("settings that cannot be read begin anew", async () => {
    const context = await desk();
    const { page } = await open(context, both.server.url, { settings: "nonsense = 1\n", hears: true });
    assert.ok((await heard(page, "nonsense", 60)).some((line) => line.includes("begin anew")));
    const kept = await page.evaluate(() => localStorage.getItem("stonefield:/kept/stonefield.old"));
    assert.equal(kept, "nonsense = 1\n");
    await context.close();
});

/** Takes the graphics away, and waits for the page to be there again. */
async function lose(page) {
    await Promise.all([
        page.waitForEvent("load", { timeout: 60_000 }),
        page.evaluate(() => { document.getElementById("board").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext(); }),
    ]);
    await page.waitForSelector("#loading[hidden]", { state: "attached", timeout: 180_000 });
}

test("a game comes back by itself after the graphics were lost", async () => {
    const { page, errors, done } = await opened("?size=9&black=human&white=human&layers=none");
    const played = await play(page, [4, 4], [2, 2], [6, 6]);
    await page.keyboard.press("ArrowLeft", { delay: 100 });
    const before = await until(page, ({ tick }) => tick === 2, "the move before");
    await lose(page);
    const seen = await until(page, ({ tick }) => tick === 2, "the game", 30);
    assert.deepEqual([seen.board, seen.black, seen.running, seen.window.question, seen.left], [before.board, "human", before.running, null, 0]);
    await page.keyboard.press("ArrowRight", { delay: 100 });
    assert.equal((await until(page, ({ tick }) => tick === 3, "its last move")).board, played.board);
    // Where it is lost again at once, it is said, and the page does not load again and again.
    await page.evaluate(() => { sessionStorage.setItem("stonefield:again", JSON.stringify({ ...JSON.parse(sessionStorage.getItem("stonefield:again")), time: Date.now() })); });
    await page.evaluate(() => { document.getElementById("board").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext(); });
    await page.waitForFunction(() => document.getElementById("message").textContent.includes("graphics") && document.getElementById("message").textContent.includes("again and again"));
    // What the renderer says of a lost context is no fault of the page.
    errors.length = 0;
    await done();
});

longTest("a game that runs goes on after the graphics were lost, as does one that SGF cannot hold", async () => {
    for (const size of [9, 60]) {
        const { page, errors, done } = await opened(`?size=${size}&black=random&white=random&seed=3&layers=none`);
        const before = await until(page, ({ tick }) => tick >= 6, "play");
        await lose(page);
        const seen = await until(page, ({ tick }) => tick >= before.tick, "the game", 60);
        await until(page, ({ tick }) => tick > seen.tick, "play to go on", 30);
        assert.equal((await look(page)).left, 0);
        errors.length = 0;
        await done();
    }
});

test("a game that was not saved outlives the page", async () => {
    const { page, done } = await opened("?size=9&black=human&white=human");
    const empty = await until(page, ({ view }) => view, "a view of the board");
    const { x, y } = place(empty, 4, 4);
    await page.mouse.click(x, y, { delay: 100 });
    await until(page, ({ tick }) => tick === 1, "a move");
    const keeps = () => page.evaluate(() => Object.keys(localStorage).some((name) => name.endsWith(".sgf")));
    for (let count = 0; count < 100 && !(await keeps()); count += 1) await page.waitForTimeout(100);
    assert.ok(await keeps(), "nothing is kept");
    await page.reload();
    await page.waitForSelector("#loading[hidden]", { state: "attached" });
    const left = await until(page, ({ left }) => left > 0, "the offer of the game");
    assert.equal(left.left, 1);
    await done();
});

test("without WebGL2, and without a place to keep anything, it says so", async () => {
    const context = await desk();
    const { page } = await open(context, both.server.url, { drawn: false });
    await page.addInitScript(() => { HTMLCanvasElement.prototype.getContext = () => null; });
    await page.reload();
    await page.waitForFunction(() => document.getElementById("message").textContent.includes("WebGL2"));
    await page.close();
    const { page: other } = await open(context, `${both.server.url}?size=9&black=human&white=human`, { drawn: false, settings: null, hears: true });
    await other.addInitScript(() => { Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } }); });
    await other.reload();
    await other.waitForSelector("#loading[hidden]", { state: "attached", timeout: 60_000 });
    await play(other, [4, 4], [2, 2]);
    // It says so once, whatever changes after that.
    await heard(other, "does not let the page store anything");
    for (const width of [900, 950, 1000, 1050]) {
        await other.setViewportSize({ width, height: 700 });
        await other.waitForTimeout(1500);
    }
    const lines = await other.evaluate(() => globalThis.heard);
    assert.equal(lines.filter((line) => line.includes("does not let the page store anything")).length, 1, lines.join("\n"));
    await context.close();
});

test("without workers a mind that thinks is refused once, and the page goes on", async () => {
    const context = await desk();
    let asked = 0;
    await context.route("**/mind.js", (route) => { asked += 1; return route.abort(); });
    const { page } = await open(context, `${both.server.url}?size=9&black=mcts:playouts=100&white=random`, { hears: true });
    // A mind that fails ends its game without a move.
    const { thinks, board } = await until(page, ({ over }) => over, "the end of its game", 60);
    assert.ok(!thinks && !board.includes("X"), JSON.stringify({ thinks, board }));
    assert.ok(asked >= 1 && asked <= 4, `${asked} workers were tried`);
    await heard(page, "this page has none");
    await page.close();
    // On a large board a rule of the agents would think in a worker too.
    const { page: agents } = await open(context, `${both.server.url}?size=66&black=swarm&white=random&layers=none&quality=low`);
    await until(agents, ({ tick }) => tick >= 3, "play by the rules of the agents");
    await context.close();
});

longTest("what cannot be loaded is told", async () => {
    for (const [file, answer, words] of [
        ["stonefield_bg.wasm", { status: 404 }, "(404)"],
        ["stonefield_bg.wasm", { contentType: "application/wasm", body: "nonsense" }, "magic word"],
        ["stonefield.js", { status: 404 }, "stonefield.js"],
        ["touch.js", { status: 404 }, "touch.js"],
    ]) {
        const context = await desk();
        await context.route(`**/${file}`, (route) => route.fulfill(answer));
        const { page } = await open(context, both.server.url, { drawn: false });
        await page.waitForFunction((words) => document.getElementById("message").textContent.includes(words), words);
        assert.equal(await page.isVisible("#loading"), false);
        await context.close();
    }
});
