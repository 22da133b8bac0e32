//! Autosave in a browser: the record of a page is in the local storage until the page is closed properly.
//!
//! Each page has a number, and holds a browser lock for it while it is open. The script that starts the page
//! takes the lock and sets `stonefield.page = { own, living }`: its own number and those of other open pages.

use super::abandoned::{AbandonedRecord, AutosaveNote, AutosavePlace};
use super::storage::{exists, paths, read_limited, remove, replace};
use super::{WriteError, read_text_limited};
use core::time::Duration;
use js_sys::{Array, Date, Reflect};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// Place in the local storage for the record of a page.
#[derive(Debug)]
pub struct HostPlace(PathBuf);

/// Note with the time when it was written.
#[derive(Serialize, Deserialize)]
struct Noted {
    /// Time in milliseconds since 1970.
    time: f64,
    #[serde(flatten)]
    note: AutosaveNote,
}

/// Value of `stonefield.page` with this name. `None` if the script has not set it.
fn page_value(name: &str) -> Option<wasm_bindgen::JsValue> {
    let get = |from: &wasm_bindgen::JsValue, name: &str| Reflect::get(from, &name.into()).ok();
    let page = get(&get(&js_sys::global().into(), "stonefield")?, "page")?;
    get(&page, name)
}

fn page_number() -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the script sets a u32")]
    page_value("own").and_then(|number| number.as_f64()).map_or(1, |number| number as u32)
}

fn record_of(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("window-{number}.sgf"))
}

impl AutosavePlace for HostPlace {
    /// Fails if a record is stored there already.
    fn claim(folder: &Path) -> Result<Self, WriteError> {
        let path = record_of(folder, page_number());
        if exists(&path) {
            return Err(WriteError::of(&path)(io::Error::other("another game is stored there")));
        }
        Ok(Self(path))
    }

    /// If the record cannot be stored, the old record and note stay. If only the note cannot be stored, the
    /// new record has the old note.
    fn write(&mut self, bytes: &[u8], note: &AutosaveNote) -> Result<(), WriteError> {
        replace(&self.0, bytes).map_err(WriteError::of(&self.0))?;
        self.note(note)
    }

    fn note(&mut self, note: &AutosaveNote) -> Result<(), WriteError> {
        let note_path = self.0.with_extension("note");
        let text = serde_json::to_vec(&Noted { time: Date::now(), note: note.clone() });
        text.map_err(io::Error::from)
            .and_then(|text| replace(&note_path, &text))
            .map_err(WriteError::of(&note_path))
    }

    fn clear(&mut self) {
        remove_record(&self.0);
    }

    fn release(&mut self) {}

    fn abandoned(folder: &Path) -> Vec<AbandonedRecord> {
        let living = page_value("living").map(|living| Array::from(&living)).unwrap_or_default();
        let living: Vec<PathBuf> = living
            .iter()
            .filter_map(|number| number.as_f64())
            .map(|number| folder.join(format!("window-{number}.sgf")))
            .collect();
        let is_abandoned = |path: &PathBuf| {
            path.parent() == Some(folder)
                && path.extension().is_some_and(|end| end == "sgf")
                && !living.contains(path)
                && *path != record_of(folder, page_number())
                && read_limited(path).is_ok()
        };
        paths()
            .into_iter()
            .filter(is_abandoned)
            .map(|path| {
                let text = read_text_limited(&path.with_extension("note")).unwrap_or_default();
                let noted: Option<Noted> = serde_json::from_str(&text).ok();
                let age = noted.as_ref().map(|noted| (Date::now() - noted.time) / 1000.0);
                let age = age.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                let written = noted.as_ref().map(|noted| local_time(noted.time));
                AbandonedRecord {
                    path,
                    note: noted.map(|noted| noted.note).unwrap_or_default(),
                    age,
                    written,
                }
            })
            .collect()
    }

    fn forget(record: &AbandonedRecord) -> Result<(), WriteError> {
        remove_record(&record.path);
        Ok(())
    }
}

fn remove_record(path: &Path) {
    remove(path);
    remove(&path.with_extension("note"));
}

/// Local date and time: `2026-11-26 13:02:15`.
fn local_time(milliseconds: f64) -> String {
    let at = Date::new(&milliseconds.into());
    format!(
        "{}-{:02}-{:02} {:02}:{:02}:{:02}",
        at.get_full_year(),
        at.get_month() + 1,
        at.get_date(),
        at.get_hours(),
        at.get_minutes(),
        at.get_seconds()
    )
}
