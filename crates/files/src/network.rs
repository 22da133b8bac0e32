//! Detection of network file systems.

use std::path::Path;

/// Linux identifiers (`f_type` of `statfs`) of network file systems: NFS, SMB, CIFS, SMB2, Lustre, GPFS,
/// BeeGFS, AFS, Ceph, Coda, 9P and FUSE.
#[cfg(target_os = "linux")]
const NETWORKS: [i64; 12] = [
    0x6969,
    0x517b,
    0xff53_4d42,
    0xfe53_4d42,
    0x0bd0_0bd0,
    0x4750_4653,
    0x1983_0326,
    0x5346_414f,
    0x00c3_6400,
    0x7375_7245,
    0x0102_1997,
    0x6573_5546,
];

/// True if the folder of a file is on a network file system, where processes cannot share memory by a file.
/// False if unknown.
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
