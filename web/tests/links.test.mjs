// Addresses: links of games, and what cannot be had.
import assert from "node:assert/strict";
import { test } from "node:test";
import { heard, longTest, look, open, play, shared, until } from "./browser.mjs";

const both = shared();

const small = { viewport: { width: 500, height: 360 } };

async function opened(parts, options) {
    const context = await both.browser.newContext(small);
    const { page, errors } = await open(context, both.server.url + parts, options);
    return { page, done: async () => { assert.deepEqual(errors, []); await context.close(); } };
}

for (const [game, parts] of [
    ["a long game", "?size=19&black=random&white=sensible&seed=4&layers=none#tick=900"],
    ["a game with quirks and heat that stays, on a board beyond SGF", "?size=60&rules=netlogo-2016&quirks=-eye_taboo&heat-rate=0.3&heat-decay=0.2&seed=4&game=3&layers=none#tick=30"],
    ["a game with limits, on a board beyond SGF", "?size=60&suicide=allowed&stones-each=900&heat-neighbours=4&black=random&white=random&seed=4&layers=none#tick=50"],
]) {
    (game.includes("quirks") ? test : longTest)(`a link of ${game}, opened in another browser, shows the same state`, async () => {
        const { page, done } = await opened(parts);
        const wanted = Number(parts.split("#tick=")[1]);
        const played = await until(page, ({ tick, over, thinks, link }) => (tick === wanted || over) && !thinks && link, "its tick, and a link");
        await done();
        assert.ok(played.link.length <= 8000 && !played.link.includes("record="), played.link.slice(0, 200));
        const { page: other, done: otherDone } = await opened(played.link.slice(both.server.url.length));
        const seen = await until(other, ({ tick }) => tick === played.tick, "the same tick");
        assert.equal(seen.hash, played.hash);
        await otherDone();
    });
}

longTest("a game beside another has no link of its set-up alone", async () => {
    const { page, done } = await opened("?size=9&black=random&white=random&seed=2&layers=none#tick=10");
    await until(page, ({ tick, link }) => tick === 10 && link, "a link");
    await page.keyboard.press("Control+b", { delay: 100 });
    const { link } = await until(page, ({ window }) => window.open.includes("Boards"), "the boards");
    assert.ok(!link, link);
    await done();
});

longTest("a link made on a variation shows that variation", async () => {
    const { page, done } = await opened("?size=9&black=human&white=human&layers=none");
    await play(page, [4, 4], [2, 2], [6, 6]);
    await page.keyboard.press("ArrowLeft", { delay: 100 });
    await until(page, ({ tick }) => tick === 2, "the move before");
    const played = await play(page, [6, 2]);
    await done();
    const { page: other, done: otherDone } = await opened(played.link.slice(both.server.url.length));
    assert.equal((await until(other, ({ tick }) => tick === 3, "its tick")).board, played.board);
    await otherDone();
});

longTest("lists are read with plus signs, with commas, and as a link writes them", async () => {
    const layers = async (parts) => {
        const { page, done } = await opened(parts, { hears: true });
        const { link } = await until(page, ({ link }) => link, "a link");
        assert.deepEqual(await page.evaluate(() => globalThis.heard), []);
        await done();
        return new URL(link).searchParams.get("layers");
    };
    const one = await layers("?size=5&paused&layers=none,links,+atari");
    assert.deepEqual(one.split(",").toSorted(), ["atari", "black", "links", "none", "white"]);
    assert.equal(await layers(`?size=5&paused&layers=${one}`), one);
    assert.equal(await layers("?size=5&paused&layers=none,%2Blinks,atari"), one);
});

longTest("what makes no sense is told in a line, and the usual game plays on", async () => {
    for (const [parts, words] of [
        ["#tick=1e99", "tick"], ["?fill=2", "fill"], ["?size=9&size=13", "size"], ["?layers=nonsense", "nonsense"], ["#record=%ZZ", "record"],
        [`#record=${"(;B[aa]".repeat(250_000)}`, null],
    ]) {
        const { page, done } = await opened(parts, { hears: true });
        if (words) await heard(page, words, 60);
        const { tick } = await until(page, (seen) => seen, "a board");
        if (words) await until(page, (seen) => seen.tick > tick, `play after ${parts.slice(0, 40)}`);
        await done();
    }
});

longTest("another moment in the address of a page is shown, and back leads to the one before", async () => {
    const { page, done } = await opened("?size=9&black=random&white=random&seed=2#tick=10");
    const seen = await until(page, ({ tick }) => tick === 10, "tick 10");
    const loaded = async (does) => {
        await Promise.all([page.waitForEvent("load"), does()]);
        await page.waitForFunction(() => globalThis.stonefield?.look);
    };
    await loaded(() => page.evaluate(() => { location.hash = "tick=20"; }));
    await until(page, ({ tick }) => tick === 20, "tick 20");
    await loaded(() => page.goBack());
    assert.equal((await until(page, ({ tick }) => tick === 10, "tick 10 again")).hash, seen.hash);
    await done();
});

test("names are told as they were typed, and a refusal is whole on a narrow page", async () => {
    for (const [parts, ...words] of [
        ["?size=9&__proto__=1", "no parameter '__proto__'"],
        ["?size=9&size=13", "size is given twice", "'size=9'", "'size=13'"],
        ["?heat_rate=0.1&heat-rate=0.2", "'heat_rate=0.1'", "'heat-rate=0.2'"],
        ["?size=9#size=9", "size is given twice"],
        ["?heat_rate=99", "heat_rate: "],
    ]) {
        const { page, done } = await opened(parts, { hears: true });
        for (const word of words) await heard(page, word, 30);
        await done();
    }
    const context = await both.browser.newContext({ viewport: { width: 390, height: 844 } });
    const { page, errors } = await open(context, `${both.server.url}?__proto__=1`);
    const { refusal, whole } = await until(page, ({ whole }) => whole, "a refusal that is seen whole", 60);
    assert.ok(whole.length > 200 && whole === refusal, whole);
    assert.deepEqual(errors, []);
    await context.close();
});
