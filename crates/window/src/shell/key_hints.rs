//! Keys in what buttons say of themselves.

use super::keys::{Action, Bindings};
use bevy_egui::egui::{Context, Id, Ui};
use std::sync::Arc;

/// Where a context keeps the keys.
fn id() -> Id {
    Id::new("keys of actions")
}

/// Has the panels of a context name these keys, not the usual ones.
pub fn set_keys(ctx: &Context, keys: &Bindings) {
    let keys = Arc::new(keys.clone());
    ctx.data_mut(|data| data.insert_temp(id(), keys));
}

/// The keys of an action: `?, F1`; empty when it has none.
#[must_use]
pub fn keys(ui: &Ui, action: Action) -> String {
    ui.data(|data| data.get_temp::<Arc<Bindings>>(id())).unwrap_or_default().text(action)
}

/// What a button does, with the keys of the action that does the same: `Pass (P)`.
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
        let told = |set: bool| {
            let keys = set.then(|| bindings.clone());
            let mut window = harness([300.0, 100.0], [const { String::new() }; 3], move |ui, told| {
                keys.iter().for_each(|keys| set_keys(ui.ctx(), keys));
                *told = [Action::Pass, Action::First, Action::Last].map(|action| with_keys(ui, "Go", action));
            });
            window.run();
            window.state().clone()
        };
        assert_eq!(told(false), ["Go (P)", "Go (Home)", "Go (End)"]);
        assert_eq!(told(true), ["Go (F7)", "Go", "Go (End)"]);
    }
}
