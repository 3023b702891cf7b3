//! What a credit note says: the refunds and travel credits of an invoice.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::booking::Booking;
use domain::credit_note::{Cause, GivenBack, credit_note_entries};
use domain::money::Money;
use serde::Serialize;
use serde_json::Number;
use store::ledger::{self, Kind, Line};
use store::refunds::{self, Cause as RefundCause, Refund, State};
use store::travel_credits::{self, TravelCredit};
use store::{Connection, StoreResult};
use utoipa::ToSchema;
use uuid::Uuid;

/// An amount of a credit note as the customer reads it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreditNoteLine {
    pub at: DateTime<Utc>,
    pub reason: String,
    #[schema(value_type = f64)]
    pub amount: Number,
}

/// The refunds, ledger lines and travel credits of some bookings.
pub(crate) struct Returned {
    pub refunds: Vec<Refund>,
    pub lines: Vec<Line>,
    pub credits: Vec<TravelCredit>,
}

impl Returned {
    pub(crate) async fn read(db: &impl Connection, booking_ids: &[Uuid]) -> StoreResult<Self> {
        Ok(Self {
            refunds: refunds::list_for_bookings(db, booking_ids).await?,
            lines: ledger::list_for_bookings(db, booking_ids).await?,
            credits: travel_credits::list_for_bookings(db, booking_ids).await?,
        })
    }

    /// What went back of the price of a booking, oldest first: refunds as they were made, and travel credits. What a
    /// lower price gave back is not part of the price: the invoice that it replaced is credited in full. Neither is money
    /// that came too late.
    pub(crate) fn of_price(&self, booking: &Booking) -> Vec<GivenBack> {
        let own = |refund: &&Refund| refund.booking_id == booking.id;
        let besides: BTreeSet<&String> = self
            .refunds
            .iter()
            .filter(own)
            .filter(|refund| !is_of_price(refund))
            .filter_map(|refund| refund.reference.as_ref())
            .collect();
        let own = self.lines.iter().filter(|line| {
            line.booking_id == booking.id
                && line.kind == Kind::Refund
                && !besides.contains(&line.reference)
        });
        let mut given: Vec<GivenBack> = own
            .map(|line| GivenBack {
                at: line.at,
                amount: line.amount,
                cause: Cause::Refund,
                reason: line.reason.clone(),
            })
            .collect();
        given.extend(credits_of_price(booking, &self.refunds, &self.credits));
        given.sort_by_key(|back| back.at);
        given
    }

    /// The same with the refunds that are promised and not made yet. They will be of the invoice that the booking has
    /// now.
    pub(crate) fn of_price_with_promised(&self, booking: &Booking) -> Vec<GivenBack> {
        let replaced = booking.earlier_dates.iter();
        let replaced = replaced.filter(|earlier| earlier.invoice_number.is_some());
        let since = replaced.map(|earlier| earlier.at).max();
        let promised = self.refunds.iter().filter(|refund| {
            let is_open = matches!(refund.state, State::Requested | State::Owed);
            refund.booking_id == booking.id && is_open && is_of_price(refund)
        });
        let promised = promised.map(|refund| GivenBack {
            at: since.map_or(refund.created_at, |since| refund.created_at.max(since)),
            amount: refund.amount,
            cause: Cause::Refund,
            reason: refund.reason.clone(),
        });
        let mut given: Vec<GivenBack> =
            self.of_price(booking).into_iter().chain(promised).collect();
        given.sort_by_key(|back| back.at);
        given
    }

    /// The lines of the credit note for the current invoice of a booking.
    pub(crate) fn credit_note_lines(&self, booking: &Booking) -> Vec<CreditNoteLine> {
        let number = booking.credit_note_number.as_deref();
        if number.is_none() {
            return Vec::new();
        }
        let given = self.of_price_with_promised(booking);
        credit_note_entries(booking, &[], &given)
            .into_iter()
            .filter(|entry| Some(entry.number.as_str()) == number)
            .map(|entry| CreditNoteLine {
                at: entry.at,
                reason: entry.reason,
                amount: entry.amount.to_number(booking.quote.currency),
            })
            .collect()
    }
}

fn is_of_price(refund: &Refund) -> bool {
    !matches!(refund.cause, RefundCause::Lowered | RefundCause::Late)
}

/// The travel credits of a booking, oldest first, without the amount of them that a lower price gave.
fn credits_of_price(
    booking: &Booking,
    refunds: &[Refund],
    credits: &[TravelCredit],
) -> Vec<GivenBack> {
    let mut lowered = booking.payment.lowered_by;
    for refund in refunds {
        if refund.booking_id == booking.id && refund.cause == RefundCause::Lowered {
            lowered = lowered.less(refund.amount);
        }
    }
    let mut own: Vec<_> = credits
        .iter()
        .filter(|credit| credit.booking_id == booking.id)
        .map(|credit| (given_at(credit, credits), credit))
        .collect();
    own.sort_by_key(|(at, credit)| (*at, credit.amount));
    let mut earlier = booking.earlier_dates.iter();
    let lowered_at = earlier.find(|earlier| earlier.credit_note_number.is_some());
    let lowered_at = lowered_at.map(|earlier| earlier.at);
    let part = |(at, credit): (DateTime<Utc>, &TravelCredit)| {
        let besides = match lowered_at {
            Some(first) if first <= at => credit.amount.min(lowered),
            _ => Money::ZERO,
        };
        lowered = lowered.less(besides);
        let of_price = credit.amount.less(besides);
        (!of_price.is_zero()).then(|| GivenBack {
            at,
            amount: of_price,
            cause: Cause::TravelCredit,
            reason: format!("Travel credit {}", credit.number),
        })
    };
    own.into_iter().filter_map(part).collect()
}

/// When the booking gave a credit. The rest of a credit that was used in part is a credit of its own, made when that one
/// was used.
fn given_at(credit: &TravelCredit, credits: &[TravelCredit]) -> DateTime<Utc> {
    let is_used_part = |other: &&TravelCredit| {
        other.booking_id == credit.booking_id && other.used_at == Some(credit.created_at)
    };
    let earlier = credits.iter().find(is_used_part);
    match earlier.filter(|earlier| earlier.created_at < credit.created_at) {
        Some(earlier) => given_at(earlier, credits),
        None => credit.created_at,
    }
}
