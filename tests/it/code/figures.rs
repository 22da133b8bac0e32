//! Checks `docs/figures.csv`: every number that got worse by more than 2 % is explained in its line.

/// Largest growth from the previous line without an explanation, as a ratio.
const ALLOWED: f64 = 1.02;

/// Columns that are not compared.
const APART: [&str; 4] = ["date", "commit", "minutes", "explained"];

/// Lines of the table, in order.
fn lines(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader
        .records()
        .map(|line| line.expect("equally many cells").iter().map(str::to_owned).collect())
        .collect()
}

/// Numbers that grew without an explanation: `COMMIT: NAME`.
fn unexplained(text: &str) -> Vec<String> {
    let lines = lines(text);
    let [names, lines @ ..] = lines.as_slice() else { return vec!["no line".to_owned()] };
    let column = |name: &str| names.iter().position(|it| it == name).expect("a column");
    let (commit, explained) = (column("commit"), column("explained"));
    let mut faults = Vec::new();
    for (at, name) in names.iter().enumerate().filter(|(_, name)| !APART.contains(&name.as_str())) {
        let mut known: Option<f64> = None;
        for line in lines {
            let Ok(figure) = line[at].parse::<f64>() else {
                assert!(line[at].is_empty(), "{}: {name} is '{}'", line[commit], line[at]);
                continue;
            };
            let reasons = line[explained].split(';').filter_map(|part| part.split_once(':'));
            let mut reasons = reasons.map(|(of, why)| (of.trim(), why.trim()));
            let has_reason =
                reasons.any(|(of, why)| !of.is_empty() && name.starts_with(of) && !why.is_empty());
            if known.is_some_and(|known| figure > ALLOWED * known) && !has_reason {
                faults.push(format!("{}: {name}", line[commit]));
            }
            known = Some(figure);
        }
    }
    faults
}

#[test]
fn a_figure_that_got_worse_is_explained() {
    assert_eq!(unexplained(include_str!("../../../docs/figures.csv")), Vec::<String>::new());
}

#[test]
fn a_figure_without_a_reason_is_found() {
    let table = "date,commit,ply,lines go,minutes,explained\n\
        2026-01-01,a,100,10,5,\n2026-01-02,b,102,,9,\n2026-01-03,c,105,11,9,lines: a rule more\n2026-01-04,d,,20,9,ply: 1\n";
    assert_eq!(unexplained(table), ["c: ply", "d: lines go"]);
}
