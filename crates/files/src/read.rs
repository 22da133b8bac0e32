//! Reading of whole inputs up to a size limit. Endless inputs, such as `/dev/zero`, are refused.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Largest input, in bytes: 256 MiB. The largest known record, of a million games, is smaller.
pub const MAX_INPUT_BYTES: u64 = 256 << 20;

/// Reads a file, pipe or device to its end.
///
/// # Errors
/// When it cannot be read, or is larger than [`MAX_INPUT_BYTES`].
pub fn read_limited(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    // A plain file that is too large is refused before any byte is read.
    if file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() > MAX_INPUT_BYTES) {
        return Err(too_large());
    }
    read_stream_limited(file)
}

/// Reads a plain file. Refuses pipes and devices, because reading could block forever.
///
/// # Errors
/// As [`read_limited`], and when it is a pipe or a device.
pub fn read_plain_limited(path: &Path) -> io::Result<Vec<u8>> {
    let metadata = std::fs::metadata(path)?;
    // A folder is passed on: reading it fails with the usual error of the system.
    if metadata.is_file() || metadata.is_dir() {
        return read_limited(path);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a pipe or a device: a plain file is wanted"))
}

/// Reads a plain file as UTF-8 text.
///
/// # Errors
/// As [`read_plain_limited`], and when it is not UTF-8.
pub fn read_text_limited(path: &Path) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text");
    String::from_utf8(read_plain_limited(path)?).map_err(not_text)
}

/// Reads a stream to its end.
///
/// # Errors
/// When it cannot be read, or is longer than [`MAX_INPUT_BYTES`].
pub fn read_stream_limited(stream: impl Read) -> io::Result<Vec<u8>> {
    read_up_to(stream, MAX_INPUT_BYTES)
}

fn read_up_to(stream: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
}

fn too_large() -> io::Error {
    let why = format!("it holds more than {} MB, the size limit", MAX_INPUT_BYTES >> 20);
    io::Error::new(io::ErrorKind::FileTooLarge, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_read_and_one_byte_more_is_refused() {
        let read = |length: u64| read_up_to(io::repeat(b'x').take(length), 1000);
        assert_eq!(read(1000).map(|bytes| bytes.len()).ok(), Some(1000));
        let refusal = read(1001).map_err(|error| (error.kind(), error.to_string()));
        assert!(
            refusal.is_err_and(|(kind, text)| kind == io::ErrorKind::FileTooLarge && text.contains("256 MB"))
        );
        assert!(read_up_to(io::repeat(0), 1000).is_err());
    }

    #[test]
    fn a_large_file_is_refused_before_it_is_read() {
        let path = std::env::temp_dir().join(format!("stonefield-large-{}", std::process::id()));
        let file = File::create(&path).expect("a file for the test");
        file.set_len(MAX_INPUT_BYTES + 1).expect("a sparse file");
        assert_eq!(read_limited(&path).map_err(|error| error.kind()), Err(io::ErrorKind::FileTooLarge));
        std::fs::write(&path, b"(;)").expect("writable");
        assert_eq!(read_plain_limited(&path).ok(), Some(b"(;)".to_vec()));
        std::fs::write(&path, b"\xff").expect("writable");
        assert_eq!(read_text_limited(&path).map_err(|error| error.kind()), Err(io::ErrorKind::InvalidData));
        std::fs::remove_file(&path).expect("removable");
        assert_eq!(read_limited(&path).map_err(|error| error.kind()), Err(io::ErrorKind::NotFound));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_refused() {
        let refusal = read_plain_limited(Path::new("/dev/zero")).map_err(|error| error.to_string());
        assert!(refusal.is_err_and(|text| text.contains("plain file is wanted")));
    }
}
