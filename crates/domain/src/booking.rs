//! Bookings and what they contain (document 2 §4, decisions §5).

use chrono::{DateTime, Days, Months, NaiveDate, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use crate::booking_move::{ChangedOrder, EarlierDates, NewDates};
pub use crate::booking_payment::{ByHand, CreditUse, Mismatch, Payment};
pub use crate::booking_snapshot::{DaySnapshot, RouteSnapshot, TrekSnapshot};
pub use crate::booking_status::{BookingStatus, PaymentStatus};
use crate::departure::Departure;
use crate::guest::{Guest, Party};
use crate::itinerary::Route;
use crate::money::Money;
use crate::pricing::Quote;
use crate::problem::{Problem, has_control_character_besides_breaks};
use crate::promotion::AppliedPromotion;
use crate::rate::LockedRate;
pub use crate::refund::{RefundPolicy, RefundStep};
use crate::schedule::Installment;
use crate::trek::Trek;

/// How many years ahead a start date may be (decisions §10).
pub const MAX_YEARS_AHEAD: u32 = 3;
pub const MAX_NOTES_LENGTH: usize = 2000;
/// Replaces the names of people in a booking whose traveller deleted the account.
pub const DELETED_TRAVELLER: &str = "Deleted traveller";

/// Name and address of the account at the time of booking, for the invoice and emails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Customer {
    pub name: String,
    pub email: String,
}

/// A booking: a party walks a route from a start date.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Booking {
    pub id: Uuid,
    /// Human-readable reference such as `KD-1207`; unique. Empty until the booking is stored.
    #[serde(default)]
    pub reference: String,
    pub user_id: Uuid,
    pub trek: TrekSnapshot,
    pub route: RouteSnapshot,
    /// The group departure whose seats it has. `None`: the party has a private departure with the id of the booking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub departure_id: Option<Uuid>,
    /// The name of the reseller that sold it and is invoiced for it. `None`: the traveller booked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reseller: Option<String>,
    pub start_date: NaiveDate,
    /// The last day: start date + number of days − 1.
    pub end_date: NaiveDate,
    pub party: Party,
    pub quote: Quote,
    /// The promotion code that is part of the price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<AppliedPromotion>,
    /// What of the price is due when. Empty in bookings from before there were deposits: all of it with the booking.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schedule: Vec<Installment>,
    /// The cancellation policy at the time of booking. `None`: not yet stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancellation_policy: Option<RefundPolicy>,
    /// The rate at which the price can be paid in Nepalese rupees. `None`: it cannot be, or it is in rupees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<LockedRate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// The PAN or VAT number of the company that its invoice in Nepal's mode is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buyer_pan: Option<String>,
    pub include_meals: bool,
    pub include_porter: bool,
    pub customer: Customer,
    pub status: BookingStatus,
    pub payment: Payment,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invoice_number: Option<String>,
    /// The number of the credit note that reverses the invoice in whole or in part. A booking has at most one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credit_note_number: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Status changes since the creation, oldest first. Empty in bookings from before this was stored.
    #[serde(rename = "moves", default, skip_serializing_if = "Vec::is_empty")]
    pub status_changes: Vec<StatusChange>,
    /// The dates and prices that it had before the agency moved or changed it, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier_dates: Vec<EarlierDates>,
    /// Counts the changes that were stored, from 1 on. Kept beside the document.
    #[serde(skip)]
    pub version: i64,
}

/// A change of the booking's or the payment's status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusChange {
    pub at: DateTime<Utc>,
    pub status: BookingStatus,
    pub payment_status: PaymentStatus,
}

/// The validated and priced choices of a traveller.
#[derive(Debug, Clone)]
pub struct NewBooking<'a> {
    pub id: Uuid,
    pub user_id: Uuid,
    pub customer: Customer,
    pub trek: &'a Trek,
    pub route: &'a Route,
    /// The group departure that is booked.
    pub departure: Option<&'a Departure>,
    pub start_date: NaiveDate,
    pub party: Party,
    pub quote: Quote,
    pub schedule: Vec<Installment>,
    pub notes: Option<String>,
    pub include_meals: bool,
    pub include_porter: bool,
}

impl NewBooking<'_> {
    fn price_per_head(&self) -> Money {
        let own = self
            .departure
            .and_then(|departure| departure.price_per_head);
        own.unwrap_or(self.route.price_per_head)
    }
}

impl Booking {
    /// The departure that the party walks with, its own or that of a group.
    #[must_use]
    pub fn departure(&self) -> Uuid {
        self.departure_id.unwrap_or(self.id)
    }

    /// Creates an unpaid booking with a snapshot of the trek, the route and the price.
    #[must_use]
    pub fn pending(new: NewBooking<'_>, now: DateTime<Utc>) -> Self {
        Self {
            id: new.id,
            reference: String::new(),
            user_id: new.user_id,
            trek: new.trek.into(),
            route: RouteSnapshot {
                price_per_head: new.price_per_head(),
                ..new.route.into()
            },
            departure_id: new.departure.map(|departure| departure.id),
            reseller: None,
            start_date: new.start_date,
            end_date: match new.departure {
                Some(departure) => departure.end_date,
                None => end_date(new.start_date, new.route.number_of_days),
            },
            party: new.party,
            quote: new.quote,
            promotion: None,
            schedule: new.schedule,
            cancellation_policy: None,
            rate: None,
            notes: new.notes,
            buyer_pan: None,
            include_meals: new.include_meals,
            include_porter: new.include_porter,
            customer: new.customer,
            status: BookingStatus::Pending,
            payment: Payment::default(),
            invoice_number: None,
            credit_note_number: None,
            created_at: now,
            updated_at: now,
            status_changes: Vec::new(),
            earlier_dates: Vec::new(),
            version: 1,
        }
    }

