//! Content of this crate on systems with files and threads.

mod abandoned;
mod autosave;
mod autosave_place;
mod disk;
mod error;
mod fault;
mod file_lock;
mod fingerprint;
mod folder;
mod lines;
mod lock;
mod network;
mod places;
mod read;
mod replace;
#[cfg(test)]
mod scratch;
mod settings;
mod syncer;
mod temporary;
mod temporary_folder;
mod today;
mod usage;

pub use abandoned::{AbandonedRecord, AutosaveNote, GameFacts};
pub use autosave::{AutosaveFile, abandoned_records, forget};
pub use disk::{exists, folder_of, has_no_name, make_folder, names_in, refuse_link, remove};
pub use error::WriteError;
pub use file_lock::{FileLock, HoldState};
pub use fingerprint::fingerprint;
pub use folder::Folder;
pub use lines::Lines;
pub use network::is_on_network;
pub use places::{state_folder, usual_settings};
pub use read::{MAX_INPUT_BYTES, read_limited, read_plain_limited, read_stream_limited, read_text_limited};
pub use replace::{Draft, replace, replace_named, resolve_links, take_place, write_new};
pub use settings::{
    EntryValue, SettingsError, line_and_column, save_entry, save_settings, save_table, with_entry,
    with_table, with_values,
};
pub use temporary::tidy;
pub use temporary_folder::TemporaryFolder;
pub use today::{today, utc_timestamp};
pub use usage::{Memory, largest_file, process_seconds, thread_seconds};
