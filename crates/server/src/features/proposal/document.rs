//! The content of a proposal as staff send it. An absent field keeps its value.

use chrono::NaiveDate;
use domain::money::{Currency, Money};
use domain::problem::Problem;
use domain::proposal::{self, ProposalContent};
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;

use super::wire::ProposalDay;
use crate::features::trek::document_terms::{PaymentTermsDocument, read_terms};
use crate::http::day::calendar_day;
use crate::http::extract::null_or_value;

#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposalDocument {
    pub title: Option<String>,
    pub message: Option<String>,
    pub location: Option<String>,
    pub days: Option<Vec<ProposalDay>>,
    /// `yyyy-mm-dd`.
    pub start_date: Option<String>,
    pub guests: Option<u32>,
    pub lines: Option<Vec<ProposalLineDocument>>,
    pub included: Option<Vec<String>>,
    pub not_included: Option<Vec<String>>,
    /// Null: everything is due with the booking.
    #[serde(default, deserialize_with = "null_or_value")]
    pub terms: Option<Option<PaymentTermsDocument>>,
    /// `yyyy-mm-dd`: the last day on which it can be accepted.
    pub valid_until: Option<String>,
}

#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposalLineDocument {
    pub text: String,
    pub quantity: u32,
    /// In major units; negative for a discount.
    #[schema(value_type = f64)]
    pub unit_price: Number,
    /// Whether it is part of the total.
    pub counts: bool,
}

impl ProposalDocument {
    /// The content with this document applied, or what of it cannot be read.
    pub fn apply(self, stored: &ProposalContent) -> Result<ProposalContent, Vec<Problem>> {
        let mut problems = Vec::new();
        let currency = stored.currency;
        let lines = self.lines.map(|lines| {
            let read = |(index, line)| read_line(index, line, currency, &mut problems);
            lines.into_iter().enumerate().map(read).collect()
        });
        let terms = match self.terms {
            None => stored.terms,
            Some(None) => None,
            Some(Some(document)) => match read_terms(&document, "terms", currency) {
                Ok(terms) => Some(terms),
                Err(found) => {
                    problems.extend(found);
                    None
                }
            },
        };
        let mut day = |field: &str, text: Option<String>, kept: NaiveDate| match text {
            None => kept,
            Some(text) => calendar_day(text.trim()).unwrap_or_else(|| {
                problems.push(Problem::new(field, "Please select a date"));
                kept
            }),
        };
        let start_date = day("startDate", self.start_date, stored.start_date);
        let valid_until = day("validUntil", self.valid_until, stored.valid_until);
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(ProposalContent {
            title: line(self.title, &stored.title),
            message: line(self.message, &stored.message),
            location: line(self.location, &stored.location),
            days: match self.days {
                Some(days) => days.into_iter().map(ProposalDay::read).collect(),
                None => stored.days.clone(),
            },
            start_date,
            guests: self.guests.unwrap_or(stored.guests),
            lines: lines.unwrap_or_else(|| stored.lines.clone()),
            included: entries(self.included, &stored.included),
            not_included: entries(self.not_included, &stored.not_included),
            terms,
            valid_until,
            ..stored.clone()
        })
    }
}

fn line(text: Option<String>, kept: &str) -> String {
    text.map_or_else(|| kept.to_owned(), |text| text.trim().to_owned())
}

/// Drops blank entries.
fn entries(texts: Option<Vec<String>>, kept: &[String]) -> Vec<String> {
    let Some(texts) = texts else {
        return kept.to_vec();
    };
    let texts = texts.into_iter().map(|text| text.trim().to_owned());
    texts.filter(|text| !text.is_empty()).collect()
}

fn read_line(
    index: usize,
    line: ProposalLineDocument,
    currency: Currency,
    problems: &mut Vec<Problem>,
) -> proposal::ProposalLine {
    let unit_price = signed_money(&line.unit_price, currency).unwrap_or_else(|message| {
        problems.push(Problem::new(format!("lines[{index}].unitPrice"), message));
        Money::ZERO
    });
    proposal::ProposalLine {
        text: line.text.trim().to_owned(),
        quantity: line.quantity,
        unit_price,
        counts: line.counts,
    }
}

fn signed_money(number: &Number, currency: Currency) -> Result<Money, String> {
    let text = number.to_string();
    let (text, sign) = match text.strip_prefix('-') {
        Some(text) => (text, -1),
        None => (&*text, 1),
    };
    let size = text
        .parse::<Number>()
        .map_err(|error| format!("Amount {error}"))?;
    match Money::from_number(&size, currency) {
        Ok(size) => Ok(Money::from_minor(sign * size.minor())),
        Err(error) => Err(format!("Amount {error}")),
    }
}