    /// Removes the personal data of the guests and the customer. Accounting needs what was sold and paid, but no
    /// names. Returns false if the data was removed before.
    pub fn erase_personal_data(&mut self) -> bool {
        if self.customer.email.is_empty() {
            return false;
        }
        self.customer = Customer {
            name: DELETED_TRAVELLER.to_owned(),
            email: String::new(),
        };
        self.notes = None;
        self.buyer_pan = None;
        let party = std::iter::once(&mut self.party.primary).chain(&mut self.party.additional);
        for guest in party {
            *guest = Guest {
                name: DELETED_TRAVELLER.to_owned(),
                age: 0,
                gender: guest.gender,
                phone_number: None,
            };
        }
        true
    }

    /// Days from `today` to the start date; negative after the start.
    #[must_use]
    pub fn days_before_start(&self, today: NaiveDate) -> i64 {
        self.start_date.signed_duration_since(today).num_days()
    }

    /// Whether money that the provider captures now is a late payment, which must be refunded: the booking was
    /// cancelled unpaid or confirmed by hand.
    #[must_use]
    pub fn is_payment_late(&self) -> bool {
        let by_hand = self.payment.by_hand.is_some() && self.status != BookingStatus::Pending;
        self.ended_unpaid() || by_hand
    }

    /// Whether it was cancelled before its first payment.
    #[must_use]
    pub fn ended_unpaid(&self) -> bool {
        self.status == BookingStatus::Cancelled && self.payment.status == PaymentStatus::Failed
    }

    /// Whether the end of its hold cancelled it, and nothing else. Money that comes all the same confirms it, if the
    /// departure still has room.
    #[must_use]
    pub fn is_hold_ended(&self) -> bool {
        self.ended_unpaid() && self.payment.hold_ended_at.is_some()
    }

    /// Whether staff can still record a payment of it: only the end of its hold cancelled it, or that of the wait for a
    /// payment by hand. Never for a reseller, who is invoiced; for a proposal, which may have been accepted again; or for a
    /// deleted account.
    #[must_use]
    pub fn can_reopen(&self) -> bool {
        let has_waited = self.ended_unpaid() && self.payment.wait_ended_at.is_some();
        (self.is_hold_ended() || has_waited)
            && self.reseller.is_none()
            && !self.trek.is_private
            && !self.customer.email.is_empty()
    }

    /// Makes a booking that [`can_reopen`](Self::can_reopen) wait for its payment again.
    pub fn reopen(&mut self) {
        self.status = BookingStatus::Pending;
        self.payment.status = PaymentStatus::Pending;
        self.payment.hold_ended_at = None;
        self.payment.wait_ended_at = None;
        self.payment.last_error = None;
    }

    /// Where mails about the booking go. `None`: the traveller deleted the account, or bought from a reseller, who
    /// writes to its customers itself.
    #[must_use]
    pub fn mail_address(&self) -> Option<&str> {
        let address = Some(self.customer.email.as_str());
        address.filter(|address| !address.is_empty() && self.reseller.is_none())
    }

    /// The moment at which the booking ends if it is not paid; `unpaid_for` is the time for a payment by card.
    #[must_use]
    pub fn pay_by(&self, unpaid_for: TimeDelta) -> DateTime<Utc> {
        self.payment.pay_by.unwrap_or(self.created_at + unpaid_for)
    }

    /// Whether the booking waits for its first payment.
    #[must_use]
    pub fn is_payable(&self) -> bool {
        self.status == BookingStatus::Pending && self.payment.status == PaymentStatus::Pending
    }
}

/// The last day of a trek of `number_of_days` days. A date beyond the calendar becomes the last possible date.
#[must_use]
pub fn end_date(start: NaiveDate, number_of_days: u32) -> NaiveDate {
    let nights = Days::new(u64::from(number_of_days.saturating_sub(1)));
    start.checked_add_days(nights).unwrap_or(NaiveDate::MAX)
}

/// Checks that the date is today or later and at most three years ahead. `today` is the date in the agency's time
/// zone.
#[must_use]
pub fn check_start_date(start: NaiveDate, today: NaiveDate) -> Option<Problem> {
    let last = today
        .checked_add_months(Months::new(12 * MAX_YEARS_AHEAD))
        .unwrap_or(NaiveDate::MAX);
    let message = if start < today {
        "Start date must be today or later"
    } else if start > last {
        "Start date must be within three years"
    } else {
        return None;
    };
    Some(Problem::new("bookingDetails.startDate", message))
}

/// Checks the PAN of the company that an invoice is for. Nepal's PAN and VAT numbers have nine digits.
#[must_use]
pub fn check_buyer_pan(pan: &str) -> Option<Problem> {
    let is_pan = pan.len() == 9 && pan.bytes().all(|digit| digit.is_ascii_digit());
    (!is_pan).then(|| Problem::new("buyerPan", "PAN or VAT number must be nine digits"))
}

/// Checks length and characters of the notes.
#[must_use]
pub fn check_notes(notes: &str) -> Option<Problem> {
    let message = if notes.chars().count() > MAX_NOTES_LENGTH {
        "Additional notes must be at most 2000 characters"
    } else if has_control_character_besides_breaks(notes) {
        "Additional notes have characters that cannot be used"
    } else {
        return None;
    };
    Some(Problem::new("additionalNotes", message))
}
