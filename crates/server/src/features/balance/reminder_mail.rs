//! The job that mails a reminder of a balance. It sends nothing if the balance was paid or has another due date by then.

use chrono::NaiveDate;
use domain::booking::Booking;
use store::jobs::ClaimedJob;
use uuid::Uuid;

use super::link::balance_link;
use crate::features::booking::mail::{booking_page, my_bookings, send};
use crate::platform::app::App;
use crate::platform::format::{amount, count, day};
use crate::platform::job_runner::JobError;
use crate::platform::mails::balance_reminder::BalanceReminderMail;

pub(crate) async fn mail_reminder(
    app: &App,
    job: &ClaimedJob,
    (booking_id, due_on, days_before): (Uuid, NaiveDate, i32),
) -> Result<(), JobError> {
    let Some(booking) = store::bookings::find(&app.db, booking_id).await? else {
        return Ok(());
    };
    if booking.due_on() != Some(due_on) {
        return Ok(());
    }
    let letter = letter(app, &booking, due_on, days_before);
    send(app, job, &booking, &letter).await
}

fn letter(
    app: &App,
    booking: &Booking,
    due_on: NaiveDate,
    days_before: i32,
) -> BalanceReminderMail {
    let currency = booking.quote.currency;
    let is_on_arrival = booking.next_due().is_some_and(|part| part.due_on.is_none());
    BalanceReminderMail {
        name: booking.customer.name.clone(),
        balance: amount(booking.balance(), currency),
        due: due_text(due_on, is_on_arrival, days_before < 0),
        is_overdue: days_before < 0,
        is_on_arrival,
        reference: booking.reference.clone(),
        trek: booking.trek.name.clone(),
        dates: format!("{} to {}", day(booking.start_date), day(booking.end_date)),
        guests: count(booking.party.size(), "guest"),
        total: amount(booking.quote.total, currency),
        paid: amount(booking.paid_of_price(), currency),
        pay_link: balance_link(app, booking),
        link: booking_page(&app.config.public_url, booking.id),
        my_bookings: my_bookings(app),
    }
}

/// For example `is due on Mar 01, 2027`.
fn due_text(due_on: NaiveDate, is_on_arrival: bool, is_past: bool) -> String {
    let verb = if is_past { "was due" } else { "is due" };
    match is_on_arrival {
        true => format!("{verb} on arrival, on {}", day(due_on)),
        false => format!("{verb} on {}", day(due_on)),
    }
}
