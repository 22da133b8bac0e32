//! From bytes to Unicode: what `CA` says, or what the bytes look like.

use super::problem::{Excerpt, ProblemKind};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use std::borrow::Cow;

/// How far into a file its first `CA` is looked for.
const HEAD: usize = 1 << 16;

/// How much of a file the guess at its charset goes by.
const SAMPLE: usize = 1 << 20;

/// Letters beyond ASCII from which on a guess at an alphabet is believed.
const SAMPLE_LETTERS: usize = 24;

/// Text that was bytes.
pub(super) struct Decoded<'a> {
    pub text: Cow<'a, str>,
    /// The charset it was taken to be in.
    pub charset: &'static Encoding,
    /// What was wrong with it.
    pub fault: Option<ProblemKind>,
}

/// Makes text of a file's bytes. A byte order mark goes before `CA`, and `CA` before a guess.
pub(super) fn decode(bytes: &[u8]) -> Decoded<'_> {
    if let Some((charset, mark)) = Encoding::for_bom(bytes) {
        return with(charset, &bytes[mark..], None);
    }
    match said(bytes) {
        Some(label) => match known(label) {
            Some(charset) => match with(charset, bytes, None) {
                // Saved by a program that changed the charset and not what the file says of it.
                Decoded { fault: Some(_), .. } if std::str::from_utf8(bytes).is_ok() => {
                    with(UTF_8, bytes, Some(ProblemKind::Contrary(charset.name())))
                }
                decoded => decoded,
            },
            None => {
                let charset = guess(bytes);
                let label = String::from_utf8_lossy(label);
                with(charset, bytes, Some(ProblemKind::UnknownCharset(Excerpt::new(&label), charset.name())))
            }
        },
        None if std::str::from_utf8(bytes).is_ok() => with(UTF_8, bytes, None),
        None => {
            let charset = guess(bytes);
            // Latin-1 is what a record is in that says nothing.
            let fault = (charset != WINDOWS_1252).then(|| ProblemKind::GuessedCharset(charset.name()));
            with(charset, bytes, fault)
        }
    }
}

/// The charset of a name; none whose letters are not those of ASCII, for then `CA` could not have been read.
pub(super) fn known(label: &[u8]) -> Option<&'static Encoding> {
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
    let ascii = charset.is_ascii_compatible() || charset == encoding_rs::ISO_2022_JP;
    ascii.then_some(charset)
}

fn with<'a>(charset: &'static Encoding, bytes: &'a [u8], fault: Option<ProblemKind>) -> Decoded<'a> {
    let (text, lossy) = charset.decode_without_bom_handling(bytes);
    let fault = fault.or_else(|| lossy.then(|| ProblemKind::NotInCharset(charset.name())));
    Decoded { text, charset, fault }
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    if std::str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(sample, true);
    let likely = detector.guess(None, Utf8Detection::Allow);
    let beyond = sample.iter().filter(|b| !b.is_ascii()).count();
    if !likely.is_single_byte() || beyond >= SAMPLE_LETTERS {
        return likely;
    }
    // A name or two say nothing of an alphabet. Letters with accents stand alone or nearly, and Chinese names in pairs of bytes.
    let pairs = sample.split(u8::is_ascii).all(|run| run.len().is_multiple_of(2));
    if pairs && !encoding_rs::GBK.decode_without_bom_handling(sample).1 {
        encoding_rs::GBK
    } else {
        WINDOWS_1252
    }
}

/// The value of `CA` in the first node.
fn said(bytes: &[u8]) -> Option<&[u8]> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let opens = |at: &usize| {
        let mut inside = head[at + 1..].iter().filter(|b| !b.is_ascii_whitespace());
        head[*at] == b'(' && inside.next().is_some_and(|b| *b == b';' || b.is_ascii_uppercase())
    };
    let root = &head[(0..head.len()).find(opens)? + 1..];
    // In some charsets half a character looks like a backslash and leads this astray: then any CA will do.
    property(root).or_else(|| (std::str::from_utf8(bytes).is_err()).then(|| anywhere(root)).flatten())
}

/// The value of `CA`, going from property to property to the end of the first node.
fn property(root: &[u8]) -> Option<&[u8]> {
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

fn anywhere(root: &[u8]) -> Option<&[u8]> {
    let named = root.windows(4).position(|four| {
        &four[1..] == b"CA[" && (four[0].is_ascii_whitespace() || matches!(four[0], b';' | b']'))
    })?;
    let value = &root[named + 4..];
    let end = value.iter().position(|&b| b == b']')?;
    Some(&value[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, SHIFT_JIS};

    #[test]
    fn what_ca_says_is_believed() {
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
            let said = text.replace("CA[x]", &format!("CA[{label}]"));
            let said = said.replace("芝野虎丸", name).replace("黒番中押し勝ち 김 李", "");
            let (bytes, ..) = charset.encode(&said);
            let read = decode(&bytes);
            assert_eq!(read.text, said, "{label}");
            assert_eq!(read.fault, None, "{label}");
        }
    }

    #[test]
    fn without_ca_the_bytes_are_looked_at() {
        let comment = "黒の勢力は大きいが、白の地も大きい。ここで黒は戦うほかはない。";
        let text = format!("(;FF[3]PB[武宮正樹]C[{comment}])");
        let (bytes, ..) = SHIFT_JIS.encode(&text);
        let read = decode(&bytes);
        assert_eq!((read.charset, &*read.text), (SHIFT_JIS, &*text));
        assert!(matches!(read.fault, Some(ProblemKind::GuessedCharset("Shift_JIS"))));
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
    fn nonsense_in_ca_is_told() {
        let read = decode(b"(;CA[klingon]C[a\xff])");
        assert!(matches!(read.fault, Some(ProblemKind::UnknownCharset(..))));
        assert!(decode(b"(;CA[UTF-16]C[a])").text.contains("C[a]"));
        assert_eq!(
            decode("(;C[;CA[EUC-JP\\]é])".as_bytes()).text,
            "(;C[;CA[EUC-JP\\]é])",
            "inside a comment"
        );
        let contrary = "(;CA[Shift_JIS]PB[李昌鎬][a])";
        assert_eq!(decode(contrary.as_bytes()).text, contrary);
        assert_eq!(known(b"ISO8859_1"), Some(WINDOWS_1252));
        let broken = decode(b"(;CA[UTF-8]C[\xff])");
        assert_eq!(broken.fault, Some(ProblemKind::NotInCharset("UTF-8")));
    }
}
