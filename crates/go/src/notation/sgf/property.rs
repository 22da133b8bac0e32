//! Known properties and the types of their values.

/// Type of a property's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyKind {
    /// One move: a point, or an empty value for a pass.
    Move,
    /// One or more points with stones to place or remove. `aa:cc` is a rectangle.
    Stones,
    /// One or more points, or an empty value for none. `aa:cc` is a rectangle.
    Points,
    /// Pairs of a point and a text.
    Labels,
    /// Pairs of points.
    PointPairs,
    /// Text of several lines.
    Text,
    /// Text of one line.
    Simple,
    /// A whole number.
    Number,
    /// A decimal number.
    Real,
    /// 1, or 2 for emphasis.
    Double,
    /// `B` or `W`.
    Color,
    /// An empty value. The presence of the property is its meaning.
    None,
    /// A board size: `N` or `W:H`.
    Size,
    /// Any other value. The reader does not change it.
    Other,
}

/// Type of a known property's values. `None` for an unknown property.
// CITE: the property index of SGF FF[4], and the properties of FF[1] and FF[3] that it lists as removed.
#[must_use]
pub fn property_kind(name: &str) -> Option<PropertyKind> {
    Some(match name {
        "B" | "W" => PropertyKind::Move,
        "AB" | "AW" | "AE" => PropertyKind::Stones,
        "TR" | "SQ" | "CR" | "MA" | "SL" | "DD" | "VW" | "TB" | "TW" => PropertyKind::Points,
        "LB" => PropertyKind::Labels,
        "AR" | "LN" => PropertyKind::PointPairs,
        "C" | "GC" => PropertyKind::Text,
        "N" | "AN" | "BR" | "BT" | "CA" | "CP" | "DT" | "EV" | "GN" | "ON" | "OT" | "PB" | "PC" | "PW"
        | "RE" | "RO" | "RU" | "SO" | "US" | "WR" | "WT" => PropertyKind::Simple,
        "FF" | "GM" | "HA" | "MN" | "OB" | "OW" | "ST" | "PM" => PropertyKind::Number,
        "KM" | "TM" | "BL" | "WL" | "V" => PropertyKind::Real,
        "BM" | "TE" | "DM" | "GB" | "GW" | "HO" | "UC" => PropertyKind::Double,
        "PL" => PropertyKind::Color,
        "KO" | "DO" | "IT" => PropertyKind::None,
        "SZ" => PropertyKind::Size,
        // The names from `L` on are of older versions. `modernise` replaces only some of them.
        "AP" | "FG" | "SBKV" | "SBKS" | "L" | "M" | "CH" | "SI" | "BS" | "WS" | "ID" | "SC" | "LT" | "RG"
        | "EL" | "EX" | "TC" | "OM" | "OP" | "OV" | "AS" | "IP" | "IY" | "SE" | "SU" => PropertyKind::Other,
        _ => return None,
    })
}

/// True if a property belongs in the root node.
#[must_use]
pub(super) fn belongs_in_root(name: &str) -> bool {
    matches!(name, "AP" | "CA" | "FF" | "GM" | "ST" | "SZ")
}

/// Short name of a known property that is written with small letters.
///
/// The short name is the capitals of the name (`AddBlack` becomes `AB`). A name without capitals becomes all
/// capitals (`b` becomes `B`). Returns `None` if the result is not a known property, or if the name has no
/// small letters.
pub(super) fn short_name_of(name: &str) -> Option<String> {
    if !name.bytes().any(|b| b.is_ascii_lowercase()) {
        return None;
    }
    let capitals: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
    let all_small = capitals.is_empty();
    let name = if all_small { name.to_ascii_uppercase() } else { capitals };
    property_kind(&name).is_some().then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_long_names_are_known() {
        let short = |name| short_name_of(name).unwrap_or_default();
        assert_eq!([short("AddBlack"), short("GaMe"), short("White"), short("b")], ["AB", "GM", "W", "B"]);
        assert_eq!(short_name_of("AB"), None);
        assert_eq!(short_name_of("KgsX"), None, "an unknown name stays as it is");
    }
}
