//! Storage of a page: the browser's local storage, files that the user has opened, and downloads.

use super::{KEPT, MAX_INPUT_BYTES};
use js_sys::{Array, Uint8Array};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, HtmlAnchorElement, Storage, Url};

/// Prefix of this program's keys in the local storage.
const NAME: &str = "stonefield:";

/// Files that the user has opened. `None` for files that are too large.
static OPENED: Mutex<BTreeMap<PathBuf, Option<Vec<u8>>>> = Mutex::new(BTreeMap::new());

fn opened() -> MutexGuard<'static, BTreeMap<PathBuf, Option<Vec<u8>>>> {
    OPENED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stores in memory a file that the user has opened, and returns its path. `bytes`: `None` if too large.
pub fn hold(name: &str, bytes: Option<Vec<u8>>) -> PathBuf {
    let path = PathBuf::from(name.replace(['/', '\\'], "_"));
    opened().insert(path.clone(), bytes);
    path
}

/// Key of a path in the local storage. `None` for paths that are not stored there.
fn key(path: &Path) -> Option<String> {
    path.starts_with(KEPT).then(|| format!("{NAME}{}", path.display()))
}

/// Local storage of this browser.
///
/// # Errors
/// When the browser forbids access.
fn storage() -> io::Result<Storage> {
    let storage = web_sys::window().and_then(|window| window.local_storage().ok().flatten());
    storage.ok_or_else(|| {
        io::Error::new(io::ErrorKind::PermissionDenied, "this browser does not let the page store anything")
    })
}

fn not_found() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "no such file")
}

pub(super) fn too_large() -> io::Error {
    let why = format!("it holds more than {} MB, the size limit", MAX_INPUT_BYTES >> 20);
    io::Error::new(io::ErrorKind::FileTooLarge, why)
}

/// True if a text is stored, or a file was opened, under this path.
#[must_use]
pub fn exists(path: &Path) -> bool {
    match key(path) {
        Some(key) => storage().is_ok_and(|storage| storage.get_item(&key).is_ok_and(|text| text.is_some())),
        None => opened().contains_key(path),
    }
}

/// Reads a stored text or an opened file.
///
/// # Errors
/// When there is no such file, or it is larger than [`MAX_INPUT_BYTES`].
pub fn read_limited(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = match key(path) {
        Some(key) => {
            // Without access to the storage nothing is stored.
            let text = storage().ok().and_then(|storage| storage.get_item(&key).ok().flatten());
            text.ok_or_else(not_found)?.into_bytes()
        }
        None => opened().get(path).ok_or_else(not_found)?.clone().ok_or_else(too_large)?,
    };
    if bytes.len() as u64 > MAX_INPUT_BYTES { Err(too_large()) } else { Ok(bytes) }
}

/// Stores a text in the local storage if the path is below `/kept`. Else starts a download.
///
/// # Errors
/// When the local storage is full or forbidden, the bytes to store are not UTF-8, or the download fails.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let Some(key) = key(path) else { return download(path, bytes) };
    let text = str::from_utf8(bytes).map_err(|_| io::Error::other("only text can be stored"))?;
    storage()?
        .set_item(&key, text)
        .map_err(|_| io::Error::new(io::ErrorKind::StorageFull, "the browser storage of this page is full"))
}

/// Removes a stored text, if there is one.
pub(super) fn remove(path: &Path) {
    if let (Some(key), Ok(storage)) = (key(path), storage()) {
        // If this fails, the record is offered for recovery once more, which does no harm.
        let _ = storage.remove_item(&key);
    }
}

/// Paths of all stored texts.
pub(super) fn paths() -> Vec<PathBuf> {
    let Ok(storage) = storage() else { return Vec::new() };
    let names = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
    names.filter_map(|name| name.strip_prefix(NAME).map(PathBuf::from)).collect()
}

/// Time after which the bytes of a download are freed, in milliseconds.
const DOWNLOAD_TIMEOUT: i32 = 60_000;

/// Starts a download.
fn download(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("stonefield");
    let failed = |error: JsValue| io::Error::other(format!("the browser refused the download ({error:?})"));
    let start = || -> Result<(), JsValue> {
        let blob = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes)))?;
        let url = Url::create_object_url_with_blob(&blob)?;
        let document = web_sys::window().and_then(|window| window.document()).ok_or(JsValue::NULL)?;
        let link: HtmlAnchorElement = document.create_element("a")?.dyn_into()?;
        link.set_href(&url);
        link.set_download(name);
        link.click();
        // Some browsers read the bytes some time after the click, so they are freed later.
        let free = Closure::once_into_js(move || Url::revoke_object_url(&url));
        let window = web_sys::window().ok_or(JsValue::NULL)?;
        window
            .set_timeout_with_callback_and_timeout_and_arguments_0(free.unchecked_ref(), DOWNLOAD_TIMEOUT)?;
        Ok(())
    };
    start().map_err(failed)
}
