//! Jobs that inform the customer about refunds. Each may run twice: the content of the email does not change once the
//! job is stored.

use domain::booking::Booking;
use store::jobs::ClaimedJob;
use store::refunds::{Cause, Refund};
use uuid::Uuid;

use super::mail::{booking_page, note_sent};
use crate::platform::app::App;
use crate::platform::format::{amount, day};
use crate::platform::job_runner::JobError;
use crate::platform::mails::refund::{BookingCancelledMail, RefundMail};
use crate::platform::mails::{Envelope, MailTemplate, Sender};

const TO_CARD: &str =
    "The refund goes to the card you paid with. Most banks show it within 5 to 10 days.";
const BY_HAND: &str = "We refund you the way you paid, and contact you about it.";
const NOTHING: &str = "No refund is due for this cancellation.";

pub async fn mail_cancelled(
    app: &App,
    job: &ClaimedJob,
    booking_id: Uuid,
    refund_id: Option<Uuid>,
) -> Result<(), JobError> {
    let Some(booking) = store::bookings::find(&app.db, booking_id).await? else {
        return Ok(());
    };
    let refund = match refund_id {
        Some(id) => store::refunds::find(&app.db, id).await?,
        None => None,
    };
    let currency = booking.quote.currency;
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
        refund: refund.as_ref().map_or_else(
            || "none".to_owned(),
            |refund| amount(refund.amount, refund.currency),
        ),
        how: refund.as_ref().map_or(NOTHING, how).to_owned(),
        link: booking_page(&app.config.public_url, booking.id),
        my_bookings: my_bookings(app),
    };
    send(app, job, &booking, &mail).await
}

pub async fn mail_refund(app: &App, job: &ClaimedJob, refund_id: Uuid) -> Result<(), JobError> {
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
        how: how(&refund).to_owned(),
        link: booking_page(&app.config.public_url, booking.id),
        my_bookings: my_bookings(app),
    };
    send(app, job, &booking, &mail).await
}

fn how(refund: &Refund) -> &'static str {
    match refund.intent_id {
        Some(_) => TO_CARD,
        None => BY_HAND,
    }
}

fn my_bookings(app: &App) -> String {
    format!("{}/dashboard?section=my-bookings", app.config.public_url)
}

async fn send(
    app: &App,
    job: &ClaimedJob,
    booking: &Booking,
    letter: &impl MailTemplate,
) -> Result<(), JobError> {
    // The traveller deleted the account since, so there is no address.
    if booking.customer.email.is_empty() {
        return Ok(());
    }
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: &booking.customer.name,
        to_address: &booking.customer.email,
    };
    let mail = letter.write(&envelope, &Sender::from(&app.config))?;
    app.send_mail(mail).await?;
    note_sent(app, job, booking.id).await
}
