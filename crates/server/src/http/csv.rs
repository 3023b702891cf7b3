//! CSV files for spreadsheets (RFC 4180). Text of travellers must not run as a formula: a cell that a spreadsheet would
//! read as one is prefixed with an apostrophe. A negative amount is a number and stays one.
//!
//! Does not use the crate `csv`: quoting takes one line here, and the crate does not neutralise formulas.

pub const FILE_TYPE: &str = "text/csv; charset=utf-8";
/// Byte order mark. Without it, Excel reads Devanagari as Latin letters.
const MARK: &str = "\u{feff}";

pub struct Csv(String);

impl Csv {
    #[must_use]
    pub fn with_head(names: &[&str]) -> Self {
        let mut table = Self(MARK.to_owned());
        table.add(names);
        table
    }

    pub fn add(&mut self, cells: &[impl AsRef<str>]) {
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 {
                self.0.push(',');
            }
            self.0.push('"');
            self.0
                .push_str(&harmless(cell.as_ref()).replace('"', "\"\""));
            self.0.push('"');
        }
        self.0.push_str("\r\n");
    }

    /// The lines since the last call. The first call includes byte order mark and header.
    #[must_use]
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.0)
    }
}

/// For example `-12.50`.
fn is_negative_amount(cell: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    cell.strip_prefix('-')
        .is_some_and(|amount| amount.split('.').count() <= 2 && amount.split('.').all(is_number))
}

fn harmless(cell: &str) -> String {
    if is_negative_amount(cell) {
        return cell.to_owned();
    }
    // Spreadsheets skip blanks before the sign.
    let first = cell
        .trim_start_matches([' ', '\u{feff}', '\u{a0}'])
        .chars()
        .next();
    match first {
        Some('=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '|' | '＝' | '＋' | '－' | '＠') => {
            format!("'{cell}")
        }
        _ => cell.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_and_every_cell_stays_one() {
        let mut table = Csv::with_head(&["a", "b"]);
        table.add(&["=1+1", "a \"b\",\nc"]);
        table.add(&["+977 980", " @x"]);
        table.add(&["१", ""]);
        table.add(&["-12.50", "-1+1"]);
        table.add(&["-", "-1."]);
        let lines = "\"a\",\"b\"\r\n\"'=1+1\",\"a \"\"b\"\",\nc\"\r\n\"'+977 980\",\"' @x\"\r\n\"१\",\"\"\r\n\
                     \"-12.50\",\"'-1+1\"\r\n\"'-\",\"'-1.\"\r\n";
        assert_eq!(table.take(), format!("\u{feff}{lines}"));
    }
}
