//! Validation of a proposal: of every save, and of what must be complete before it is sent.

use chrono::NaiveDate;

use crate::booking::{MAX_NOTES_LENGTH, check_start_date};
use crate::guest::{MAX_GUESTS, MIN_GUESTS};
use crate::itinerary_check::MAX_DAYS;
use crate::problem::{Problem, has_control_character, has_control_character_besides_breaks};
use crate::proposal::{Proposal, ProposalContent};
use crate::trek_check::{MAX_INCLUDED, MAX_PRICE};

const MAX_LINE: usize = 200;
const MAX_LINES: usize = 50;
const MAX_QUANTITY: u32 = 1_000;

impl Proposal {
    /// All broken rules. `today` is the date in the agency's time zone.
    #[must_use]
    pub fn check(&self, today: NaiveDate) -> Vec<Problem> {
        let mut found = self.content.check(today);
        // The terms follow the rules of those of a trek.
        let terms = self.private_trek(self.updated_at).check();
        found.extend(terms.into_iter().filter_map(|problem| {
            let field = problem.field.strip_prefix("paymentDetails.terms")?;
            Some(Problem::new(format!("terms{field}"), problem.message))
        }));
        found
    }
}

impl ProposalContent {
    fn check(&self, today: NaiveDate) -> Vec<Problem> {
        let mut found = Vec::new();
        found.extend(line("title", "Title", &self.title));
        found.extend(line("location", "Location", &self.location));
        found.extend(text("message", "Message", &self.message));
        found.extend(
            check_start_date(self.start_date, today).map(|problem| Problem {
                field: "startDate".to_owned(),
                ..problem
            }),
        );
        if !(MIN_GUESTS..=MAX_GUESTS).contains(&self.guests) {
            found.push(Problem::new("guests", "Guests must be between 1 and 100"));
        }
        if self.days.len() > MAX_DAYS as usize {
            found.push(Problem::new("days", "A proposal has at most 60 days"));
        }
        for (index, day) in self.days.iter().enumerate() {
            let field = |name: &str| format!("days[{index}].{name}");
            found.extend(line(&field("from"), "From", &day.from));
            found.extend(line(&field("to"), "To", &day.to));
            found.extend(line(&field("lodging"), "Lodging", &day.lodging));
            found.extend(text(&field("description"), "Description", &day.description));
        }
        found.extend(self.check_lines());
        for (name, texts) in [
            ("included", &self.included),
            ("notIncluded", &self.not_included),
        ] {
            if texts.len() > MAX_INCLUDED {
                found.push(Problem::new(
                    name,
                    format!("At most {MAX_INCLUDED} entries"),
                ));
            }
            for (index, one) in texts.iter().enumerate() {
                found.extend(line(&format!("{name}[{index}]"), "The entry", one));
            }
        }
        found
    }

    fn check_lines(&self) -> Vec<Problem> {
        let mut found = Vec::new();
        if self.lines.len() > MAX_LINES {
            let message = format!("A proposal has at most {MAX_LINES} lines");
            found.push(Problem::new("lines", message));
        }
        for (index, one) in self.lines.iter().enumerate() {
            let field = |name: &str| format!("lines[{index}].{name}");
            found.extend(line(&field("text"), "Text", &one.text));
            if !(1..=MAX_QUANTITY).contains(&one.quantity) {
                let message = format!("Quantity must be between 1 and {MAX_QUANTITY}");
                found.push(Problem::new(field("quantity"), message));
            }
            if one.unit_price.minor().abs() > MAX_PRICE.minor() {
                found.push(Problem::new(field("unitPrice"), "Amount is too large"));
            }
        }
        if self.total().is_none() {
            found.push(Problem::new("lines", "The total is too large"));
        }
        found
    }

    /// What is missing before it can be sent. `today` is the date in the agency's time zone.
    #[must_use]
    pub fn check_ready(&self, today: NaiveDate) -> Vec<Problem> {
        let mut found = Vec::new();
        if self.title.is_empty() {
            found.push(Problem::new("title", "Title is required"));
        }
        if self.days.is_empty() {
            found.push(Problem::new("days", "Add at least one day"));
        }
        for (index, day) in self.days.iter().enumerate() {
            if day.to.is_empty() {
                let field = format!("days[{index}].to");
                found.push(Problem::new(field, "Say where the day ends"));
            }
        }
        for (index, one) in self.lines.iter().enumerate() {
            if one.text.is_empty() {
                let field = format!("lines[{index}].text");
                found.push(Problem::new(field, "Describe the line"));
            }
        }
        let total = self.total().unwrap_or_default();
        if total.minor() <= 0 || total < self.currency.provider_minimum() {
            let message = "The lines that count must add up to an amount that can be paid";
            found.push(Problem::new("lines", message));
        }
        let message = if self.valid_until < today {
            Some("The end of validity has passed")
        } else if self.valid_until > self.start_date {
            Some("The end of validity must not be after the start")
        } else {
            None
        };
        found.extend(message.map(|message| Problem::new("validUntil", message)));
        found
    }
}

fn line(field: &str, name: &str, text: &str) -> Option<Problem> {
    let message = if text.chars().count() > MAX_LINE {
        format!("{name} must be at most {MAX_LINE} characters")
    } else if has_control_character(text) {
        format!("{name} has characters that cannot be used")
    } else {
        return None;
    };
    Some(Problem::new(field, message))
}

fn text(field: &str, name: &str, text: &str) -> Option<Problem> {
    let message = if text.chars().count() > MAX_NOTES_LENGTH {
        format!("{name} must be at most {MAX_NOTES_LENGTH} characters")
    } else if has_control_character_besides_breaks(text) {
        format!("{name} has characters that cannot be used")
    } else {
        return None;
    };
    Some(Problem::new(field, message))
}
