//! Reports of requests: facts in the log, and lines below the board.

use super::error::RecordRequestError;
use crate::shell::files::Log;
use crate::shell::notices::Notices;
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use serde_json::{Value, json};
use std::path::Path;

/// Notice for the user after a request that succeeded, if any, or the reason of a refusal.
pub(super) type Outcome = Result<Option<String>, RecordRequestError>;

/// Log, if there is one, and line below the board.
#[derive(SystemParam)]
pub struct Reports<'w> {
    log: Option<ResMut<'w, Log>>,
    /// Notices and refusals below the board.
    pub(super) notices: ResMut<'w, Notices>,
}

impl Reports<'_> {
    /// Reports the result of a request in the log and below the board.
    pub(super) fn report(&mut self, fact: &str, file: Option<&Path>, result: Outcome) {
        let mut fact = match &result {
            Ok(_) => json!({ "fact": fact }),
            Err(error) => json!({ "fact": "refused", "reason": error.to_string() }),
        };
        if let (Some(path), true) = (file, result.is_ok()) {
            fact["file"] = json!(path.display().to_string());
        }
        self.log(fact);
        match result {
            Ok(Some(line)) => self.notices.show_notice(line),
            Ok(None) => {}
            Err(error) => self.notices.show_refusal(error.to_string()),
        }
    }

    /// Writes a fact to the log.
    pub(super) fn log(&mut self, fact: Value) {
        if let Some(log) = &mut self.log
            && let Err(error) = log.write(&[fact])
        {
            bevy::log::warn_once!("{error}");
        }
    }
}
