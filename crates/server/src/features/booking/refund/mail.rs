//! Jobs that inform the customer about refunds. Each may run twice: the content of the email does not change once the
//! job is stored.

use chrono::NaiveDate;
use domain::booking::Booking;
use domain::money::Money;
use store::jobs::ClaimedJob;
use store::refunds::{Cause, Refund};
use uuid::Uuid;

use crate::features::booking::cancel::BY_TRAVELLER;
use crate::features::booking::cancellation_terms::policy_of;
use crate::features::booking::mail::{booking_page, deadline_text, my_bookings, send};
use crate::features::booking::payment::paid_with::credit_line;
use crate::platform::app::App;
use crate::platform::format::{amount, day};
use crate::platform::job_runner::JobError;
use crate::platform::mails::refund::{BookingCancelledMail, RefundMail};

const TO_CARD: &str =
    "The refund goes to the card you paid with. Most banks show it within 5 to 10 days.";
const BOTH_WAYS: &str = "What you paid by card goes back to the card; most banks show it within 5 to 10 days. The rest we refund you the way you paid it, and contact you about it.";
const BY_HAND: &str = "We refund you the way you paid, and contact you about it.";
const CREDITED: &str = "We keep the amount as a travel credit. Log in and choose it when you book your next trek with us.";
const CREDITED_IN_PART: &str = "What you paid with a travel credit comes back as one: log in and choose it when you book your next trek with us.";
const NOTHING: &str = "No refund is due for this cancellation.";
const UNPAID: &str = "We had to move or cancel the departure, and nothing was paid for your booking yet. Please send no money for it. If you already did, tell us, and we send it back.";

pub(crate) async fn mail_cancelled(
    app: &App,
    job: &ClaimedJob,
    booking_id: Uuid,
) -> Result<(), JobError> {
    let Some(booking) = store::bookings::find(&app.db, booking_id).await? else {
        return Ok(());
    };
    // One booking is cancelled once. Its refund may be divided among several payments.
    let mut refunds = store::refunds::list_for_booking(&app.db, booking_id).await?;
    refunds.retain(|refund| refund.cause == Cause::Cancelled);
    let back: i64 = refunds.iter().map(|refund| refund.amount.minor()).sum();
    let currency = booking.quote.currency;
    let credits = store::travel_credits::list_for_bookings(&app.db, &[booking_id]).await?;
    let given: Vec<String> = credits.iter().map(credit_line).collect();
    let mail = BookingCancelledMail {
        name: booking.customer.name.clone(),
        trek: booking.trek.name.clone(),
        start: day(booking.start_date),
        end: day(booking.end_date),
        reference: booking.reference.clone(),
        booking_id: booking.id.to_string(),
        invoice_number: booking.invoice_number.clone().unwrap_or_default(),
        credit_note_number: booking.credit_note_number.clone().unwrap_or_default(),
        paid: amount(booking.paid(), currency),
        refund: match back {
            0 => "none".to_owned(),
            back => amount(Money::from_minor(back), currency),
        },
        terms: terms(app, &booking, &refunds, !credits.is_empty()),
        travel_credit: given.join("; "),
        how: match (refunds.is_empty(), credits.is_empty()) {
            _ if booking.ended_unpaid() => UNPAID.to_owned(),
            (false, true) => how(&refunds).to_owned(),
            (false, false) => format!("{} {CREDITED_IN_PART}", how(&refunds)),
            (true, false) => CREDITED.to_owned(),
            (true, true) => NOTHING.to_owned(),
        },
        link: booking_page(&app.config.public_url, booking.id),
        my_bookings: my_bookings(app),
    };
    send(app, job, &booking, &mail).await
}

pub(crate) async fn mail_refund(
    app: &App,
    job: &ClaimedJob,
    refund_id: Uuid,
) -> Result<(), JobError> {
    let Some(refund) = store::refunds::find(&app.db, refund_id).await? else {
        return Ok(());
    };
    let Some(booking) = store::bookings::find(&app.db, refund.booking_id).await? else {
        return Ok(());
    };
    let opening = match refund.cause {
        Cause::Late => {
            "We received a payment that this booking no longer needed, and refunded all of it."
        }
        Cause::Lowered => {
            "Your booking was moved to a departure that costs less. We sent you the difference."
        }
        Cause::Cancelled | Cause::Granted => "We sent you a refund for your booking.",
    };
    let mail = RefundMail {
        name: booking.customer.name.clone(),
        opening: opening.to_owned(),
        trek: booking.trek.name.clone(),
        start: day(booking.start_date),
        end: day(booking.end_date),
        reference: booking.reference.clone(),
        booking_id: booking.id.to_string(),
        refund: amount(refund.amount, refund.currency),
        reason: refund.reason.clone(),
        how: how(std::slice::from_ref(&refund)).to_owned(),
        link: booking_page(&app.config.public_url, booking.id),
        my_bookings: my_bookings(app),
    };
    send(app, job, &booking, &mail).await
}

/// Tells the traveller of a travel credit that a booking gave without being cancelled.
pub(crate) async fn mail_travel_credit(
    app: &App,
    job: &ClaimedJob,
    credit_id: Uuid,
) -> Result<(), JobError> {
    let Some(credit) = store::travel_credits::find(&app.db, credit_id).await? else {
        return Ok(());
    };
    let Some(booking) = store::bookings::find(&app.db, credit.booking_id).await? else {
        return Ok(());
    };
    let mail = RefundMail {
        name: booking.customer.name.clone(),
        opening: "You have a travel credit from your booking.".to_owned(),
        trek: booking.trek.name.clone(),
        start: day(booking.start_date),
        end: day(booking.end_date),
        reference: booking.reference.clone(),
        booking_id: booking.id.to_string(),
        refund: credit_line(&credit),
        reason: "You paid with a travel credit, and a part of it came back".to_owned(),
        how: CREDITED.to_owned(),
        link: booking_page(&app.config.public_url, booking.id),
        my_bookings: my_bookings(app),
    };
    send(app, job, &booking, &mail).await
}

/// The deadlines of the policy, if it decided the refund.
fn terms(app: &App, booking: &Booking, refunds: &[Refund], has_credit: bool) -> String {
    let is_by_policy = refunds.iter().all(|refund| refund.reason == BY_TRAVELLER);
    if has_credit || !is_by_policy || booking.ended_unpaid() {
        return String::new();
    }
    let policy = policy_of(app, booking);
    let deadlines = policy.open_deadlines(booking.start_date, NaiveDate::MIN);
    let texts: Vec<String> = deadlines.iter().map(deadline_text).collect();
    texts.join("; ")
}

fn how(refunds: &[Refund]) -> &'static str {
    let by_card = refunds.iter().filter(|refund| refund.intent_id.is_some());
    match by_card.count() {
        0 => BY_HAND,
        count if count == refunds.len() => TO_CARD,
        _ => BOTH_WAYS,
    }
}
