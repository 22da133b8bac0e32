//! Conversion of bytes to Unicode. `CA` names the charset, or it is guessed.

use super::problem::{Excerpt, ProblemKind};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use std::borrow::Cow;

/// Length of the file's start in which `CA` is searched, in bytes.
const HEAD_BYTES: usize = 1 << 16;

/// Length of the file's start that the guess of the charset uses, in bytes.
const SAMPLE_BYTES: usize = 1 << 20;

/// Smallest number of non-ASCII bytes that a sample needs before a guessed single-byte charset is trusted.
/// With fewer, the guess is replaced by GBK or Windows-1252.
const MIN_NON_ASCII: usize = 24;

/// Result of decoding.
pub(super) struct Decoded<'a> {
    pub text: Cow<'a, str>,
    /// Charset that was used.
    pub charset: &'static Encoding,
    /// Problem with the charset, if any.
    pub problem: Option<ProblemKind>,
}

/// Decodes the bytes of a file. A byte order mark has priority over `CA`, and `CA` over a guess.
pub(super) fn decode(bytes: &[u8]) -> Decoded<'_> {
    if let Some((charset, mark_length)) = Encoding::for_bom(bytes) {
        return decode_with(charset, &bytes[mark_length..], None);
    }
    match charset_label(bytes) {
        Some(label) => match charset_named(label) {
            Some(charset) => match decode_with(charset, bytes, None) {
                // Some programs convert the file to UTF-8 but do not change `CA`.
                Decoded { problem: Some(_), .. } if std::str::from_utf8(bytes).is_ok() => {
                    decode_with(UTF_8, bytes, Some(ProblemKind::WrongCharset(charset.name())))
                }
                decoded => decoded,
            },
            None => {
                let charset = guess(bytes);
                let label = String::from_utf8_lossy(label);
                decode_with(
                    charset,
                    bytes,
                    Some(ProblemKind::UnknownCharset(Excerpt::new(&label), charset.name())),
                )
            }
        },
        None if std::str::from_utf8(bytes).is_ok() => decode_with(UTF_8, bytes, None),
        None => {
            let charset = guess(bytes);
            // Latin-1 is the default charset of SGF.
            let problem = (charset != WINDOWS_1252).then(|| ProblemKind::GuessedCharset(charset.name()));
            decode_with(charset, bytes, problem)
        }
    }
}

/// Charset with this name. `None` if it is unknown.
///
/// Also returns `None` for charsets that do not contain ASCII, such as UTF-16: `CA` itself would be
/// unreadable in them.
pub(super) fn charset_named(label: &[u8]) -> Option<&'static Encoding> {
    let label = label.trim_ascii();
    let dashed: Vec<u8> = label.iter().map(|&b| if b == b'_' { b'-' } else { b }).collect();
    let charset = Encoding::for_label(label).or_else(|| Encoding::for_label(&dashed));
    let charset = charset.or_else(|| match label.to_ascii_lowercase().as_slice() {
        b"utf8mb4" => Some(UTF_8),
        b"sjis" | b"cp932" | b"ms932" | b"shift-jisx0213" => Some(encoding_rs::SHIFT_JIS),
        b"cp936" | b"gb-18030" | b"gb2312-80" => Some(encoding_rs::GB18030),
        b"cp949" | b"uhc" | b"ks_c_5601" | b"euckr" => Some(encoding_rs::EUC_KR),
        b"cp950" => Some(encoding_rs::BIG5),
        b"eucjp" | b"ujis" => Some(encoding_rs::EUC_JP),
        _ => None,
    })?;
    let contains_ascii = charset.is_ascii_compatible() || charset == encoding_rs::ISO_2022_JP;
    contains_ascii.then_some(charset)
}

/// Decodes the bytes in this charset. Reports `problem`, or else bytes that are invalid in the charset.
fn decode_with<'a>(charset: &'static Encoding, bytes: &'a [u8], problem: Option<ProblemKind>) -> Decoded<'a> {
    let (text, lossy) = charset.decode_without_bom_handling(bytes);
    let problem = problem.or_else(|| lossy.then(|| ProblemKind::NotInCharset(charset.name())));
    Decoded { text, charset, problem }
}

/// Guesses the charset from the bytes alone.
fn guess(bytes: &[u8]) -> &'static Encoding {
    if std::str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    let sample = &bytes[..bytes.len().min(SAMPLE_BYTES)];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(sample, true);
    let likely = detector.guess(None, Utf8Detection::Allow);
    let non_ascii = sample.iter().filter(|b| !b.is_ascii()).count();
    if !likely.is_single_byte() || non_ascii >= MIN_NON_ASCII {
        return likely;
    }
    // A few names are too little text for the detector, so the runs of non-ASCII bytes decide. A Chinese
    // character is usually two such bytes, so all runs have even length. In a single-byte charset most
    // accented letters are single, so some run has odd length.
    let all_pairs = sample.split(u8::is_ascii).all(|run| run.len().is_multiple_of(2));
    if all_pairs && !encoding_rs::GBK.decode_without_bom_handling(sample).1 {
        encoding_rs::GBK
    } else {
        WINDOWS_1252
    }
}

