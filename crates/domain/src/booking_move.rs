//! Moves of a booking to other dates.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::booking::{Booking, BookingStatus};
use crate::booking_snapshot::RouteSnapshot;
use crate::money::Money;
use crate::pricing::Quote;
use crate::schedule;

/// What a booking was before it was moved to other dates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EarlierDates {
    /// When it was moved.
    pub at: DateTime<Utc>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub departure_id: Option<Uuid>,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub route_name: String,
    pub total: Money,
    /// The invoice and its credit note, if the move lowered the price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invoice_number: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credit_note_number: Option<String>,
}

/// Where a move takes a booking.
#[derive(Debug, Clone, PartialEq)]
pub struct NewDates {
    pub departure_id: Option<Uuid>,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    /// The snapshot of another route.
    pub route: Option<RouteSnapshot>,
    /// The price, if it is lower. A move never raises it.
    pub quote: Option<Quote>,
}

impl Booking {
    /// Moves a confirmed booking to other dates. Returns false for one that is not confirmed.
    pub fn change_dates(&mut self, new: &NewDates, now: DateTime<Utc>) -> bool {
        if self.status != BookingStatus::Confirmed {
            return false;
        }
        self.earlier_dates.push(EarlierDates {
            at: now,
            departure_id: self.departure_id,
            start_date: self.start_date,
            end_date: self.end_date,
            route_name: self.route.name.clone(),
            total: self.quote.total,
            invoice_number: None,
            credit_note_number: None,
        });
        let days = (self.start_date, new.start_date);
        self.schedule = schedule::moved(&self.schedule, days, now.date_naive());
        self.departure_id = new.departure_id;
        self.start_date = new.start_date;
        self.end_date = new.end_date;
        if let Some(route) = &new.route {
            self.route = route.clone();
        }
        if let Some(quote) = new.quote.filter(|quote| quote.total < self.quote.total) {
            self.lower_price(quote);
        }
        true
    }

    /// When the customer was last told what is due when: the booking was confirmed or moved to other dates.
    #[must_use]
    pub fn dates_told_at(&self) -> DateTime<Utc> {
        let confirmed = self.payment.paid_at.unwrap_or(self.created_at);
        let moved = self.earlier_dates.last().map(|dates| dates.at);
        moved.map_or(confirmed, |moved| moved.max(confirmed))
    }
}
