// The page in a real browser: a small server of static files, Debian's Chromium, and what the tests share.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** The folder that was built last. */
export const dist = fileURLToPath(new URL("../dist", import.meta.url));
const kinds = {
    ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
    ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json", ".otf": "font/otf",
};

/** Serves the page below a path of its own, as any host of static files would. `host.root` is the folder that it serves; while `host.down`, nobody reaches it;
 * `host.missing` gathers what it was asked for and has not. */
export async function serve(path = "/some/where/") {
    const host = { root: dist, down: false, missing: [] };
    const server = createServer((request, answer) => {
        if (host.down) {
            request.socket.destroy();
            return;
        }
        const { pathname } = new URL(request.url, "http://localhost");
        const name = normalize(pathname.startsWith(path) ? pathname.slice(path.length) : "..");
        const file = join(host.root, name === "." ? "index.html" : name);
        if (name.startsWith("..") || !existsSync(file) || !statSync(file).isFile()) {
            host.missing.push(name);
            answer.writeHead(404).end();
            return;
        }
        answer.writeHead(200, { "Content-Type": kinds[extname(file)] ?? "application/octet-stream", "Content-Length": statSync(file).size });
        createReadStream(file).pipe(answer);
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    return Object.assign(host, { url: `http://127.0.0.1:${server.address().port}${path}`, close: () => server.close() });
}

export const launch = (...more) => chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
        "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic",
        "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", ...more,
    ],
});

/** Opens the page; `errors` gathers whatever its console or the program complains of, and whatever it asks of the network beyond its own files.
 * With `hears` the page gathers in `heard` what it refuses and tells: a line is there for some seconds only, and a slow machine is not drawing by then. */
export async function open(context, url, { settings = "reduced_motion = true\n", drawn = true, hears = false } = {}) {
    const page = await context.newPage();
    const errors = [];
    // The program's own log comes as plain messages that begin with how grave they are.
    page.on("console", (message) => {
        if (/Service Worker registration blocked/.test(message.text())) return;
        if (["error", "warning"].includes(message.type()) || /\b(ERROR|WARN)\b/.test(message.text())) errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(String(error)));
    const home = new URL(".", url).href;
    page.on("request", (request) => { if (!request.url().startsWith(home) && !/^(blob|data):/.test(request.url())) errors.push(`asks for ${request.url()}`); });
    if (settings !== null) {
        await page.addInitScript((text) => {
            if (localStorage.getItem("stonefield:/kept/stonefield.toml") === null) localStorage.setItem("stonefield:/kept/stonefield.toml", text);
        }, settings);
    }
    if (hears) {
        await page.addInitScript(() => {
            globalThis.heard = [];
            let last = [];
            const ask = async () => {
                const seen = JSON.parse(await globalThis.stonefield?.look?.() ?? "null");
                const lines = [seen?.refusal, seen?.notice];
                heard.push(...lines.filter((line, at) => line && line !== last[at]));
                last = lines;
                setTimeout(ask, 100);
            };
            ask();
        });
    }
    await page.goto(url);
    if (drawn) await page.waitForSelector("#loading[hidden]", { state: "attached", timeout: 180_000 });
    return { page, errors };
}

/** Waits until the page, opened with `hears`, has refused or told something in these words. */
export const heard = async (page, words, seconds = 120) => {
    await page.waitForFunction((words) => globalThis.heard.some((line) => line.includes(words)), words, { timeout: seconds * 1000, polling: 100 });
    return page.evaluate(() => globalThis.heard);
};

/** How the board stands. A page that has stopped never answers. */
export const look = async (page) => JSON.parse(await page.evaluate(() => Promise.race([
    globalThis.stonefield.look(),
    new Promise((_, refused) => setTimeout(() => refused(new Error("the page has not answered for a minute")), 60_000)),
])));

/** Waits until the board stands as wanted, and returns how it stands. */
export async function until(page, wanted, what, seconds = 120) {
    const end = Date.now() + seconds * 1000;
    let seen;
    while (Date.now() < end) {
        seen = await look(page);
        if (seen && wanted(seen)) return seen;
        await page.waitForTimeout(50);
    }
    throw new Error(`waited ${seconds} seconds for ${what}; the last look: ${JSON.stringify(seen)}`);
}

/** Presses keys for a file dialog of the browser, which opens it only some seconds after a key: where a slow page was late, its card asks again. */
export async function choose(page, keys) {
    for (let tries = 0; tries < 3; tries += 1) {
        const { window } = await look(page);
        const opened = page.waitForEvent("filechooser", { timeout: 20_000 }).catch(() => null);
        await page.keyboard.press(window.question === null ? keys : "Enter", { delay: 100 });
        const chooser = await opened;
        if (chooser) return chooser;
    }
    throw new Error(`no file dialog; the last look: ${JSON.stringify(await look(page))}`);
}

/** Waits until two looks in a row see the board at the same place. */
export async function still(page) {
    let before = await until(page, ({ view }) => view, "a view of the board");
    return until(page, (seen) => {
        const same = JSON.stringify(seen.view) === JSON.stringify(before.view);
        before = seen;
        return same;
    }, "the board to stand still");
}

/** Where a point is on the page; columns and rows are counted from 0, from the lower left corner of the board. */
export function place({ view: [[left, bottom], [right, top]], board }, column, row) {
    const rows = board.trim().split("\n");
    const columns = rows[0].trim().replace(/\s/g, "").length;
    return { x: left + (right - left) * column / (columns - 1), y: bottom + (top - bottom) * row / (rows.length - 1) };
}

/** How many stones are on the board. */
export const stones = ({ board }) => board.replace(/[^XO]/g, "").length;

/** Clicks on points, one move after the other. */
export async function play(page, ...points) {
    let seen = await until(page, ({ view }) => view, "a view of the board");
    for (const [column, row] of points) {
        const { tick } = seen;
        const { x, y } = place(seen, column, row);
        await page.mouse.click(x, y, { delay: 100 });
        seen = await until(page, (seen) => seen.tick === tick + 1, `a move on ${column}, ${row}`);
    }
    return seen;
}

/** How far two pictures are apart: the mean difference of their channels, of 255. */
export const apart = (page, one, other) => page.evaluate(async ([one, other]) => {
    const pixels = async (text) => {
        const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const drawing = canvas.getContext("2d");
        drawing.drawImage(bitmap, 0, 0);
        return drawing.getImageData(0, 0, bitmap.width, bitmap.height);
    };
    const [a, b] = [await pixels(one), await pixels(other)];
    if (a.width !== b.width || a.height !== b.height) return 255;
    return a.data.reduce((sum, value, at) => sum + Math.abs(value - b.data[at]), 0) / a.data.length;
}, [one.toString("base64"), other.toString("base64")]);

/** Whether all tests are done, as by `web/test`. */
export const long = process.env.STONEFIELD_WEB === "long";

/** A test of the long form only: the short one does the main things within minutes. */
export const longTest = (name, does, options = {}) => test(name, { skip: !long && "only in the long form", ...options }, does);

/** A server and a browser for the tests of a file. */
export function shared() {
    const both = {};
    before(async () => {
        both.server = await serve();
        both.browser = await launch();
        // Most tests are about the page as it comes from the host; `offline.test.mjs` is about the other.
        const newContext = both.browser.newContext.bind(both.browser);
        both.browser.newContext = (options) => newContext({ serviceWorkers: "block", ...options });
    });
    after(async () => {
        await both.browser?.close();
        both.server?.close();
    });
    return both;
}
