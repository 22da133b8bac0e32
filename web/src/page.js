// Starts the page: asks whether anything can be drawn, loads the program, and hands it what it cannot find out by itself.
import init from "./stonefield.js";
import { takeTouches } from "./touch.js";

const element = (id) => document.getElementById(id);

function say(line) {
    element("message").textContent = line;
    element("message").hidden = false;
}

/** A number for this page that no other has, held by a lock of the browser as long as the page lives; and the numbers of the others. */
async function number() {
    const name = (count) => `stonefield-window-${count}`;
    const kept = (count) => {
        try {
            return localStorage.getItem(`stonefield:/kept/state/window-${count}.sgf`) !== null;
        } catch {
            return false;
        }
    };
    const take = (count) => new Promise((taken) => {
        navigator.locks.request(name(count), { ifAvailable: true }, (lock) => {
            taken(lock !== null);
            return lock && new Promise(() => {});
        });
    });
    let own = 1;
    if (!navigator.locks) {
        while (kept(own)) own += 1;
        return { own, living: [] };
    }
    while (kept(own) || !(await take(own))) own += 1;
    const { held } = await navigator.locks.query();
    const living = held.map((lock) => Number(lock.name.split("-").pop())).filter((count) => count !== own);
    return { own, living };
}

/** The code, compiled while it comes in; the bar shows how far it is. */
async function code() {
    const answer = await fetch("stonefield_bg.wasm");
    if (!answer.ok) throw new Error(`the program could not be loaded (${answer.status})`);
    const whole = Number(document.documentElement.dataset.bytes) || Number(answer.headers.get("Content-Length"));
    let come = 0;
    const counted = answer.body.pipeThrough(new TransformStream({
        transform(piece, stream) {
            come += piece.length;
            if (whole) element("bar").value = come / whole;
            stream.enqueue(piece);
        },
    }));
    return WebAssembly.compileStreaming(new Response(counted, { headers: { "Content-Type": "application/wasm" } }));
}

function broken(event) {
    const why = event.error ?? event.reason;
    if (why instanceof WebAssembly.RuntimeError || !globalThis.stonefield?.module) {
        element("loading").hidden = true;
        say("Stonefield has stopped by a fault. A game that was played is kept: load the page again to open it.");
    }
}

async function start() {
    if (!document.createElement("canvas").getContext("webgl2")) {
        element("loading").hidden = true;
        say("Stonefield draws with WebGL2, and this browser has none or has switched it off.");
        return;
    }
    addEventListener("error", broken);
    addEventListener("unhandledrejection", broken);
    takeTouches(element("board"));
    const [page, module] = await Promise.all([number(), code()]);
    globalThis.stonefield = { page, module };
    await init({ module_or_path: module });
    element("board").focus();
}

start();
