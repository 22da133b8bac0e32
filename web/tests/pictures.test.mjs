// The board looks as it did: pictures that are kept, compared with a tolerance. `STONEFIELD_WRITE_PICTURES=1` writes them anew.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { apart, longTest, look, open, shared, until } from "./browser.mjs";

const both = shared();
const folder = new URL("./pictures/", import.meta.url);

/** The mean difference of channels, of 255, that a picture may have. The same machine draws it the same (0 in two runs); one stone less is 0.40, the usual layers off 15. */
const TOLERANCE = 0.3;

for (const [name, viewport, parts] of [
    ["bare", { width: 560, height: 420 }, "?size=9&black=swarm&white=sensible&seed=5&layers=none&quality=low#tick=40"],
    ["layers", { width: 560, height: 420 }, "?size=9&black=swarm&white=sensible&seed=5&quality=low#tick=40"],
    ["narrow", { width: 390, height: 844 }, "?size=9&black=swarm&white=sensible&seed=5&quality=low#tick=40"],
]) {
    (name === "bare" ? longTest : test)(`the board looks as it did: ${name}`, async (t) => {
        const context = await both.browser.newContext({ viewport });
        const { page, errors } = await open(context, both.server.url + parts);
        await until(page, ({ tick, view }) => tick === 40 && view, "tick 40");
        // Where the pointer is the board shows more.
        await page.mouse.move(2, 2);
        let picture, before;
        const end = Date.now() + 60_000;
        do {
            before = picture;
            await page.waitForTimeout(500);
            const { view: [[left, bottom], [right, top]] } = await look(page);
            // The board with its edge, and nothing of the panels.
            const edge = (right - left) / 8 * 0.6;
            picture = await page.screenshot({ clip: { x: left - edge, y: top - edge, width: right - left + 2 * edge, height: bottom - top + 2 * edge } });
        } while ((!before || await apart(page, before, picture) > 0) && Date.now() < end);
        const file = new URL(`${name}.png`, folder);
        if (process.env.STONEFIELD_WRITE_PICTURES === "1" || !existsSync(file)) {
            mkdirSync(folder, { recursive: true });
            writeFileSync(file, picture);
            assert.equal(process.env.STONEFIELD_WRITE_PICTURES, "1", `there was no ${name}.png`);
        }
        const far = await apart(page, readFileSync(file), picture);
        t.diagnostic(`${far} of 255`);
        assert.ok(far <= TOLERANCE, `${name}.png: ${far}`);
        assert.deepEqual(errors, []);
        await context.close();
    });
}
