//! Key hints: the keys of actions in the tooltips of buttons.

use super::keys::{Action, Bindings};
use bevy_egui::egui::{Context, Id, Ui};
use std::sync::Arc;

/// Key of the bindings in the memory of a context.
fn id() -> Id {
    Id::new("keys of actions")
}

/// Sets the bindings that [`keys`] reads. Before the first call the defaults apply.
pub fn set_keys(ctx: &Context, keys: &Bindings) {
    let keys = Arc::new(keys.clone());
    ctx.data_mut(|data| data.insert_temp(id(), keys));
}

/// Returns the keys of an action, for example `?, F1`. Empty if it has none.
#[must_use]
pub fn keys(ui: &Ui, action: Action) -> String {
    ui.data(|data| data.get_temp::<Arc<Bindings>>(id())).unwrap_or_default().text(action)
}

/// Returns `about` with the keys of an action, for example `Pass (P)`.
#[must_use]
pub fn with_keys(ui: &Ui, about: &str, action: Action) -> String {
    let keys = keys(ui, action);
    if keys.is_empty() { about.to_owned() } else { format!("{about} ({keys})") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::keys::ACTIONS;
    use crate::testing::harness;

    #[test]
    fn buttons_name_the_keys_that_are_bound() {
        let mut bindings = Bindings::default();
        let place = |action| ACTIONS.iter().position(|info| info.action == action).expect("listed");
        bindings.rebind(place(Action::Pass), vec!["F7".parse().expect("a key")]);
        bindings.rebind(place(Action::First), Vec::new());
        let hints = |set: bool| {
            let keys = set.then(|| bindings.clone());
            let mut window = harness([300.0, 100.0], [const { String::new() }; 3], move |ui, hints| {
                keys.iter().for_each(|keys| set_keys(ui.ctx(), keys));
                *hints =
                    [Action::Pass, Action::First, Action::Last].map(|action| with_keys(ui, "Go", action));
            });
            window.run();
            window.state().clone()
        };
        assert_eq!(hints(false), ["Go (P)", "Go (Home)", "Go (End)"]);
        assert_eq!(hints(true), ["Go (F7)", "Go", "Go (End)"]);
    }
}
