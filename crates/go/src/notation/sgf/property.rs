//! The properties that are known, and what their values are.

/// What the values of a property are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyKind {
    /// One move of the colour: a point, or nothing for a pass.
    Move,
    /// Stones or empty points, one or more; rectangles of them as `aa:cc`.
    Stones,
    /// Points, one or more or (where nothing stands) none; rectangles as `aa:cc`.
    Points,
    /// Points, each with a text.
    Labels,
    /// Pairs of points.
    Lines,
    /// Text of several lines.
    Text,
    /// Text of one line.
    Simple,
    /// A whole number.
    Number,
    /// A number, perhaps with a fraction.
    Real,
    /// 1, or 2 for emphasis.
    Double,
    /// `B` or `W`.
    Color,
    /// No value: the property alone says it.
    None,
    /// A board size: `N` or `W:H`.
    Size,
    /// Something of several parts that is left as it is.
    Other,
}

/// What a known property holds; `None` for an unknown one.
// CITE: the property index of SGF FF[4], and those of FF[1] and FF[3] that it names as gone.
#[must_use]
pub fn kind(name: &str) -> Option<PropertyKind> {
    Some(match name {
        "B" | "W" => PropertyKind::Move,
        "AB" | "AW" | "AE" => PropertyKind::Stones,
        "TR" | "SQ" | "CR" | "MA" | "SL" | "DD" | "VW" | "TB" | "TW" => PropertyKind::Points,
        "LB" => PropertyKind::Labels,
        "AR" | "LN" => PropertyKind::Lines,
        "C" | "GC" => PropertyKind::Text,
        "N" | "AN" | "BR" | "BT" | "CA" | "CP" | "DT" | "EV" | "GN" | "ON" | "OT" | "PB" | "PC" | "PW"
        | "RE" | "RO" | "RU" | "SO" | "US" | "WR" | "WT" => PropertyKind::Simple,
        "FF" | "GM" | "HA" | "MN" | "OB" | "OW" | "ST" | "PM" => PropertyKind::Number,
        "KM" | "TM" | "BL" | "WL" | "V" => PropertyKind::Real,
        "BM" | "TE" | "DM" | "GB" | "GW" | "HO" | "UC" => PropertyKind::Double,
        "PL" => PropertyKind::Color,
        "KO" | "DO" | "IT" => PropertyKind::None,
        "SZ" => PropertyKind::Size,
        // Those from L on are of older versions: kept as they are, and changed into what replaced them only when asked for.
        "AP" | "FG" | "SBKV" | "SBKS" | "L" | "M" | "CH" | "SI" | "BS" | "WS" | "ID" | "SC" | "LT" | "RG"
        | "EL" | "EX" | "TC" | "OM" | "OP" | "OV" | "AS" | "IP" | "IY" | "SE" | "SU" => PropertyKind::Other,
        _ => return None,
    })
}

/// Whether a known property belongs in the first node of a game.
#[must_use]
pub(super) fn is_of_root(name: &str) -> bool {
    matches!(name, "AP" | "CA" | "FF" | "GM" | "ST" | "SZ")
}

/// The name a property is kept under: of a name with small letters the capitals, or all letters as capitals, if that
/// is a known property; `None` to leave it as it is.
pub(super) fn folded(name: &str) -> Option<String> {
    if !name.bytes().any(|b| b.is_ascii_lowercase()) {
        return None;
    }
    let capitals: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
    let all_small = capitals.is_empty();
    let name = if all_small { name.to_ascii_uppercase() } else { capitals };
    kind(&name).is_some().then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_long_names_are_known() {
        let short = |name| folded(name).unwrap_or_default();
        assert_eq!([short("AddBlack"), short("GaMe"), short("White"), short("b")], ["AB", "GM", "W", "B"]);
        assert_eq!(folded("AB"), None);
        assert_eq!(folded("KgsX"), None, "an unknown name stays as it is");
    }
}
