// Serves the page where there is no network, from the build that was kept when it was shown last.
// Which build is shown, its first file alone says: all others lie in a folder of their own, in the cache of the same name.

// Milliseconds that the network has for the first file before the kept one is shown.
const PATIENCE = 4000;

const { scope } = registration;
const prefix = `stonefield ${scope} `;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

/** The first file of the build that is kept, if one is. */
async function kept() {
    for (const name of await caches.keys()) {
        const first = name.startsWith(prefix) && await (await caches.open(name)).match(scope);
        if (first) return first;
    }
    return null;
}

/** The first file: from the network, so that a new build is shown at once, or else the kept one. */
async function first(request) {
    const late = new Promise((_, refuse) => setTimeout(refuse, PATIENCE));
    const answer = fetch(request, { cache: "no-cache" });
    try {
        const soon = await Promise.race([answer, late]);
        if (soon.ok) return soon;
    } catch {
        // The network is slow or away.
    }
    return await kept() ?? answer;
}

/** A file of a build: the kept one, or else from the network. */
async function file(request, build) {
    const name = prefix + build;
    const found = await caches.has(name) && await (await caches.open(name)).match(request);
    return found || fetch(request);
}

addEventListener("fetch", (event) => {
    const { request } = event;
    const [address] = request.url.split(/[?#]/);
    if (request.method !== "GET" || !address.startsWith(scope)) return;
    const path = address.slice(scope.length);
    const [build, name] = path.split("/");
    if (request.mode === "navigate" && ["", "index.html"].includes(path)) event.respondWith(first(request));
    else if (name) event.respondWith(file(request, build));
});
