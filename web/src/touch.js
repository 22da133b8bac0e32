// Touches as a mouse would say them: a tap or a drag of one finger is the left button, one that rests the right button,
// a pinch is the wheel, a drag of two fingers the middle button.

const LEFT = 0, MIDDLE = 1, RIGHT = 2;
// Pixels that a finger may stray and still rests, and milliseconds that it rests until it is the right button.
const STILL = 8, HOLD = 500;

export function takeTouches(board) {
    const fingers = new Map();
    // What the fingers do: nothing, "waits" (one, and no button is down), "rests" (one that was the right button), "one" or "two";
    // and where their middle was, and how far apart they were.
    let doing = null, last = null, held = null;

    const tell = (type, at, button, buttons) => {
        const facts = {
            pointerId: 1, pointerType: "mouse", isPrimary: true, bubbles: true, cancelable: true,
            clientX: at.x, clientY: at.y, button, buttons,
        };
        // A move is read by the moves that it is made of, and one that a script makes is made of none unless it says so.
        if (type === "pointermove") facts.coalescedEvents = [new PointerEvent(type, facts)];
        board.dispatchEvent(new PointerEvent(type, facts));
    };
    // The program counts the wheel in pixels of the screen.
    const wheel = (at, pixels) => board.dispatchEvent(new WheelEvent("wheel", {
        bubbles: true, cancelable: true, clientX: at.x, clientY: at.y, deltaY: pixels / devicePixelRatio, deltaMode: 0,
    }));
    const hold = () => {
        const [a, b] = [...fingers.values()];
        if (!b) return { at: a, apart: 0 };
        return { at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, apart: Math.hypot(a.x - b.x, a.y - b.y) };
    };
    const press = () => {
        clearTimeout(held);
        doing = "one";
        tell("pointerdown", last.at, LEFT, 1);
    };
    const rest = () => {
        doing = "rests";
        tell("pointerdown", last.at, RIGHT, 2);
        tell("pointerup", last.at, RIGHT, 0);
    };
    const pair = () => {
        doing = "two";
        last = hold();
        tell("pointermove", last.at, -1, 0);
        tell("pointerdown", last.at, MIDDLE, 4);
    };
    /** Ends what is done; `away` where it is to have no effect: it is let go above the page, where nothing is, and a slider keeps its value. */
    const end = (away) => {
        clearTimeout(held);
        if (doing === "waits" && !away) press();
        const at = away && last ? { x: last.at.x, y: -1 } : last?.at;
        if (doing === "one" && away) tell("pointermove", at, -1, 1);
        if (doing === "one") tell("pointerup", at, LEFT, 0);
        if (doing === "two") tell("pointerup", last.at, MIDDLE, 0);
        doing = null;
    };

    const take = (event) => {
        if (event.pointerType !== "touch" || !event.isTrusted) return;
        event.stopImmediatePropagation();
        event.preventDefault();
        const at = { x: event.clientX, y: event.clientY };
        switch (event.type) {
            case "pointerdown": {
                end(true);
                // The first finger on the screen: the end of another has not been told.
                if (event.isPrimary) fingers.clear();
                fingers.set(event.pointerId, at);
                if (fingers.size === 1) {
                    doing = "waits";
                    last = hold();
                    tell("pointermove", at, -1, 0);
                    held = setTimeout(rest, HOLD);
                } else if (fingers.size === 2) {
                    pair();
                }
                // The field that the keyboard of a telephone writes into is left by the program, when nothing is written any more.
                if (document.activeElement?.id !== "egui_text_agent") board.focus();
                break;
            }
            case "pointermove": {
                if (!fingers.has(event.pointerId)) return;
                fingers.set(event.pointerId, at);
                const far = Math.hypot(at.x - last.at.x, at.y - last.at.y);
                // A finger on a menu that it has opened may stray more.
                if (doing === "waits" && far > STILL || doing === "rests" && far > 3 * STILL) press();
                if (doing !== "one" && doing !== "two") return;
                const now = hold();
                tell("pointermove", now.at, -1, doing === "one" ? 1 : 4);
                if (doing === "two" && last.apart > 0 && now.apart > 0) wheel(now.at, 300 * Math.log(last.apart / now.apart));
                last = now;
                break;
            }
            default: {
                if (fingers.delete(event.pointerId)) end(event.type === "pointercancel");
            }
        }
    };
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
        board.addEventListener(type, take, { capture: true, passive: false });
    }
}
