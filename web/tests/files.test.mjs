// Records and what is kept: dropped, opened, saved, left behind, and a browser that keeps little or nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, heard, longTest, look, open, place, play, shared, still, stones, until } from "./browser.mjs";

const both = shared();

const small = { viewport: { width: 700, height: 480 } };
const PLAY = "?size=9&black=human&white=human";

/** Drops files on the board, as a browser does when they are dragged there. */
const drop = (page, ...files) => page.evaluate((files) => {
    const dataTransfer = new DataTransfer();
    for (const [name, bytes] of files) dataTransfer.items.add(new File([Uint8Array.from(bytes)], name));
    const board = document.getElementById("board");
    const told = ["dragenter", "dragover", "drop"].map((type) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    for (const event of told) board.dispatchEvent(event);
    // The browser would go to the file by itself where nobody takes it.
    return told[1].defaultPrevented && told[2].defaultPrevented;
}, files.map(([name, text]) => [name, [...Buffer.from(text)]]));

/** Drops a record that is made in the page: what does it gets `about`. */
const dropMade = (page, name, make, about) => page.evaluate(([name, make, about]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Function("about", `return (${make})(about)`)(about)], name));
    const board = document.getElementById("board");
    for (const type of ["dragenter", "dragover", "drop"]) board.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
}, [name, String(make), about]);

/** Moves of both colours, on all points in turn: most are against the law. */
const moves = (count) => {
    const letters = "abcdefghi";
    const point = (at) => letters[Math.floor(at / 9)] + letters[at % 9];
    return `(;GM[1]FF[4]SZ[9]${Array.from({ length: count }, (_, at) => `;${"BW"[at % 2]}[${point(at * 37 % 81)}]`).join("")})`;
};

/** Waits until a record with this text in it is kept. */
const keeps = (page, text) => page.waitForFunction((text) => Object.entries(localStorage).some(([name, kept]) => name.endsWith(".sgf") && kept.includes(text)), text);

test("a record that is dropped on the page is shown, and a broken one loses nothing", async () => {
    const context = await both.browser.newContext(small);
    const { page, errors } = await open(context, both.server.url + PLAY, { hears: true });
    await until(page, ({ view }) => view, "a view of the board");
    const record = "(;GM[1]FF[4]SZ[5]KM[0.5]AB[aa][bb]AW[ee];B[cc];W[dd])";
    assert.ok(await drop(page, ["game.sgf", record]), "the browser would open it itself");
    const shown = await until(page, ({ board }) => board.trim().split("\n").length === 5, "the record");
    assert.deepEqual([shown.tick, stones(shown)], [0, 3]);
    await page.keyboard.press("End");
    const end = await until(page, ({ tick }) => tick === 2, "its end");
    for (const [name, text, words] of [
        ["letter.txt", "Dear friend, this is no game.", "letter.txt"],
        ["empty.sgf", "", "empty.sgf"],
        ["picture.png", Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 255, 254]), "picture.png"],
    ]) {
        await drop(page, [name, text]);
        await heard(page, words);
        const { tick, board } = await look(page);
        assert.deepEqual({ tick, board }, { tick: 2, board: end.board }, `${name} changes the board`);
    }
    assert.deepEqual(errors, []);
    await context.close();
});

test("a long record is opened between frames, and can be given up", async () => {
    const context = await both.browser.newContext(small);
    const { page, errors } = await open(context, both.server.url + PLAY, { hears: true });
    const before = await until(page, ({ view }) => view, "a view of the board");
    await dropMade(page, "long.sgf", moves, 60_000);
    await until(page, ({ window }) => window.question === "loading", "the progress", 60);
    assert.equal((await look(page)).board, before.board);
    await page.keyboard.press("Escape", { delay: 100 });
    const after = await until(page, ({ window }) => window.question === null, "no question", 30);
    await heard(page, "long.sgf was not opened", 30);
    assert.deepEqual([after.tick, after.board], [0, before.board]);
    await play(page, [4, 4]);
    await keeps(page, ";B[");
    await page.goto(both.server.url + PLAY);
    await page.waitForSelector("#loading[hidden]", { state: "attached", timeout: 180_000 });
    await until(page, ({ left }) => left === 1, "the offer");
    await page.keyboard.press("Escape", { delay: 100 });
    await until(page, ({ window }) => window.question === null, "no question", 30);
    await dropMade(page, "long.sgf", moves, 20_000);
    await heard(page, "long.sgf is open", 120);
    await page.keyboard.press("End", { delay: 100 });
    await until(page, ({ tick, window }) => tick > 5_000 && window.question === null, "its end", 60);
    assert.deepEqual(errors, []);
    await context.close();
});

test("texts of 10 MB in a record stop nothing", async () => {
    const context = await both.browser.newContext(small);
    const { page, errors } = await open(context, both.server.url + PLAY, { hears: true });
    await until(page, ({ view }) => view, "a view of the board");
    for (const [name, properties] of [["comment.sgf", ["C"]], ["names.sgf", ["PB", "N", "GC"]]]) {
        const text = (properties) => `(;GM[1]FF[4]SZ[9]${properties.map((name) => `${name}[${"All work and no play. ".repeat(455_000 / properties.length)}]`).join("")};B[cc])`;
        await dropMade(page, name, text, properties);
        await heard(page, `${name} is open`, 60);
        await page.keyboard.press("End", { delay: 100 });
        await until(page, ({ tick, window }) => tick === 1 && window.open.includes("Record"), "its end", 60);
        await page.keyboard.press("Home", { delay: 100 });
        await until(page, ({ tick }) => tick === 0, "its beginning", 30);
    }
    assert.deepEqual(errors, []);
    await context.close();
});

