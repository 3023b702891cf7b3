//! What a credit note says: the refunds and travel credits of an invoice.

use chrono::{DateTime, Utc};
use domain::booking::Booking;
use domain::credit_note::{Cause, GivenBack, credit_note_entries};
use domain::money::Money;
use serde::Serialize;
use serde_json::Number;
use store::refunds::{Cause as RefundCause, Refund, State};
use store::travel_credits::TravelCredit;
use utoipa::ToSchema;

/// An amount of a credit note as the customer reads it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreditNoteLine {
    pub at: DateTime<Utc>,
    pub reason: String,
    #[schema(value_type = f64)]
    pub amount: Number,
}

/// The lines of the credit note for the current invoice of a booking.
pub(crate) fn lines_of(
    booking: &Booking,
    refunds: &[Refund],
    credits: &[TravelCredit],
) -> Vec<CreditNoteLine> {
    let number = booking.credit_note_number.as_deref();
    if number.is_none() {
        return Vec::new();
    }
    let given = given_back(booking, refunds, credits);
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

/// Whether a refund is of the price as it is now. What a lower price gave back is not: the invoice that it replaced is
/// credited in full. Neither is money that came too late.
pub(crate) fn is_of_price(refund: &Refund) -> bool {
    !matches!(refund.cause, RefundCause::Lowered | RefundCause::Late)
}

/// What went back of the price of a booking, oldest first, with refunds that are promised and not made yet.
pub(crate) fn given_back(
    booking: &Booking,
    refunds: &[Refund],
    credits: &[TravelCredit],
) -> Vec<GivenBack> {
    let own = refunds
        .iter()
        .filter(|refund| refund.booking_id == booking.id);
    let of_price = own.filter(|refund| refund.state != State::Failed && is_of_price(refund));
    let mut given: Vec<GivenBack> = of_price
        .map(|refund| GivenBack {
            at: refund.created_at,
            amount: refund.amount,
            cause: Cause::Refund,
            reason: refund.reason.clone(),
        })
        .collect();
    given.extend(credits_of_price(booking, refunds, credits));
    given.sort_by_key(|back| back.at);
    given
}

/// The travel credits of a booking, oldest first, without the amount of them that a lower price gave.
pub(crate) fn credits_of_price(
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
