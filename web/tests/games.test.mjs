// The same seed plays the same game: the games of games.json, whose hashes the native program holds too.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { long, open, shared, until } from "./browser.mjs";

const games = JSON.parse(readFileSync(new URL("./games.json", import.meta.url), "utf8"));

const both = shared();

test(`games in the page end as they do natively`, async (t) => {
    const context = await both.browser.newContext({ viewport: { width: 640, height: 480 } });
    // Six of them are enough to hear of a difference soon.
    const played = games.filter((_, at) => long || at % 37 === 0);
    const differ = [];
    for (const { address, tick, hash } of played) {
        const { page, errors } = await open(context, `${both.server.url}${address}#tick=${tick}`);
        const seen = await until(page, (seen) => seen.tick === tick && !seen.thinks, `tick ${tick} of ${address}`, 600);
        if (seen.hash !== hash || !seen.over || errors.length) differ.push({ address, hash, seen: seen.hash, errors });
        await page.close();
    }
    t.diagnostic(`${played.length} games`);
    assert.deepEqual(differ, []);
});
