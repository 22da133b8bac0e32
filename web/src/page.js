// Starts the page: asks whether anything can be drawn, loads the program, and hands it what it cannot find out by itself.

const element = (id) => document.getElementById(id);

function say(line) {
    element("message").textContent = line;
    element("message").hidden = false;
}

/** A number for this page that no other has, held by a lock of the browser as long as the page lives; and the numbers of the others. */
async function number() {
    const prefix = "stonefield-window-";
    const kept = (count) => {
        try {
            return localStorage.getItem(`stonefield:/kept/state/window-${count}.sgf`) !== null;
        } catch {
            return false;
        }
    };
    const take = (count) => new Promise((taken, refused) => {
        navigator.locks.request(prefix + count, { ifAvailable: true }, (lock) => {
            taken(lock !== null);
            return lock && new Promise(() => {});
        }).catch(refused);
    });
    let own = 1;
    try {
        while (kept(own) || !(await take(own))) own += 1;
        const { held } = await navigator.locks.query();
        const others = held.map((lock) => lock.name).filter((name) => name.startsWith(prefix));
        return { own, living: others.map((name) => Number(name.slice(prefix.length))).filter((count) => count !== own) };
    } catch {
        // There are no locks: over plain http, or where the browser lets a page keep nothing. Two pages hardly draw the same number.
        do own = crypto.getRandomValues(new Uint32Array(1))[0]; while (kept(own));
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

/** The code, compiled while it comes in; the bar shows how far it is. */
async function code(signal) {
    const answer = await fetch("stonefield_bg.wasm", { signal });
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

let runs = false;

function broken(event) {
    const why = event.error ?? event.reason;
    if (runs && why instanceof WebAssembly.RuntimeError) fail("Stonefield has stopped by a fault. A game that was played is kept: load the page again to open it.");
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
    const coming = Promise.all([import("./stonefield.js"), import("./touch.js"), number(), code(leave.signal)]);
    coming.catch(() => {});
    if (!document.createElement("canvas").getContext("webgl2")) {
        leave.abort();
        fail("Stonefield draws with WebGL2, and this browser has none or has switched it off.");
        return;
    }
    element("board").addEventListener("webglcontextlost", () => {
        fail("The browser has taken the graphics away. A game that was played is kept: load the page again to open it.");
    });
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
    const [{ default: init }, { takeTouches }, page, module] = await coming;
    takeTouches(element("board"));
    globalThis.stonefield = { page, module };
    runs = true;
    await init({ module_or_path: module });
    element("board").focus();
}

start().catch((error) => {
    if (!element("loading").hidden) fail(`Stonefield could not be started: ${error.message ?? error}. Load the page again.`);
});
