//! What staff ask to change of a booking.

use chrono::NaiveDate;
use domain::booking::Booking;
use domain::guest::{BookingFlow, Party};
use domain::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::booking::request::AskedGuests;
use crate::features::departure::on_sale::NOT_FOUND;
use crate::http::day::day;
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;

pub const INVALID: &str = "Invalid change. Please check your input.";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ChangeMoneyBack)]
pub enum MoneyBack {
    #[default]
    Refund,
    /// Kept as a travel credit.
    Credit,
}

/// What is absent stays as it is.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeRequest {
    /// The version that was shown. If another one is stored, the change is refused.
    pub version: i64,
    /// All guests of the booking: other names, and fewer or more guests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guest_details: Option<AskedGuests>,
    /// `yyyy-mm-dd`. Without a departure, the party walks by itself from this day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub route_id: Option<String>,
    /// The group departure whose seats the booking gets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub departure_id: Option<String>,
    /// The new price that was shown, in major units. Required to change the booking.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    pub expected_total: Option<Number>,
    /// What happens to the amount by which the price becomes lower, as far as it was paid. Absent: it is refunded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub money_back: Option<MoneyBack>,
}

/// A request with valid structure.
pub struct Wanted {
    pub party: Option<Party>,
    pub start_date: Option<NaiveDate>,
    pub route_id: Option<Uuid>,
    pub departure_id: Option<Uuid>,
}

impl ChangeRequest {
    #[must_use]
    pub fn money_back(&self) -> MoneyBack {
        self.money_back.unwrap_or_default()
    }

    pub fn read(&self, app: &App) -> ApiResult<Wanted> {
        let mut problems = Vec::new();
        let party = self.guest_details.as_ref().map(|guests| {
            let party = guests.read(&mut problems);
            problems.extend(party.check(BookingFlow::Current));
            party
        });
        let start_date = self.start_date.as_deref().and_then(|text| {
            let start = day(text, app.config.timezone);
            if start.is_none() {
                problems.push(Problem::new("startDate", "Please select a date"));
            }
            start
        });
        let mut id = |text: Option<&str>, field, message| {
            let id = text.map(|text| Uuid::parse_str(text.trim()));
            if matches!(id, Some(Err(_))) {
                problems.push(Problem::new(field, message));
            }
            id.and_then(Result::ok)
        };
        let route_id = id(self.route_id.as_deref(), "routeId", "Route not found.");
        let departure_id = id(self.departure_id.as_deref(), "departureId", NOT_FOUND);
        if !problems.is_empty() {
            return Err(ApiError::invalid(INVALID, problems));
        }
        Ok(Wanted {
            party,
            start_date,
            route_id,
            departure_id,
        })
    }
}

impl Wanted {
    /// Whether only names and data of the guests change, which needs no price.
    #[must_use]
    pub fn is_names_alone(&self, booking: &Booking) -> bool {
        let party = self.party.as_ref();
        party.is_none_or(|party| party.size() == booking.party.size())
            && self
                .start_date
                .is_none_or(|start| start == booking.start_date && booking.departure_id.is_none())
            && self.route_id.is_none_or(|id| id == booking.route.id)
            && self
                .departure_id
                .is_none_or(|id| Some(id) == booking.departure_id)
    }
}
