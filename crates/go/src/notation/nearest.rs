//! The known name nearest to one that was mistyped.

/// The allowed name most like the given one, if any is like it at all.
///
/// Letter case does not count. Among equally near names the first wins.
pub fn nearest<'a>(given: &str, allowed: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let given = given.to_lowercase();
    allowed
        .map(|name| (strsim::osa_distance(&given, &name.to_lowercase()), name))
        .filter(|(distance, name)| {
            let longer = given.chars().count().max(name.chars().count());
            *distance <= (longer / 2).max(1) && *distance < longer
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// `; nearest: 'name'`, or nothing when no name is near: the end of a line that refuses one.
#[must_use]
pub fn suggestion<'a>(given: &str, allowed: impl Iterator<Item = &'a str>) -> String {
    nearest(given, allowed).map_or_else(String::new, |name| format!("; nearest: '{name}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_finds_its_name() {
        let names = ["random", "sensible", "netlogo", "human"];
        let near = |given| nearest(given, names.into_iter());
        assert_eq!(near("sensibel"), Some("sensible"));
        assert_eq!(near("RANDOM"), Some("random"));
        assert_eq!(near("netlog"), Some("netlogo"));
        assert_eq!(near("qqq"), None);
        assert_eq!(near(""), None);
    }
}
