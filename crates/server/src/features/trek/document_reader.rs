//! Reads the fields of a trek document and collects their errors.

use domain::money::{Currency, Money, MoneyError, Percent};
use domain::problem::Problem;
use domain::trek::SoldAs;
use serde_json::Number;

pub(super) struct Reader {
    pub currency: Currency,
    pub absent: Vec<String>,
    pub problems: Vec<Problem>,
}

impl Reader {
    pub(super) fn required<T: Default>(&mut self, field: &str, value: Option<T>) -> T {
        value.unwrap_or_else(|| {
            self.absent.push(field.to_owned());
            T::default()
        })
    }

    pub(super) fn money(&mut self, field: &str, number: &Number) -> Money {
        Money::from_number(number, self.currency).unwrap_or_else(|error| {
            self.problem(field, &money_message(error));
            Money::ZERO
        })
    }

    pub(super) fn percent(&mut self, field: &str, number: &Number) -> Percent {
        Percent::from_number(number).unwrap_or_else(|error| {
            self.problem(field, &format!("{field} {error}"));
            Percent::ZERO
        })
    }

    /// Clamps a number that a later rule checks, so that negative and huge numbers are rejected there.
    pub(super) fn count(number: i64) -> u32 {
        u32::try_from(number.max(0)).unwrap_or(u32::MAX)
    }

    pub(super) fn nights(&mut self, path: &str, nights: i64) -> u32 {
        if nights < 0 {
            let field = format!("{path}.numberOfNights");
            self.problem(&field, "Number of nights must not be negative");
        }
        Self::count(nights)
    }

    pub(super) fn sold_as(&mut self, word: Option<&str>, stored: SoldAs) -> SoldAs {
        match word {
            None => stored,
            Some("private") => SoldAs::Private,
            Some("departures") => SoldAs::Departures,
            Some("both") => SoldAs::Both,
            Some(_) => {
                self.problem("soldAs", "soldAs must be private, departures or both");
                stored
            }
        }
    }

    pub(super) fn problem(&mut self, field: &str, message: &str) {
        self.problems.push(Problem::new(field, message));
    }
}

fn money_message(error: MoneyError) -> String {
    format!("Amount {error}")
}
