//! Moves of a booking to other dates, and changes by staff.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::booking::{Booking, BookingStatus};
use crate::booking_snapshot::RouteSnapshot;
use crate::guest::Party;
use crate::money::Money;
use crate::pricing::Quote;
use crate::schedule::{self, Installment};

/// What a booking was before it was moved to other dates or changed.
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
    /// The number of guests. `None`: the departure was moved, which keeps the party.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guests: Option<u32>,
    /// The invoice and its credit note, if the price became another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invoice_number: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credit_note_number: Option<String>,
}

/// A booking as staff change it.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedOrder {
    pub departure_id: Option<Uuid>,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub route: RouteSnapshot,
    pub party: Party,
    pub quote: Quote,
    /// When the amount by which the price rises is due. `None`: on arrival.
    pub due_on: Option<NaiveDate>,
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
    /// The numbers of its invoices. Each one was replaced by the next.
    pub fn invoice_numbers(&self) -> impl Iterator<Item = &str> {
        let replaced = self.earlier_dates.iter();
        let replaced = replaced.filter_map(|earlier| earlier.invoice_number.as_deref());
        replaced.chain(self.invoice_number.as_deref())
    }

    /// The number of the credit note for one of its invoices.
    #[must_use]
    pub fn credit_note_of(&self, invoice_number: &str) -> Option<&str> {
        if self.invoice_number.as_deref() == Some(invoice_number) {
            return self.credit_note_number.as_deref();
        }
        self.earlier_dates
            .iter()
            .find(|earlier| earlier.invoice_number.as_deref() == Some(invoice_number))
            .and_then(|earlier| earlier.credit_note_number.as_deref())
    }

    /// Moves a confirmed booking to other dates. Returns false for one that is not confirmed.
    pub fn change_dates(
        &mut self,
        new: &NewDates,
        (now, today): (DateTime<Utc>, NaiveDate),
    ) -> bool {
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
            guests: None,
            invoice_number: None,
            credit_note_number: None,
        });
        let days = (self.start_date, new.start_date);
        self.schedule = schedule::moved(&self.schedule, days, today);
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

    /// Whether a change concerns more than the guests' names and data.
    #[must_use]
    pub fn is_other_order(&self, new: &ChangedOrder) -> bool {
        (self.departure_id, self.start_date, self.end_date)
            != (new.departure_id, new.start_date, new.end_date)
            || self.route != new.route
            || self.party.size() != new.party.size()
            || self.quote != new.quote
    }

    /// Changes a booking as staff decided. `back` is the part of the amount paid that is given back because the price is
    /// lower. Returns false if the status of the booking does not permit it: before its payment, only the guests change.
    pub fn change_order(
        &mut self,
        new: &ChangedOrder,
        back: Money,
        (now, today): (DateTime<Utc>, NaiveDate),
    ) -> bool {
        if !self.is_other_order(new) {
            let can = self.allows_new_guests();
            if can {
                self.party = new.party.clone();
            }
            return can;
        }
        if self.status != BookingStatus::Confirmed || back > self.refundable() {
            return false;
        }
        self.earlier_dates.push(EarlierDates {
            at: now,
            departure_id: self.departure_id,
            start_date: self.start_date,
            end_date: self.end_date,
            route_name: self.route.name.clone(),
            total: self.quote.total,
            guests: Some(self.party.size()),
            invoice_number: None,
            credit_note_number: None,
        });
        self.schedule = self.schedule_after(new, today);
        // Older bookings derive it from the price.
        self.payment.received = Some(self.paid());
        let above = self.overpaid_at(new.quote.total);
        self.payment.lowered_by = self.payment.lowered_by.plus(above);
        self.departure_id = new.departure_id;
        self.start_date = new.start_date;
        self.end_date = new.end_date;
        self.route = new.route.clone();
        self.party = new.party.clone();
        self.quote = new.quote;
        true
    }

    /// What of the price is due when after a change: a lower price shortens the last parts, a higher one adds to them.
    #[must_use]
    pub fn schedule_after(&self, new: &ChangedOrder, today: NaiveDate) -> Vec<Installment> {
        let days = (self.start_date, new.start_date);
        let parts = match days.0 == days.1 {
            true => self.schedule.clone(),
            false => schedule::moved(&self.schedule, days, today),
        };
        let (before, after) = (self.quote.total, new.quote.total);
        if after > before {
            let parts = match parts.is_empty() {
                true => self.installments(),
                false => parts,
            };
            return schedule::raised(&parts, after.less(before), new.due_on, today);
        }
        schedule::lowered(&parts, before.less(after))
    }

    /// Whether names and data of the guests may be changed.
    fn allows_new_guests(&self) -> bool {
        self.status == BookingStatus::Confirmed || self.is_payable()
    }

    /// When the customer was last told what is due when: the booking was confirmed or moved to other dates.
    #[must_use]
    pub fn dates_told_at(&self) -> DateTime<Utc> {
        let confirmed = self.payment.paid_at.unwrap_or(self.created_at);
        let moved = self.earlier_dates.last().map(|dates| dates.at);
        moved.map_or(confirmed, |moved| moved.max(confirmed))
    }
}
