//! What staff send of a departure, and how it is read: every problem at once (operations §2).

use chrono::NaiveDate;
use domain::booking::end_date;
use domain::departure::{Departure, DepartureTerms};
use domain::money::{Currency, Money};
use domain::problem::Problem;
use domain::trek::{Route, Trek};
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::error::{ApiError, ApiResult};
use crate::http::extract::null_or_value;

pub const INVALID: &str = "Invalid departure. Please check your input.";
const DEFAULT_CUTOFF_DAYS: u32 = 7;

/// The terms that a departure and a series have in common. On update, absent fields keep their values.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermsDocument {
    pub capacity: Option<u32>,
    /// Default: 1.
    pub minimum: Option<u32>,
    /// Null: the price of the route.
    #[serde(
        default,
        deserialize_with = "null_or_value",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<f64>)]
    pub price_per_head: Option<Option<Number>>,
    /// Default: 7.
    pub cutoff_days: Option<u32>,
    /// Null: no reminders. Default: the setting `decide_days` before the start.
    #[serde(
        default,
        deserialize_with = "null_or_value",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<NaiveDate>)]
    pub decide_by: Option<Option<NaiveDate>>,
    pub notes: Option<String>,
}

/// The terms of a departure after they were checked.
pub struct ReadTerms {
    pub terms: DepartureTerms,
    pub price_per_head: Option<Money>,
}

impl TermsDocument {
    /// The terms for a start date. Absent fields are taken from `stored`, or from the defaults.
    pub fn read(
        &self,
        (start_date, end): (NaiveDate, NaiveDate),
        stored: Option<(&Departure, u32)>,
        currency: Currency,
        (today, decide_days): (NaiveDate, u32),
    ) -> Result<ReadTerms, Vec<Problem>> {
        let mut problems = Vec::new();
        let kept = stored.map(|(departure, _)| departure);
        if self.capacity.is_none() && stored.is_none() {
            problems.push(Problem::new("capacity", "Enter the number of seats"));
        }
        let price_per_head = match &self.price_per_head {
            None => kept.and_then(|departure| departure.price_per_head),
            Some(None) => None,
            Some(Some(number)) => match Money::from_number(number, currency) {
                Ok(price) => Some(price),
                Err(error) => {
                    problems.push(Problem::new("pricePerHead", format!("Amount {error}")));
                    None
                }
            },
        };
        let usual = start_date.checked_sub_days(chrono::Days::new(decide_days.into()));
        let notes = match &self.notes {
            Some(notes) => Some(notes.trim().to_owned()).filter(|notes| !notes.is_empty()),
            None => kept.and_then(|departure| departure.notes.clone()),
        };
        let capacity = self.capacity.or(stored.map(|(_, capacity)| capacity));
        let terms = DepartureTerms {
            start_date,
            end_date: end,
            capacity: capacity.unwrap_or(1),
            minimum: self.minimum.or(kept.map(|kept| kept.minimum)).unwrap_or(1),
            cutoff_days: self
                .cutoff_days
                .or(kept.map(|kept| kept.cutoff_days))
                .unwrap_or(DEFAULT_CUTOFF_DAYS),
            decide_by: match (self.decide_by, kept) {
                (Some(day), _) => day,
                (None, Some(kept)) => kept.decide_by,
                (None, None) => usual.filter(|day| *day >= today),
            },
            notes,
        };
        problems.extend(terms.check(today));
        if problems.is_empty() {
            Ok(ReadTerms {
                terms,
                price_per_head,
            })
        } else {
            Err(problems)
        }
    }
}

/// The route of a trek that a departure runs. One that travellers do not see can have departures, too.
pub fn route_of(trek: &Trek, id: Uuid) -> ApiResult<&Route> {
    let route = trek.routes.iter().find(|route| route.id == id);
    route.ok_or_else(|| {
        let problem = Problem::new("routeId", "This route is not part of the trek");
        ApiError::invalid(INVALID, vec![problem])
    })
}

/// The last day of a departure; the route's length unless staff say otherwise.
#[must_use]
pub fn last_day(start: NaiveDate, sent: Option<NaiveDate>, route: &Route) -> NaiveDate {
    sent.unwrap_or_else(|| end_date(start, route.number_of_days))
}