/// Value of `CA` in the first root node.
fn charset_label(bytes: &[u8]) -> Option<&[u8]> {
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    let opens_game = |at: &usize| {
        let mut inside = head[at + 1..].iter().filter(|b| !b.is_ascii_whitespace());
        head[*at] == b'(' && inside.next().is_some_and(|b| *b == b';' || b.is_ascii_uppercase())
    };
    let root = &head[(0..head.len()).find(opens_game)? + 1..];
    // In some charsets the second byte of a character can be a backslash, which the parser takes for an
    // escape. Then the first `CA` that a text search finds is used.
    parse_root_label(root)
        .or_else(|| (std::str::from_utf8(bytes).is_err()).then(|| search_label(root)).flatten())
}

/// Value of `CA`, found by parsing the properties of the root node. `None` if there is no `CA` before the
/// next node.
fn parse_root_label(root: &[u8]) -> Option<&[u8]> {
    let mut at = root.iter().position(|b| !b.is_ascii_whitespace() && *b != b';')?;
    let mut name = &root[..0];
    loop {
        match *root.get(at)? {
            b'[' => {
                let from = at + 1;
                at = from;
                while *root.get(at)? != b']' {
                    at += if root[at] == b'\\' { 2 } else { 1 };
                }
                if name == b"CA" {
                    return Some(&root[from..at]);
                }
                at += 1;
            }
            byte if byte.is_ascii_alphabetic() => {
                let length = root[at..].iter().take_while(|b| b.is_ascii_alphanumeric()).count();
                name = &root[at..at + length];
                at += length;
            }
            b';' | b'(' | b')' => return None,
            _ => at += 1,
        }
    }
}

/// Value of the first `CA`, found by text search.
fn search_label(root: &[u8]) -> Option<&[u8]> {
    let at = root.windows(4).position(|four| {
        &four[1..] == b"CA[" && (four[0].is_ascii_whitespace() || matches!(four[0], b';' | b']'))
    })?;
    let value = &root[at + 4..];
    let end = value.iter().position(|&b| b == b']')?;
    Some(&value[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, SHIFT_JIS};

    #[test]
    fn the_charset_of_ca_is_used() {
        let text = "(;FF[4]CA[x]PB[芝野虎丸]C[黒番中押し勝ち 김 李])";
        for (label, charset, name) in [
            ("Shift_JIS", SHIFT_JIS, "芝野虎丸"),
            ("sjis", SHIFT_JIS, "芝野虎丸"),
            ("EUC-JP", EUC_JP, "芝野虎丸"),
            ("GB18030", GB18030, "申真谞"),
            ("gb2312", GB18030, "柯洁"),
            ("Big5", BIG5, "王元均"),
            ("EUC-KR", EUC_KR, "신진서"),
            ("UTF-8", UTF_8, "신진서 柯洁"),
            ("ISO-8859-1", WINDOWS_1252, "Ævar é"),
        ] {
            let labelled = text.replace("CA[x]", &format!("CA[{label}]"));
            let record = labelled.replace("芝野虎丸", name).replace("黒番中押し勝ち 김 李", "");
            let (bytes, ..) = charset.encode(&record);
            let decoded = decode(&bytes);
            assert_eq!(decoded.text, record, "{label}");
            assert_eq!(decoded.problem, None, "{label}");
        }
    }

    #[test]
    fn without_ca_the_charset_is_guessed() {
        let comment = "黒の勢力は大きいが、白の地も大きい。ここで黒は戦うほかはない。";
        let text = format!("(;FF[3]PB[武宮正樹]C[{comment}])");
        let (bytes, ..) = SHIFT_JIS.encode(&text);
        let decoded = decode(&bytes);
        assert_eq!((decoded.charset, &*decoded.text), (SHIFT_JIS, &*text));
        assert!(matches!(decoded.problem, Some(ProblemKind::GuessedCharset("Shift_JIS"))));
        assert_eq!(decode("(;C[é])".as_bytes()).charset, UTF_8);
        assert_eq!(decode(b"(;PB[G\xfcnter])").text, "(;PB[Günter])");
        assert_eq!(decode(b"(;PW[\xb0\xd7])").text, "(;PW[白])");
        let russian = "(;C[Черные выиграли с большим преимуществом, белые сдались])";
        assert_eq!(decode(&encoding_rs::WINDOWS_1251.encode(russian).0).text, russian);
        assert_eq!(decode(b"(;C[caf\xe9 et th\xe9])").text, "(;C[café et thé])");
        let marked = [b"\xef\xbb\xbf", text.as_bytes()].concat();
        assert_eq!(decode(&marked).text, text);
        let wide: Vec<u8> =
            std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&wide).text, text);
    }

    #[test]
    fn a_wrong_ca_is_reported() {
        let decoded = decode(b"(;CA[klingon]C[a\xff])");
        assert!(matches!(decoded.problem, Some(ProblemKind::UnknownCharset(..))));
        assert!(decode(b"(;CA[UTF-16]C[a])").text.contains("C[a]"));
        assert_eq!(
            decode("(;C[;CA[EUC-JP\\]é])".as_bytes()).text,
            "(;C[;CA[EUC-JP\\]é])",
            "inside a comment"
        );
        let utf8_with_wrong_ca = "(;CA[Shift_JIS]PB[李昌鎬][a])";
        assert_eq!(decode(utf8_with_wrong_ca.as_bytes()).text, utf8_with_wrong_ca);
        assert_eq!(charset_named(b"ISO8859_1"), Some(WINDOWS_1252));
        let broken = decode(b"(;CA[UTF-8]C[\xff])");
        assert_eq!(broken.problem, Some(ProblemKind::NotInCharset("UTF-8")));
    }
}
