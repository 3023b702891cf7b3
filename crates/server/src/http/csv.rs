//! Tables for spreadsheets (RFC 4180). What a traveller typed must not run there: a cell that a spreadsheet
//! would take for a formula begins with an apostrophe.
//!
//! Not the crate `csv`: it quotes cells, which takes a line here, and knows nothing of formulas.

pub const FILE_TYPE: &str = "text/csv; charset=utf-8";
/// Without it Excel reads names in Devanagari as Latin letters.
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

    /// The lines since the last call, the head and the mark before them at the first.
    #[must_use]
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.0)
    }
}

fn harmless(cell: &str) -> String {
    // Blanks before the sign do not help: spreadsheets pass over them.
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
        let lines = "\"a\",\"b\"\r\n\"'=1+1\",\"a \"\"b\"\",\nc\"\r\n\"'+977 980\",\"' @x\"\r\n\"१\",\"\"\r\n";
        assert_eq!(table.take(), format!("\u{feff}{lines}"));
    }
}
