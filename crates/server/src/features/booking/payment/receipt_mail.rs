//! The job that mails the receipt of a payment. It may run twice: what is left to pay is that of the time at which the
//! job was stored.

use domain::booking::Booking;
use domain::money::Money;
use store::jobs::ClaimedJob;
use store::payments::{self, Method, Payment};
use uuid::Uuid;

use super::rupees::{balance_in_rupees, payment_amount};
use crate::features::balance::link::balance_link;
use crate::features::booking::mail::{booking_page, my_bookings, send};
use crate::platform::app::App;
use crate::platform::format::{amount, day};
use crate::platform::job_runner::JobError;
use crate::platform::mails::receipt::ReceiptMail;

pub(crate) async fn mail_receipt(
    app: &App,
    job: &ClaimedJob,
    payment_id: Uuid,
) -> Result<(), JobError> {
    let Some(payment) = payments::find(&app.db, payment_id).await? else {
        return Ok(());
    };
    let Some(booking) = store::bookings::find(&app.db, payment.booking_id).await? else {
        return Ok(());
    };
    let received = payment.received_at.with_timezone(&app.config.timezone);
    let letter = ReceiptMail {
        name: booking.customer.name.clone(),
        number: payment.receipt_number.clone().unwrap_or_default(),
        amount: payment_amount(&payment, &booking),
        method: method_label(payment.method).to_owned(),
        received: day(received.date_naive()),
        note: payment.reference.clone(),
        reference: booking.reference.clone(),
        trek: booking.trek.name.clone(),
        start: day(booking.start_date),
        end: day(booking.end_date),
        rest: rest(app, &booking, &payment).await?,
        link: booking_page(&app.config.public_url, booking.id),
        balance_link: balance_link(app, &booking),
        my_bookings: my_bookings(app),
    };
    send(app, job, &booking, &letter).await
}

fn method_label(method: Method) -> &'static str {
    match method {
        Method::Card => "Card",
        Method::Cash => "Cash",
        Method::Bank => "Bank transfer",
        Method::Other => "Other",
        Method::Credit => "Travel credit",
    }
}

/// What was left to pay after this payment: later payments have receipts of their own.
async fn rest(app: &App, booking: &Booking, payment: &Payment) -> Result<String, JobError> {
    let all = payments::list_for_booking(&app.db, booking.id).await?;
    let until_then = all.iter().filter(|other| other.id <= payment.id);
    let paid: i64 = until_then.map(|it| it.booking_amount.minor()).sum();
    let left = booking.left_after(Money::from_minor(paid));
    if left.is_zero() {
        return Ok("Your booking is paid in full.".to_owned());
    }
    let rest = format!("Left to pay: {}.", amount(left, booking.quote.currency));
    Ok(
        match balance_in_rupees(booking, left, app.config.timezone) {
            Some(rupees) => format!("{rest} {rupees}"),
            None => rest,
        },
    )
}
