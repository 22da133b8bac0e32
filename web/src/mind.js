// Starts a worker in which minds think: another instance of the code that the page has compiled.
import init from "./stonefield.js";

const early = [];

onmessage = async (first) => {
    onmessage = (event) => early.push(event.data);
    // Held as long as the worker lives: the page hears by it of any end, however quiet.
    await new Promise((held) => {
        if (!navigator.locks) return held();
        navigator.locks.request(first.data.life, () => { held(); return new Promise(() => {}); }).catch(held);
    });
    try {
        await init({ module_or_path: first.data.module });
    } catch (error) {
        // Outside a promise, so that the page hears of it.
        setTimeout(() => { throw error; });
        return;
    }
    // The program listens by now.
    for (const data of early) dispatchEvent(new MessageEvent("message", { data }));
};
