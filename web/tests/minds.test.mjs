// Minds in their workers: stopped while they start, left, and refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { longTest, look, open, shared, until } from "./browser.mjs";

const both = shared();

/** A page that counts the workers that it has started. */
async function counted(parts, before = async () => {}) {
    const context = await both.browser.newContext({ viewport: { width: 800, height: 560 } });
    await before(context);
    await context.addInitScript(() => {
        globalThis.workers = 0;
        globalThis.told = [];
        globalThis.Worker = class extends Worker {
            constructor(...args) {
                super(...args);
                globalThis.workers += 1;
                globalThis.all ??= [];
                globalThis.all.push(this);
                this.addEventListener("message", ({ data }) => globalThis.told.push(data));
            }
            // With `deaf` a worker never hears that it is to stop.
            postMessage(message) {
                const signal = globalThis.deaf && typeof message === "string" && message.startsWith('{"Signal"') ? JSON.parse(message).Signal[1] : null;
                if (!signal || signal.stopped === 0 && signal.left === 0) super.postMessage(message);
            }
        };
    });
    const { page, errors } = await open(context, both.server.url + parts);
    return { page, errors, workers: () => page.evaluate(() => globalThis.workers), done: () => context.close() };
}

longTest("a mind that is told to move while its worker starts plays all the same", async () => {
    const slow = (context) => context.addInitScript(() => {
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message) {
            this.starts ??= new Promise((late) => setTimeout(late, 3000));
            this.starts.then(() => post.call(this, message));
        };
    });
    const { page, errors, workers, done } = await counted("?size=9&black=mcts:playouts=380000&white=human", slow);
    await until(page, ({ thinks }) => thinks, "a search");
    const before = await workers();
    await page.keyboard.press("Enter", { delay: 100 });
    const seen = await until(page, ({ tick, over }) => tick === 1 || over, "a move", 60);
    assert.deepEqual([seen.tick, seen.over, await workers(), errors], [1, null, before, []]);
    await done();
});

for (const [death, kill] of [
    ["quietly", () => globalThis.all.forEach((worker) => worker.terminate())],
    ["with an error", () => globalThis.all.forEach((worker) => worker.dispatchEvent(new ErrorEvent("error")))],
]) test(`a worker that dies ${death} is replaced, and its turn is asked again`, async () => {
    const { page, errors, workers, done } = await counted("?size=9&black=random&white=mcts:playouts=3000&seed=5");
    await until(page, ({ thinks, tick }) => thinks && tick === 1, "a search");
    await until(page, () => page.evaluate(() => globalThis.told.length > 1), "a word of its worker", 30);
    const before = await workers();
    await page.evaluate(kill);
    const seen = await until(page, ({ tick, over }) => tick >= 2 || over, "a move", 60);
    assert.deepEqual([seen.over, await workers() > before, errors], [null, true, []]);
    await done();
});

longTest("a mind whose worker dies twice in a turn has failed", async () => {
    const { page, done } = await counted("?size=9&black=mcts:playouts=380000&white=random&seed=5");
    for (let count = 0; count < 2; count += 1) {
        const { over } = await until(page, ({ thinks, over }) => thinks || over, "a search");
        assert.equal(over, null);
        await page.evaluate(() => { globalThis.told.length = 0; });
        await until(page, () => page.evaluate(() => globalThis.told.length > 1), "a word of its worker", 30);
        await page.evaluate(() => globalThis.all.at(-1).terminate());
    }
    await until(page, ({ over }) => over, "the end of its game", 30);
    await done();
});

longTest("a search that is left costs no worker", async () => {
    const { page, errors, workers, done } = await counted("?size=9&black=random&white=mcts:playouts=380000&seed=5");
    for (let count = 0; count < 3; count += 1) {
        const { tick } = await until(page, ({ tick, thinks }) => tick % 2 === 1 && thinks, "a search");
        if (count === 0) await page.waitForTimeout(2000);
        await page.keyboard.press("ArrowLeft", { delay: 100 });
        await until(page, (seen) => seen.tick < tick && !seen.thinks, "the moment before");
        await page.waitForTimeout(600);
        await page.keyboard.press("Space", { delay: 100 });
    }
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    assert.equal(await workers(), Math.min(Math.max(cores - 1, 1), 4));
    assert.deepEqual(errors, []);
    await done();
});

test("a worker that does not answer a stop is replaced, and its mind plays", async () => {
    const { page, errors, workers, done } = await counted("?size=19&black=negamax:time=9&white=random&seed=5");
    await until(page, ({ thinks }) => thinks, "a search");
    await page.waitForTimeout(3000);
    const before = await workers();
    await page.evaluate(() => { globalThis.deaf = true; });
    await page.keyboard.press("Enter", { delay: 100 });
    const seen = await until(page, ({ tick, over }) => tick >= 1 || over, "a move", 30);
    assert.deepEqual([seen.over, await workers(), errors], [null, before + 1, []]);
    await done();
});

longTest("a worker that is asked anew before it has heard a stop is replaced too", async () => {
    const { page, errors, workers, done } = await counted("?size=19&black=random&white=negamax:time=9&seed=5");
    await until(page, ({ tick, thinks }) => tick === 1 && thinks, "a search");
    await page.waitForTimeout(3000);
    const before = await workers();
    await page.evaluate(() => { globalThis.deaf = true; });
    await page.keyboard.press("ArrowLeft");
    await until(page, ({ thinks }) => !thinks, "the moment before", 30);
    await page.keyboard.press("Space");
    for (let count = 0; count < 100 && await workers() === before; count += 1) await page.waitForTimeout(100);
    assert.equal(await workers(), before + 1);
    assert.deepEqual(errors, []);
    await done();
});

longTest("workers that could not be had are tried again after ten seconds", async () => {
    let refuses = true;
    const none = (context) => context.route("**/mind.js", (route) => refuses ? route.abort() : route.continue());
    const { page, done } = await counted("?size=7&black=random&white=mcts:playouts=50&seed=5", none);
    await until(page, ({ over }) => over, "the end of a game without workers");
    const board = (seen) => seen.board.includes("O");
    assert.ok(!board(await look(page)));
    refuses = false;
    await page.waitForTimeout(11_000);
    await page.keyboard.press("ArrowLeft", { delay: 100 });
    await until(page, ({ over, tick }) => !over && tick === 0, "the moment before");
    await page.keyboard.press("Space", { delay: 100 });
    assert.ok(board(await until(page, ({ tick }) => tick >= 2, "a move of the mind")));
    await done();
});

longTest("boards beside each other outlive workers that cannot be had", async () => {
    const none = (context) => context.route("**/mind.js", (route) => route.abort());
    const { page, errors, done } = await counted("?size=7&black=mcts:playouts=100&white=mcts:playouts=100&paused", none);
    await page.keyboard.press("Control+b", { delay: 100 });
    await until(page, ({ window }) => window.open.includes("Boards"), "the boards");
    await page.keyboard.press("Space", { delay: 100 });
    await page.waitForTimeout(2000);
    await page.keyboard.press("Control+b", { delay: 100 });
    await until(page, ({ window, thinks }) => !window.open.includes("Boards") && !thinks, "the game that waited");
    assert.ok(!errors.some((line) => line.includes("panicked")), errors.join("\n"));
    assert.ok(await look(page));
    await done();
});
