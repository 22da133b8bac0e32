//! HTML tables, and the CSS of the report page.

use crate::chart::escaped;

/// Returns a table of texts, which are escaped. Columns of numbers are right-aligned.
pub(super) fn table(heads: &[String], rows: &[Vec<String>], is_number: impl Fn(usize) -> bool) -> String {
    let rows: Vec<Vec<String>> = rows.iter().map(|cells| cells.iter().map(escaped).collect()).collect();
    raw_table(heads, &rows, is_number)
}

/// Returns a table of cells that are HTML. Only the heads are escaped.
pub(super) fn raw_table(heads: &[String], rows: &[Vec<String>], is_number: impl Fn(usize) -> bool) -> String {
    let class = |at: usize| if is_number(at) { " class=\"n\"" } else { "" };
    let row = |name: &str, cells: &[String]| {
        let cells = cells.iter().enumerate();
        let cells: String = cells.map(|(at, cell)| format!("<{name}{}>{cell}</{name}>", class(at))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let body: String = rows.iter().map(|cells| row("td", cells)).collect();
    format!(
        "<div class=\"wide\"><table>\n<thead>{}</thead>\n<tbody>\n{body}</tbody></table></div>\n",
        row("th", &heads.iter().map(escaped).collect::<Vec<_>>())
    )
}

/// Returns a command as HTML.
pub(super) fn command(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

/// CSS of the page and its charts, for light mode, dark mode and print.
// CITE: M. Okabe, K. Ito, "Color universal design" (2008): colours that are distinct for colour-blind people.
// Some are darker in light mode, or lighter in dark mode, for enough contrast to the background.
pub(super) const STYLE: &str = "\
:root{color-scheme:light dark;--ground:#fff;--ink:#1b1b1b;--faint:#5f6368;--rule:#d8dadd;--shade:#f4f5f6;\
--s0:#0072b2;--s1:#c04a00;--s2:#007f5f;--s3:#a3487f;--s4:#b07900;--s5:#2f93cf}
@media (prefers-color-scheme:dark){:root{--ground:#16181b;--ink:#e6e6e6;--faint:#a0a5ab;--rule:#3a3e44;--shade:#202327;\
--s0:#5ab4f0;--s1:#ff8a4c;--s2:#3cc79c;--s3:#e59ac6;--s4:#f0b83c;--s5:#9fd6ff}}
body{background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;\
max-width:62rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.7rem;line-height:1.2}h2{font-size:1.25rem;margin-top:2.5rem}
p.lead,figcaption,.note{color:var(--faint)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem}dt{color:var(--faint)}dd{margin:0}
pre,code{font-family:ui-monospace,'DejaVu Sans Mono',monospace;font-size:.86em}
pre{background:var(--shade);padding:.7rem 1rem;overflow-x:auto}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .7rem;text-align:left;border-bottom:1px solid var(--rule);white-space:nowrap}
th{vertical-align:bottom;font-weight:600;white-space:normal}td.n,th.n{text-align:right}
figure{margin:1.5rem 0}figcaption{font-size:.9rem}figcaption b{color:var(--ink)}
svg{width:100%;height:auto;max-width:50rem;display:block}
svg text{font:12px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;fill:var(--ink)}
svg .faint{fill:var(--faint)}svg .grid{stroke:var(--rule);stroke-width:1}svg .axis{stroke:var(--faint);stroke-width:1}
svg .s0{--c:var(--s0)}svg .s1{--c:var(--s1)}svg .s2{--c:var(--s2)}svg .s3{--c:var(--s3)}svg .s4{--c:var(--s4)}svg .s5{--c:var(--s5)}
svg .line{fill:none;stroke:var(--c);stroke-width:2;stroke-linejoin:round}svg .whisker{stroke:var(--c);stroke-width:1.5}
svg .band{fill:var(--c);fill-opacity:.16;stroke:none}svg .dot{fill:var(--c);stroke:var(--ground);stroke-width:1}
svg text.name{fill:var(--c);font-weight:600;paint-order:stroke;stroke:var(--ground);stroke-width:3px}
@media print{:root{color-scheme:light;--ground:#fff;--ink:#000;--faint:#444;--rule:#bbb;--shade:#f4f5f6;\
--s0:#0072b2;--s1:#c04a00;--s2:#007f5f;--s3:#a3487f;--s4:#b07900;--s5:#2f93cf}\
figure,tr{break-inside:avoid}.wide{overflow:visible}pre{white-space:pre-wrap}\
table{font-size:.62rem}th,td{white-space:normal;padding:.15rem .3rem}td code{font-size:.9em}}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_escaped() {
        let table = table(&["a".to_owned()], &[vec!["<".to_owned()]], |_| true);
        assert!(table.contains("<td class=\"n\">&lt;</td>"));
    }
}
