// What keys open over the board: each shows something, and closing it brings the page back as it was.
import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, longTest, look, open, shared, stones, until } from "./browser.mjs";

const both = shared();

/** Waits until the page differs by so much from a picture, and returns how it looks then. */
async function changed(page, from, what, wanted = (far) => far > 1) {
    const end = Date.now() + 30_000;
    let far;
    do {
        // A look is a frame.
        await look(page);
        const now = await page.screenshot();
        far = await apart(page, from, now);
        if (wanted(far)) return now;
    } while (Date.now() < end);
    throw new Error(`${what}: ${far} from the picture before`);
}

/** A picture of a page that has come to rest. */
async function rested(page) {
    await page.waitForTimeout(1000);
    let now = await page.screenshot();
    await page.waitForTimeout(300);
    return changed(page, now, "the page does not come to rest", (far) => far < 0.05);
}

longTest("panels open by their keys, and close again", async () => {
    const context = await both.browser.newContext({ viewport: { width: 1000, height: 700 } });
    const { page, errors } = await open(context, `${both.server.url}?size=9&black=swarm&white=mcts:playouts=300&seed=5#tick=20`);
    await until(page, ({ tick, thinks }) => tick === 20 && !thinks, "tick 20");
    await page.mouse.move(150, 300);
    const bare = await rested(page);
    const before = await look(page);
    for (const [name, opens, closes] of [
        ["boards beside each other", "Control+b", "Control+b"], ["a wall of boards", "w", "w"], ["table of stones", "Shift+t", "Escape"],
        ["lessons", "Control+l", "Escape"], ["examples", "Control+e", "Escape"], ["keys", "F1", "Escape"],
        ["record", "r", "r"], ["search tree", "Shift+r", "Escape"], ["plots", "Shift+p", "Shift+p"],
    ]) {
        await page.keyboard.press(opens, { delay: 100 });
        await changed(page, bare, `${name} does not show`);
        await page.keyboard.press(closes, { delay: 100 });
        await changed(page, bare, `${name} leaves something behind`, (far) => far < 0.3);
        assert.deepEqual({ ...await look(page), refusal: null }, { ...before, refusal: null }, name);
    }
    assert.deepEqual(errors, []);
    await context.close();
});

test("boards beside each other and walls play on, with minds in workers", async () => {
    const context = await both.browser.newContext({ viewport: { width: 900, height: 640 } });
    const { page, errors } = await open(context, `${both.server.url}?size=7&black=mcts:playouts=50&white=random&seed=5&quality=low&paused`);
    const bare = await rested(page);
    for (const key of ["Control+b", "w"]) {
        await page.keyboard.press(key, { delay: 100 });
        await changed(page, bare, `${key} shows nothing`);
        // A wall plays by itself; boards beside each other wait.
        if (key !== "w") await page.keyboard.press("Space", { delay: 100 });
        await until(page, ({ tick }) => tick >= 4, `four ticks of the first board, after ${key}`);
        assert.ok(stones(await look(page)) > 0);
        await page.keyboard.press("Space", { delay: 100 });
        await page.keyboard.press(key, { delay: 100 });
        await until(page, ({ tick }) => tick === 0, "the game that waited");
    }
    assert.deepEqual(errors, []);
    await context.close();
});

longTest("the tree of a search in a worker is drawn, and grows while it is watched", async () => {
    const context = await both.browser.newContext({ viewport: { width: 900, height: 700 } });
    const { page, errors } = await open(context, `${both.server.url}?size=9&black=mcts:playouts=380000&white=random&seed=5`);
    await until(page, ({ thinks }) => thinks, "a search");
    const bare = await page.screenshot();
    await page.keyboard.press("Shift+r", { delay: 100 });
    let tree = bare;
    for (let count = 0; count < 200 && await apart(page, bare, tree) < 3; count += 1) {
        await page.waitForTimeout(100);
        tree = await page.screenshot();
    }
    assert.ok(await apart(page, bare, tree) >= 3, "no tree is seen");
    await page.waitForTimeout(1500);
    const larger = await page.screenshot();
    assert.ok(await apart(page, tree, larger) > 0.02, "the tree does not grow");
    // A page that is loaded again in the middle of a search begins again, and the search with it.
    await page.reload();
    await page.waitForSelector("#loading[hidden]", { state: "attached", timeout: 180_000 });
    await until(page, ({ thinks }) => thinks, "a search after the page is loaded again");
    await page.keyboard.press("Enter", { delay: 100 });
    await until(page, ({ tick }) => tick >= 1, "a move");
    assert.deepEqual(errors, []);
    await context.close();
});