longTest("a game that is not saved is asked about before a dropped record takes its place", async () => {
    const context = await both.browser.newContext(small);
    const { page, errors } = await open(context, both.server.url + PLAY);
    const played = await play(page, [4, 4]);
    const bare = await page.screenshot();
    await drop(page, ["game.sgf", "(;GM[1]FF[4]SZ[5];B[cc])"]);
    for (let count = 0; count < 600 && await apart(page, bare, await page.screenshot()) < 1; count += 1) await page.waitForTimeout(100);
    assert.ok(await apart(page, bare, await page.screenshot()) >= 1, "no question is seen");
    assert.equal((await look(page)).board, played.board);
    await page.keyboard.press("Escape");
    await look(page);
    assert.equal((await look(page)).board, played.board);
    await play(page, [2, 2]);
    assert.deepEqual(errors, []);
    await context.close();
});

for (const [kind, words, refuse] of [
    ["full", "full", () => {
        Storage.prototype.setItem = () => { throw new DOMException("the quota has been exceeded", "QuotaExceededError"); };
    }],
    ["forbidden", "does not let the page store anything", () => {
        Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("access is denied", "SecurityError"); } });
        // Such a browser gives no locks either.
        LockManager.prototype.request = LockManager.prototype.query = async () => { throw new DOMException("access is denied", "SecurityError"); };
    }],
]) {
    (kind === "full" ? test : longTest)(`a storage that is ${kind} is told once, and play goes on`, async () => {
        const context = await both.browser.newContext(small);
        await context.addInitScript(refuse);
        const { page, errors } = await open(context, both.server.url + PLAY, { settings: null, hears: true });
        await play(page, [4, 4]);
        await heard(page, words);
        await play(page, [2, 2], [6, 6], [2, 6]);
        // Each move is kept within a second: this is long enough to hear of it again.
        await page.waitForTimeout(8000);
        const lines = await page.evaluate(() => globalThis.heard);
        assert.equal(lines.filter((line) => line.includes(words)).length, 1, lines.join("\n"));
        assert.deepEqual(errors, []);
        await context.close();
    });
}

longTest("a game that was left behind is offered before the tick of an address, and each answer leads on", async () => {
    for (const answer of ["Enter", "Escape"]) {
        const context = await both.browser.newContext(small);
        const { page, errors } = await open(context, both.server.url + PLAY);
        const played = await play(page, [4, 4], [2, 2]);
        await keeps(page, ";W[");
        await page.goto(`${both.server.url}?size=9&black=random&white=random&seed=2&paused#tick=40`);
        await page.waitForSelector("#loading[hidden]", { state: "attached", timeout: 180_000 });
        await until(page, ({ left }) => left === 1, "the offer");
        await page.keyboard.press(answer, { delay: 100 });
        if (answer === "Enter") {
            const seen = await until(page, ({ left }) => left === 0, "the game");
            assert.equal((await until(page, ({ board }) => board === played.board, "the board of the game", 20)).tick, 2);
            assert.ok(!seen.running);
        } else {
            await until(page, ({ tick }) => tick === 40, "the tick of the address");
            assert.equal((await look(page)).left, 1, "it is kept");
        }
        assert.deepEqual(errors, []);
        await context.close();
    }
});

longTest("two pages at once keep a game each, and neither offers the other's", async () => {
    const context = await both.browser.newContext(small);
    const [one, two] = [await open(context, both.server.url + PLAY), await open(context, both.server.url + PLAY)];
    for (const { page } of [one, two]) {
        await page.bringToFront();
        assert.equal((await play(page, [4, 4])).left, 0);
    }
    await one.page.waitForFunction(() => Object.keys(localStorage).filter((name) => name.endsWith(".sgf")).length === 2);
    await one.page.close();
    const { page: third, errors } = await open(context, both.server.url + PLAY);
    assert.equal((await until(third, ({ left }) => left > 0, "the offer of the page that is gone")).left, 1);
    assert.deepEqual([...one.errors, ...two.errors, ...errors], []);
    await context.close();
});

test("games that were left behind are told apart", async () => {
    const context = await both.browser.newContext(small);
    const [one, two] = [await open(context, `${both.server.url}?size=9&black=human&white=human`), await open(context, `${both.server.url}?size=7&black=human&white=sensible`)];
    await one.page.bringToFront();
    await play(one.page, [4, 4], [2, 2]);
    await two.page.bringToFront();
    const { x, y } = place(await still(two.page), 3, 3);
    await two.page.mouse.click(x, y, { delay: 100 });
    await until(two.page, ({ tick }) => tick >= 2, "an answer");
    await one.page.waitForFunction(() => Object.keys(localStorage).filter((name) => name.endsWith(".note")).length === 2);
    await two.page.waitForTimeout(1000);
    for (const { page } of [one, two]) await page.close();
    const { page, errors } = await open(context, both.server.url + PLAY);
    const { offered } = await until(page, ({ left }) => left === 2, "the offers");
    const said = offered.map((words) => words.join(", ")).sort();
    assert.match(said[0], /^7x7, human – sensible, \d+ moves?, .*ago, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    assert.match(said[1], /^9x9, human – human, 2 moves, .*ago, \d{4}-/);
    assert.deepEqual(errors, []);
    await context.close();
});
