//! Fingerprints of file contents.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Incremental 64-bit FNV-1a hash.
// CITE: FNV-1a, G. Fowler, L. C. Noll, K.-P. Vo, RFC 9923.
#[derive(Clone, Copy)]
pub(super) struct Fingerprint(u64);

impl Fingerprint {
    pub(super) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    pub(super) const fn value(self) -> u64 {
        self.0
    }

    /// Fingerprint of a file, read in pieces.
    pub(super) fn of_file(path: &Path) -> io::Result<u64> {
        let mut file = File::open(path)?;
        let mut piece = vec![0; 64 * 1024];
        let mut hash = Self::new();
        loop {
            match file.read(&mut piece)? {
                0 => return Ok(hash.value()),
                length => hash.add(&piece[..length]),
            }
        }
    }
}

/// Fingerprint of bytes: their 64-bit FNV-1a hash.
#[must_use]
pub fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hash = Fingerprint::new();
    hash.add(bytes);
    hash.value()
}
