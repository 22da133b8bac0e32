//! Suggestion of a known name for a mistyped one.

/// The allowed name with the smallest edit distance to the given name. Of equally near names, the first.
///
/// Letter case is ignored. A name is too far if its distance exceeds half the length of the longer of both
/// names (at least 1), or equals that length. Returns `None` if all allowed names are too far.
pub fn nearest<'a>(given: &str, allowed: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let given = given.to_lowercase();
    allowed
        .map(|name| (strsim::osa_distance(&given, &name.to_lowercase()), name))
        .filter(|(distance, name)| {
            let longer_length = given.chars().count().max(name.chars().count());
            *distance <= (longer_length / 2).max(1) && *distance < longer_length
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Ending for an error message about an unknown name: `; nearest: 'name'`. Empty if no name is near.
#[must_use]
pub fn suggestion<'a>(given: &str, allowed: impl Iterator<Item = &'a str>) -> String {
    nearest(given, allowed).map_or_else(String::new, |name| format!("; nearest: '{name}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typing_error_finds_the_intended_name() {
        let names = ["random", "sensible", "netlogo", "human"];
        let near = |given| nearest(given, names.into_iter());
        assert_eq!(near("sensibel"), Some("sensible"));
        assert_eq!(near("RANDOM"), Some("random"));
        assert_eq!(near("netlog"), Some("netlogo"));
        assert_eq!(near("qqq"), None);
        assert_eq!(near(""), None);
    }
}
