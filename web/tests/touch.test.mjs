// Fingers on the page: taps, drags, two fingers, and a page as small as a telephone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, longTest, look, open, place, shared, still, stones, until } from "./browser.mjs";

const both = shared();

/** Fingers on the screen of a page: `down` and `move` take where each of them is. */
async function hand(page) {
    const session = await page.context().newCDPSession(page);
    const send = (type) => (...points) => session.send("Input.dispatchTouchEvent", {
        type, touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
    const [down, move, up] = ["touchStart", "touchMove", "touchEnd"].map(send);
    /** Moves all fingers from where they are to where they are to be, in steps. */
    const glide = async (from, to, steps = 6) => {
        for (let step = 1; step <= steps; step += 1) {
            await move(...from.map(([x, y], at) => [x + (to[at][0] - x) * step / steps, y + (to[at][1] - y) * step / steps]));
            // A person's fingers move for longer than a frame takes; a look is a frame.
            await look(page);
        }
    };
    return { down, move, up, glide };
}

const wide = ({ view: [[left], [right]] }) => right - left;
const middle = ({ view: [[left, bottom], [right, top]] }) => [(left + right) / 2, (bottom + top) / 2];

for (const ratio of [1, 2]) (ratio === 1 ? test : longTest)(`two fingers zoom and pan, and play nothing, with ${ratio} pixels to one of the page`, async () => {
    const context = await both.browser.newContext({ viewport: { width: 600, height: 450 }, hasTouch: true, deviceScaleFactor: ratio });
    const { page, errors } = await open(context, `${both.server.url}?size=9&black=human&white=human&layers=none`);
    const first = await still(page);
    const fingers = await hand(page);
    const [x, y] = middle(first);
    // Both come down at once, beside a point, and part to two and a half times the distance.
    await fingers.down([x - 30, y], [x + 30, y]);
    await fingers.glide([[x - 30, y], [x + 30, y]], [[x - 75, y], [x + 75, y]]);
    await until(page, (seen) => wide(seen) > 1.6 * wide(first), "the board to grow", 30);
    const larger = await still(page);
    assert.ok(wide(larger) / wide(first) > 2.1 && wide(larger) / wide(first) < 2.9, `fingers 2.5 times apart, board ${wide(larger) / wide(first)}`);
    await fingers.glide([[x - 75, y], [x + 75, y]], [[x - 25, y + 40], [x + 125, y + 40]]);
    await until(page, (seen) => Math.abs(middle(seen)[0] - middle(larger)[0] - 50) < 12, "the board to follow to the right", 30);
    const moved = await still(page);
    assert.ok(Math.abs(middle(moved)[1] - middle(larger)[1] - 40) < 12, "the board follows downwards");
    await fingers.up([x - 25, y + 40]);
    await fingers.up();
    // A finger that comes when the first drags plays nothing either, and both may come and go within a frame.
    await fingers.down([x, y]);
    await fingers.glide([[x, y]], [[x + 20, y]]);
    await fingers.down([x + 20, y], [x + 4, y + 4]);
    await page.waitForTimeout(400);
    await fingers.up();
    for (const [to_x, to_y] of [[90, 0], [0, -90]]) {
        await Promise.all([fingers.down([x, y]), fingers.move([x + to_x, y + to_y]), fingers.up()]);
    }
    assert.equal(stones(await still(page)), 0, "a late finger, or a quick one, plays");
    // A drag of one finger ends on another point.
    await fingers.down([x, y]);
    await fingers.glide([[x, y]], [[x + 90, y]]);
    await fingers.up();
    const seen = await still(page);
    assert.equal(stones(seen), 0, seen.board);
    await page.touchscreen.tap(x, y);
    const played = await until(page, ({ tick }) => tick > 0, "a stone by a tap", 30);
    assert.deepEqual([played.tick, stones(played)], [1, 1]);
    assert.deepEqual(errors, []);
    await context.close();
});

test("a finger that rests opens the menu of its point, and plays nothing", async () => {
    const context = await both.browser.newContext({ viewport: { width: 600, height: 450 }, hasTouch: true });
    const { page, errors } = await open(context, `${both.server.url}?size=9&black=human&white=human`);
    const { x, y } = place(await still(page), 4, 4);
    const fingers = await hand(page);
    await fingers.down([x, y]);
    await until(page, ({ window }) => window.open.includes("Menu"), "the menu", 30);
    await fingers.up();
    await page.waitForTimeout(300);
    const seen = await look(page);
    assert.deepEqual([seen.tick, seen.window.open], [0, ["Menu"]]);
    // A tap beside it closes it, and the next plays.
    await page.touchscreen.tap(x, y - 60);
    await until(page, ({ window }) => window.open.length === 0, "no menu", 30);
    await page.touchscreen.tap(x, y);
    assert.equal(stones(await until(page, ({ tick }) => tick === 1, "a stone", 30)), 1);
    assert.deepEqual(errors, []);
    await context.close();
});

test("a page as small as a telephone shows the board first, and its cards open and close by taps", async () => {
    const context = await both.browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const { page, errors } = await open(context, `${both.server.url}?size=9&black=human&white=human&seed=1`);
    const seen = await still(page);
    assert.ok(wide(seen) > 390 * 0.55, `the board is ${wide(seen)} wide`);
    const bare = await page.screenshot();
    // The buttons of the rail are one below the other.
    for (const [name, y] of [["Game", 78], ["Minds", 119], ["Looks", 160], ["Facts", 201], ["Lab", 241]]) {
        for (const [how, wanted] of [["opens", (far) => far > 3], ["closes", (far) => far < 1.5]]) {
            await page.touchscreen.tap(20, y);
            let far;
            const end = Date.now() + 30_000;
            do {
                await look(page);
                far = await apart(page, bare, await page.screenshot());
            } while (!wanted(far) && Date.now() < end);
            assert.ok(wanted(far), `${name} ${how} by a tap: ${far}`);
        }
    }
    const { x, y } = place(await still(page), 4, 4);
    await page.touchscreen.tap(x, y);
    assert.equal(stones(await until(page, ({ tick }) => tick === 1, "a move by a tap", 30)), 1);
    // A sheet that is higher than the page scrolls when it is dragged.
    await page.touchscreen.tap(20, 201);
    await page.setViewportSize({ width: 390, height: 480 });
    await still(page);
    await page.waitForTimeout(1000);
    const sheet = { x: 50, y: 290, width: 340, height: 120 };
    const top = await page.screenshot({ clip: sheet });
    const fingers = await hand(page);
    await fingers.down([290, 395]);
    await fingers.glide([[290, 395]], [[290, 290]]);
    await fingers.up();
    await still(page);
    const far = await apart(page, top, await page.screenshot({ clip: sheet }));
    assert.ok(far > 3, `a sheet that is dragged scrolls: ${far}`);
    assert.deepEqual(errors, []);
    await context.close();
});

test("a tap acts on what is drawn under it, however short", async () => {
    const context = await both.browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const { page, errors } = await open(context, `${both.server.url}?size=9&black=human&white=human&seed=1`);
    await still(page);
    const fingers = await hand(page);
    // Down and up within a frame.
    const tap = async (x, y) => {
        await Promise.all([fingers.down([x, y]), fingers.up()]);
        await look(page);
        await look(page);
    };
    for (let count = 0; count < 3; count += 1) {
        await tap(20, 78);
        await until(page, ({ window }) => window.open.length === 1, "the card Game", 30);
        const open = await page.screenshot();
        // The title of the card.
        await tap(200, 565);
        assert.equal((await look(page)).tick, count, "a tap on the card plays");
        await tap(20, 78);
        await until(page, ({ window }) => window.open.length === 0, "no card", 30);
        await page.waitForTimeout(300);
        assert.ok(await apart(page, open, await page.screenshot()) > 3, "the card has been there");
        // The board has the whole room again.
        const at = place(await still(page), 2 + count, 6);
        await tap(at.x, at.y);
        assert.equal((await until(page, ({ tick }) => tick === count + 1, "a stone", 30)).tick, count + 1);
    }
    assert.deepEqual(errors, []);
    await context.close();
});

for (const [device, userAgent] of [
    ["an Android telephone", "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"],
    ["an iPhone", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"],
    ["an iPad that says it is a computer", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15"],
    ["a Linux tablet that says it is a computer", "Mozilla/5.0 (X11; Linux aarch64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"],
]) longTest(`a field for text brings up the keyboard of ${device}`, async () => {
    const context = await both.browser.newContext({ viewport: { width: 600, height: 700 }, hasTouch: true, isMobile: true, userAgent });
    await context.addInitScript(() => { Object.defineProperty(navigator, "maxTouchPoints", { value: 5 }); });
    const { page, errors } = await open(context, `${both.server.url}?size=9&black=human&white=human`);
    await still(page);
    await page.keyboard.press("Control+d", { delay: 100 });
    await page.waitForFunction(() => document.activeElement?.id === "egui_text_agent", null, { timeout: 30_000 });
    await page.keyboard.type("shapes", { delay: 100 });
    await page.keyboard.press("Backspace", { delay: 100 });
    // A tap beside the field ends it: the name is written, and the keyboard goes.
    await page.touchscreen.tap(300, 660);
    await page.waitForFunction(() => document.activeElement?.id === "board", null, { timeout: 30_000 });
    const { link } = await until(page, ({ link }) => link?.includes("shape"), "the name", 30);
    assert.ok(!link.includes("shapes"), link);
    assert.deepEqual(errors, []);
    await context.close();
});
