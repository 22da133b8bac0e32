// Starts the page: asks whether anything can be drawn, loads the program, and hands it what it cannot find out by itself.

const element = (id) => document.getElementById(id);

/** Where the files of this build are: beside this script. */
const beside = (name) => new URL(name, import.meta.url).href;

function say(line) {
    element("message").textContent = line;
    element("message").hidden = false;
}

/** Whether the page with this number has kept a game. */
function keepsGame(count) {
    try {
        return localStorage.getItem(`stonefield:/kept/state/window-${count}.sgf`) !== null;
    } catch {
        return false;
    }
}

/** A number for this page that no other has, held by a lock of the browser as long as the page lives; and the numbers of the others. */
async function number() {
    const prefix = "stonefield-window-";
    const take = (count) => new Promise((taken, refused) => {
        navigator.locks.request(prefix + count, { ifAvailable: true }, (lock) => {
            taken(lock !== null);
            return lock && new Promise(() => {});
        }).catch(refused);
    });
    let own = 1;
    try {
        while (keepsGame(own) || !(await take(own))) own += 1;
        const { held } = await navigator.locks.query();
        const others = held.map((lock) => lock.name).filter((name) => name.startsWith(prefix));
        return { own, living: others.map((name) => Number(name.slice(prefix.length))).filter((count) => count !== own) };
    } catch {
        // There are no locks: over plain http, or where the browser lets a page keep nothing. Two pages hardly draw the same number.
        do own = crypto.getRandomValues(new Uint32Array(1))[0]; while (keepsGame(own));
        return { own, living: [] };
    }
}

/** Leaves to the browser the keys with which it does more than the program: it loads the page again, and it tells of what is copied, cut and pasted. */
function leaveKeys(event) {
    const command = event.ctrlKey || event.metaKey;
    // A keyboard of another script is known by the places of its keys.
    const letter = /^[ -~]$/.test(event.key) ? event.key.toLowerCase() : event.code.replace(/^Key/, "").toLowerCase();
    if (event.key === "F5" || command && ["c", "r", "v", "x"].includes(letter)) event.preventDefault = () => {};
}

/** Over plain http a page has no clipboard, but may say what is copied while the user does something. */
function giveClipboard() {
    const writeText = (text) => new Promise((done, refused) => {
        const copy = (event) => {
            event.clipboardData.setData("text/plain", text);
            event.preventDefault();
            event.stopImmediatePropagation();
        };
        addEventListener("copy", copy, { capture: true });
        const copied = document.execCommand("copy");
        removeEventListener("copy", copy, { capture: true });
        copied ? done() : refused(new Error("the browser lets this page copy nothing"));
    });
    Object.defineProperty(navigator, "clipboard", { value: { writeText } });
}

/** Tablets that say they are computers have no keyboard either: they say what they are. */
function tellOfTablet() {
    if (navigator.maxTouchPoints < 2) return;
    const named = (name) => Object.defineProperty(navigator, "userAgent", { value: `${navigator.userAgent} ${name}` });
    if (/Macintosh/.test(navigator.userAgent)) named("iPad");
    else if (/X11; Linux/.test(navigator.userAgent) && matchMedia("(pointer: coarse)").matches) named("Android");
}

/** On a telephone or tablet the field that its keyboard writes into hears only text; other keys are heard on the board, but for those that choose
 * what is written. Of the board's own keys the panels would hear Backspace a second time there. */
function passKeys(event) {
    if (!event.isTrusted || event.isComposing || event.keyCode === 229) return;
    const { type, key, code, location, repeat, ctrlKey, shiftKey, altKey, metaKey } = event;
    const passed = ["Enter", "Escape", "Tab", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Delete", "Shift", "Control", "Meta"];
    const typed = event.target.id === "egui_text_agent" && passed.includes(key);
    if (typed || event.target.id === "board" && key === "Backspace") {
        event.preventDefault();
        event.stopImmediatePropagation();
        element("board").dispatchEvent(new KeyboardEvent(type, { key, code, location, repeat, ctrlKey, shiftKey, altKey, metaKey, cancelable: true }));
    }
}

/** What a worker begins with: the page holds the text, so that no mind needs the network later, nor meets another build. */
async function mind() {
    try {
        const answer = await fetch(beside("mind.js"));
        if (answer.ok) return URL.createObjectURL(new Blob([await answer.blob()], { type: "text/javascript" }));
    } catch {
        // It is tried again when a mind needs it.
    }
    return beside("mind.js");
}

/** Calls back when a lock that is held is free: whoever held it has ended, however that came. */
async function whenFree(name, free) {
    try {
        const { held } = await navigator.locks.query();
        if (held.some((lock) => lock.name === name)) await navigator.locks.request(name, free);
    } catch {
        // Without locks nobody hears of it.
    }
}

/** What this build is kept in for times without a network; null where the browser keeps nothing, as over plain http. */
async function shelf() {
    try {
        const { scope } = await navigator.serviceWorker.register("offline.js");
        return { scope, prefix: `stonefield ${scope} `, cache: await caches.open(`stonefield ${scope} ${document.documentElement.dataset.build}`) };
    } catch {
        return null;
    }
}

/** Keeps what a visit without a network needs, the first file last: with it the build is whole, and takes the place of the one before. Resolves to whether it is kept. */
async function keep({ scope, prefix, cache }, program) {
    const { build, files } = document.documentElement.dataset;
    try {
        navigator.locks.request(prefix + build, { mode: "shared" }, () => new Promise(() => {}));
        await program;
        for (const name of files.split(" ").filter((name) => !name.endsWith(".otf"))) await keepFile(cache, name);
        const first = await fetch(scope, { cache: "no-cache" });
        // The host may have another build by now: that one is kept when it is shown.
        if (!first.ok || !(await first.clone().text()).includes(`data-build="${build}"`)) return false;
        await cache.put(scope, first);
        const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== prefix + build);
        for (const name of others) await (await caches.open(name)).delete(scope);
        // A page of another build that is still open may need its font.
        const { held } = await navigator.locks.query();
        for (const name of others) if (!held.some((lock) => lock.name === name)) await caches.delete(name);
        for (const name of files.split(" ").filter((name) => name.endsWith(".otf"))) await keepFile(cache, name);
        return true;
    } catch {
        // There is no room, or the network has gone.
        return false;
    }
}

