//! Another X11 program: it offers a text in the clipboard, and drops files.

use std::sync::{Arc, Mutex};
use std::thread::{sleep, spawn};
use std::time::Duration;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Program at the server of a display.
pub(super) struct Selection {
    server: Arc<RustConnection>,
    window: u32,
    /// Text of the clipboard, and address of the dropped file.
    offered: Arc<Mutex<[String; 2]>>,
}

impl Selection {
    /// Connects to the server of a display, and answers requests until the server ends.
    pub(super) fn open(display: &str) -> Self {
        let (server, screen) = x11rb::connect(Some(display)).expect("a display");
        let root = server.setup().roots[screen].root;
        let window = server.generate_id().expect("a number");
        server
            .create_window(
                0,
                window,
                root,
                0,
                0,
                1,
                1,
                0,
                WindowClass::INPUT_ONLY,
                0,
                &CreateWindowAux::new(),
            )
            .expect("a request");
        let (server, offered) = (Arc::new(server), Arc::<Mutex<[String; 2]>>::default());
        let (connection, texts) = (Arc::clone(&server), Arc::clone(&offered));
        spawn(move || {
            while let Ok(event) = connection.wait_for_event() {
                if let Event::SelectionRequest(request) = event {
                    let texts = texts.lock().expect("nobody has panicked").clone();
                    if answer(&connection, &request, &texts).is_none() {
                        break;
                    }
                }
            }
        });
        Self { server, window, offered }
    }

    /// Puts a text into the clipboard.
    pub(super) fn offer(&self, text: &str) {
        self.offered.lock().expect("nobody has panicked")[0] = text.to_owned();
        self.take_selection("CLIPBOARD");
    }

    /// Drops a file on a window.
    pub(super) fn drop_on(&self, window: u32, path: &std::path::Path) {
        self.offered.lock().expect("nobody has panicked")[1] = format!("file://{}\r\n", path.display());
        self.take_selection("XdndSelection");
        let action = atom(&self.server, "XdndActionCopy");
        let list = atom(&self.server, "text/uri-list");
        // The highest byte is the version of the protocol.
        self.send_message(window, "XdndEnter", [5 << 24, list, 0, 0]);
        self.send_message(window, "XdndPosition", [0, (600 << 16) | 300, x11rb::CURRENT_TIME, action]);
        // The window asks for the address before it takes the file.
        sleep(Duration::from_millis(600));
        self.send_message(window, "XdndDrop", [0, x11rb::CURRENT_TIME, 0, 0]);
    }

    fn take_selection(&self, name: &str) {
        let selection = atom(&self.server, name);
        self.server.set_selection_owner(self.window, selection, x11rb::CURRENT_TIME).expect("a request");
        self.server.flush().expect("a display");
    }

    fn send_message(&self, window: u32, what: &str, [a, b, c, d]: [u32; 4]) {
        let kind = atom(&self.server, what);
        let message = ClientMessageEvent::new(32, window, kind, [self.window, a, b, c, d]);
        self.server.send_event(false, window, EventMask::NO_EVENT, message).expect("a request");
        self.server.flush().expect("a display");
    }
}

fn atom(server: &RustConnection, name: &str) -> Atom {
    let cookie = server.intern_atom(false, name.as_bytes()).expect("a request");
    cookie.reply().expect("an atom").atom
}

/// Answers the request of another program; `None` if the server has ended.
fn answer(server: &RustConnection, request: &SelectionRequestEvent, offered: &[String; 2]) -> Option<()> {
    let named = |name: &str| Some(server.intern_atom(false, name.as_bytes()).ok()?.reply().ok()?.atom);
    let [targets, text, list] = [named("TARGETS")?, named("UTF8_STRING")?, named("text/uri-list")?];
    let property = if request.property == 0 { request.target } else { request.property };
    let mode = PropMode::REPLACE;
    let sent = if request.target == targets {
        server
            .change_property32(mode, request.requestor, property, AtomEnum::ATOM, &[targets, text, list])
            .ok()
    } else if request.target == text || request.target == list {
        let bytes = offered[usize::from(request.target == list)].as_bytes();
        server.change_property8(mode, request.requestor, property, request.target, bytes).ok()
    } else {
        None
    };
    let reply = SelectionNotifyEvent {
        response_type: SELECTION_NOTIFY_EVENT,
        sequence: 0,
        time: request.time,
        requestor: request.requestor,
        selection: request.selection,
        target: request.target,
        property: if sent.is_some() { property } else { 0 },
    };
    drop(sent);
    server.send_event(false, request.requestor, EventMask::NO_EVENT, reply).ok()?;
    server.flush().ok()
}
