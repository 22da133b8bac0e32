// Touches as a mouse would say them: a tap or a drag of one finger is the left button, a pinch is the wheel, a drag of two fingers the middle button.

const LEFT = 0, MIDDLE = 1;

export function takeTouches(board) {
    const fingers = new Map();
    // What the fingers do: nothing, "one" or "two"; and where their middle was, and how far apart they were.
    let doing = null, last = null;

    const tell = (type, at, button, buttons) => board.dispatchEvent(new PointerEvent(type, {
        pointerId: 1, pointerType: "mouse", isPrimary: true, bubbles: true, cancelable: true,
        clientX: at.x, clientY: at.y, button, buttons,
    }));
    const wheel = (at, deltaY) => board.dispatchEvent(new WheelEvent("wheel", {
        bubbles: true, cancelable: true, clientX: at.x, clientY: at.y, deltaY, deltaMode: 0,
    }));
    const hold = () => {
        const [a, b] = [...fingers.values()];
        if (!b) return { at: a, apart: 0 };
        return { at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, apart: Math.hypot(a.x - b.x, a.y - b.y) };
    };
    const end = () => {
        if (doing === "one") tell("pointerup", last.at, LEFT, 0);
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
                // A second finger ends what the first has begun, elsewhere: nothing is played by a pinch.
                if (doing === "one") {
                    tell("pointermove", { x: -1, y: -1 }, -1, 1);
                    last.at = { x: -1, y: -1 };
                }
                end();
                fingers.set(event.pointerId, at);
                last = hold();
                if (fingers.size === 1) {
                    doing = "one";
                    tell("pointermove", at, -1, 0);
                    tell("pointerdown", at, LEFT, 1);
                } else if (fingers.size === 2) {
                    doing = "two";
                    tell("pointermove", last.at, -1, 0);
                    tell("pointerdown", last.at, MIDDLE, 4);
                }
                board.focus();
                break;
            }
            case "pointermove": {
                if (!fingers.has(event.pointerId)) return;
                fingers.set(event.pointerId, at);
                if (!doing) return;
                const now = hold();
                tell("pointermove", now.at, -1, doing === "one" ? 1 : 4);
                if (doing === "two" && last.apart > 0 && now.apart > 0) wheel(now.at, 300 * Math.log(last.apart / now.apart));
                last = now;
                break;
            }
            default: {
                if (!fingers.delete(event.pointerId)) return;
                end();
            }
        }
    };
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
        board.addEventListener(type, take, { capture: true, passive: false });
    }
}