/** Keeps a file of this build, if it is not kept yet. */
async function keepFile(cache, name) {
    if (!await cache.match(beside(name))) await cache.add(new Request(beside(name), { cache: "force-cache" }));
}

/** The code, compiled while it comes in; the bar shows how far it is. `cache`: where it is kept meanwhile. */
async function code(signal, shelf) {
    const answer = await fetch(beside("stonefield_bg.wasm"), { signal });
    if (!answer.ok) throw new Error(`the program could not be loaded (${answer.status})`);
    const copy = answer.clone();
    const kept = shelf.then(async (shelf) => shelf && !await shelf.cache.match(copy.url) ? shelf.cache.put(copy.url, copy) : copy.body.cancel());
    kept.catch(() => {});
    const whole = Number(document.documentElement.dataset.bytes) || Number(answer.headers.get("Content-Length"));
    let come = 0;
    const counted = answer.body.pipeThrough(new TransformStream({
        transform(piece, stream) {
            come += piece.length;
            if (whole) element("bar").value = come / whole;
            stream.enqueue(piece);
        },
    }));
    const module = await WebAssembly.compileStreaming(new Response(counted, { headers: { "Content-Type": "application/wasm" } }));
    return { module, kept };
}

let runs = false, lost = false;

function broken(event) {
    const why = event.error ?? event.reason;
    if (runs && !lost && why instanceof WebAssembly.RuntimeError) fail("Stonefield has stopped by a fault. A game that was played is kept: load the page again to open it.");
}

/** The name in the session's storage of what brings a game back after the graphics were lost. */
const AGAIN = "stonefield:again";

/** Seconds after which a second loss of the graphics is no consequence of the first. */
const APART = 20;

/** What was left to this load of the page by the one before, which has lost its graphics. */
function again() {
    try {
        const left = JSON.parse(sessionStorage.getItem(AGAIN));
        return left && !left.back ? left : null;
    } catch {
        return null;
    }
}

/** Loads the page again where the browser has taken the graphics away, and has the game come back as it stood. */
async function recover() {
    if (lost) return;
    lost = true;
    const gone = "The browser has taken the graphics away.";
    say(`${gone} The game comes back.`);
    try {
        const before = JSON.parse(sessionStorage.getItem(AGAIN));
        if (before && Date.now() - before.time < APART * 1000) throw new Error("it happens again and again");
        // No page is drawn, and none can keep its game, while nobody sees it.
        while (document.hidden) await new Promise((seen) => addEventListener("visibilitychange", seen, { once: true }));
        const { own } = globalThis.stonefield.page;
        // A program that has broken off over it answers nothing: then the game is as it was kept last.
        const late = new Promise((answer) => setTimeout(answer, 5000, JSON.stringify(keepsGame(own) ? { link: null, running: false, unsaved: true } : null)));
        const left = JSON.parse(await Promise.race([globalThis.stonefield.keep(), late]));
        if (!left) throw new Error("it could not be kept");
        sessionStorage.setItem(AGAIN, JSON.stringify({ ...left, own, time: Date.now() }));
        if (left.link) history.replaceState(null, "", left.link);
        location.reload();
    } catch (error) {
        fail(`${gone} A game that was played is kept where that is possible: load the page again to open it (${error.message ?? error}).`);
    }
}

function fail(line) {
    element("loading").hidden = true;
    say(line);
}

async function start() {
    // It says why no script runs.
    element("late").remove();
    // Browsers stand still while they get ready to draw; the program comes in meanwhile.
    const leave = new AbortController();
    const shelved = shelf();
    const coming = Promise.all([import("./stonefield.js"), import("./touch.js"), number(), code(leave.signal, shelved), mind()]);
    coming.catch(() => {});
    if (!document.createElement("canvas").getContext("webgl2")) {
        leave.abort();
        fail("Stonefield draws with WebGL2, and this browser has none or has switched it off.");
        return;
    }
    element("board").addEventListener("webglcontextlost", recover);
    addEventListener("keydown", leaveKeys, { capture: true });
    // Another link that differs only behind the # would else show nothing new. A game that is left so is offered again, where SGF can hold it.
    addEventListener("hashchange", () => location.reload());
    if (!navigator.clipboard) giveClipboard();
    tellOfTablet();
    if (/Android|iP(hone|ad|od)/.test(navigator.userAgent)) {
        for (const type of ["keydown", "keyup"]) addEventListener(type, passKeys, { capture: true });
    }
    addEventListener("error", broken);
    addEventListener("unhandledrejection", broken);
    const [{ default: init }, { takeTouches }, page, { module, kept: program }, worker] = await coming;
    takeTouches(element("board"));
    const kept = shelved.then((shelf) => shelf !== null && keep(shelf, program));
    const left = again();
    // It comes back once.
    if (left) sessionStorage.setItem(AGAIN, JSON.stringify({ ...left, back: true }));
    globalThis.stonefield = { page: { ...page, again: left }, module, worker, home: beside("."), kept, whenFree };
    runs = true;
    await init({ module_or_path: module });
    element("board").focus();
}

start().catch((error) => {
    if (!element("loading").hidden) fail(`Stonefield could not be started: ${error.message ?? error}. Load the page again.`);
});
