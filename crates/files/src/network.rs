//! Detection of network file systems.

use std::path::Path;

/// Linux identifiers (`f_type` of `statfs`) of network file systems.
#[cfg(target_os = "linux")]
const NETWORKS: [i64; 12] = [
    0x6969,      // NFS
    0x517b,      // SMB
    0xff53_4d42, // CIFS
    0xfe53_4d42, // SMB2
    0x0bd0_0bd0, // Lustre
    0x4750_4653, // GPFS
    0x1983_0326, // BeeGFS
    0x5346_414f, // AFS
    0x00c3_6400, // Ceph
    0x7375_7245, // Coda
    0x0102_1997, // 9P
    0x6573_5546, // FUSE
];

/// True if the folder of a file is on a network file system, where processes cannot share a memory-mapped
/// file. False if unknown.
#[cfg(target_os = "linux")]
#[must_use]
pub fn is_on_network(path: &Path) -> bool {
    let folder = super::folder_of(path);
    rustix::fs::statfs(folder).is_ok_and(|stat| {
        #[expect(clippy::useless_conversion, reason = "its type depends on the processor")]
        let kind = i64::from(stat.f_type) & 0xffff_ffff;
        NETWORKS.contains(&kind)
    })
}

/// Always false: unknown on this system.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn is_on_network(_: &Path) -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn proc_is_not_on_a_network() {
        assert!(!is_on_network(Path::new("/proc/self")));
    }
}
