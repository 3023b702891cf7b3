//! The job that mails the agency an event of a booking or departure.

use domain::booking::Booking;
use store::StoreError;
use store::agency_events::{self, AgencyEvent, Kind};
use store::jobs::ClaimedJob;
use uuid::Uuid;

use crate::features::departure::decision_mail;
use crate::platform::app::App;
use crate::platform::format::{amount, count, day};
use crate::platform::job_runner::JobError;
use crate::platform::mails::agency_event::AgencyEventMail;
use crate::platform::mails::booking_confirmed::Line;
use crate::platform::mails::{Envelope, MailTemplate, Sender};

/// Runs the job that mails an event.
pub(crate) async fn mail(app: &App, job: &ClaimedJob, event_id: Uuid) -> Result<(), JobError> {
    let Some(event) = agency_events::find(&app.db, event_id).await? else {
        return Ok(());
    };
    // The address was removed from the settings since.
    let Some(address) = &app.config.agency_email else {
        return Ok(());
    };
    let Some((letter, reply_to)) = letter_of(app, &event).await? else {
        return Ok(());
    };
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: "",
        to_address: address,
    };
    let mut mail = letter.write(&envelope, &Sender::from(&app.config))?;
    mail.reply_to = reply_to;
    Ok(app.send_mail(mail).await?)
}

/// The email about an event and the address for replies. `None` if there is nothing left to say.
async fn letter_of(
    app: &App,
    event: &AgencyEvent,
) -> Result<Option<(AgencyEventMail, Option<String>)>, StoreError> {
    if let Some(id) = event.departure_id {
        let departure = store::departures::find(&app.db, id).await?;
        return match departure {
            Some(departure) => {
                let letter = decision_mail::letter(app, &departure).await?;
                Ok(letter.map(|letter| (letter, None)))
            }
            None => Ok(None),
        };
    }
    let booking = store::bookings::find(&app.db, event.booking_id).await?;
    Ok(booking.map(|booking| {
        let letter = letter(app, event.kind, &booking);
        let email = Some(booking.customer.email).filter(|email| !email.is_empty());
        (letter, email)
    }))
}

fn letter(app: &App, kind: Kind, booking: &Booking) -> AgencyEventMail {
    let (headline, explanation) = texts_for(kind);
    let currency = booking.quote.currency;
    let line = |label, text: String| Line {
        label,
        amount: text,
    };
    let dates = format!("{} to {}", day(booking.start_date), day(booking.end_date));
    let mut facts = vec![
        line("Reference", booking.reference.clone()),
        line("Trek", booking.trek.name.clone()),
        line("Dates", dates),
        line("Guests", count(booking.party.size(), "guest")),
        line("Booked by", booking.customer.name.clone()),
        line("Price", amount(booking.quote.total, currency)),
    ];
    if let Some(reseller) = &booking.reseller {
        facts.push(line("Sold by", reseller.clone()));
    }
    if let Some(taken) = booking.payment.mismatch.as_ref() {
        facts.push(line(
            "Amount received",
            amount(taken.amount, taken.currency),
        ));
    }
    let wishes = super::mail::wishes(booking);
    if !wishes.is_empty() {
        facts.push(line("Requested", wishes));
    }
    if let Some(notes) = &booking.notes {
        facts.push(line("Notes", notes.clone()));
    }
    AgencyEventMail {
        headline,
        explanation,
        trek: booking.trek.name.clone(),
        reference: booking.reference.clone(),
        facts,
        link: format!(
            "{}/admin?section=all-bookings&booking={}",
            app.config.public_url, booking.id
        ),
        action: "Open the booking",
    }
}

fn texts_for(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::BookingPaid => ("New paid booking", "A booking was paid and is confirmed."),
        Kind::BookingCancelled => (
            "Booking cancelled",
            "A paid booking was cancelled. Any refund due under the cancellation policy is under way.",
        ),
        Kind::BookingMoved => (
            "Booking moved",
            "The traveller accepted other dates after you moved the departure.",
        ),
        Kind::PaymentFailed => (
            "Payment failed",
            "This booking ended unpaid. Its payment can no longer be made.",
        ),
        Kind::PaymentMismatch => (
            "Payment does not match",
            "The payment provider reports a different amount, currency or booking than expected. \
             Nothing was confirmed. Cancel the booking to refund what was taken, or record a payment.",
        ),
        Kind::DepartureToDecide => (
            "Guarantee or cancel",
            "A departure has not reached its minimum.",
        ),
        Kind::RefundFailed => (
            "Refund failed",
            "The payment provider could not make a refund. The money is still in your account. Try the refund again, or refund it another way.",
        ),
        Kind::BookingWaits => (
            "New booking, not paid yet",
            "A traveller booked and pays by bank transfer or at your office. The booking waits with its seats. Record the payment when it comes.",
        ),
        Kind::RefundOwed => (
            "Refund to pay out",
            "A wallet took a payment that is to be refunded, and makes no refunds on request. Refund it in its merchant \
             account or another way, then record the payout.",
        ),
    }
}
