//! The email that says how to pay a booking by bank transfer, at the agency, or by card with a link. The job may run twice:
//! until the booking is paid, both runs send the same email.

use chrono::{DateTime, Utc};
use domain::booking::Booking;
use domain::way::Way;
use store::agency_events::Kind;
use store::jobs::{self, ClaimedJob, Job};
use store::{StoreError, Tx};
use uuid::Uuid;

use super::ways::{self, BankDetails};
use crate::features::balance::link::{balance_url, can_be_confirmed_by_link};
use crate::features::booking::agency_event;
use crate::features::booking::mail::{booking_page, my_bookings, send};
use crate::platform::app::App;
use crate::platform::format::{amount, count, day, moment};
use crate::platform::job_runner::JobError;
use crate::platform::mails::payment_instructions::{BankAccount, PaymentInstructionsMail};

/// Queues the emails to the traveller and the agency about a booking whose payment staff record.
pub(crate) async fn add(
    app: &App,
    tx: &Tx,
    booking: Uuid,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    add_mail(app, tx, booking, now).await?;
    agency_event::add(app, tx, Kind::BookingWaits, booking).await
}

/// Queues the email to the traveller alone: staff know of a booking that they made.
pub(crate) async fn add_mail(
    app: &App,
    tx: &Tx,
    booking: Uuid,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mail = Job::MailPaymentInstructions {
        booking_id: booking,
    };
    jobs::add(tx, app.clock.new_id(), &mail, now).await
}

/// Whether the booking waits for a payment that the email explains.
pub fn applies(app: &App, booking: &Booking) -> bool {
    let is_by_hand = booking.is_payable() && booking.payment.way.is_by_hand();
    is_by_hand || can_be_confirmed_by_link(app, booking)
}

pub(crate) async fn mail(app: &App, job: &ClaimedJob, booking_id: Uuid) -> Result<(), JobError> {
    let booking = store::bookings::find(&app.db, booking_id).await?;
    let Some(booking) = booking.filter(|booking| applies(app, booking)) else {
        return Ok(());
    };
    let bank = ways::bank_details(app, &booking);
    if booking.payment.way == Way::Bank && bank.is_none() {
        tracing::warn!(booking = %booking_id, "bank transfer was switched off: its instructions are not mailed");
        return Ok(());
    }
    send(app, job, &booking, &letter(app, &booking, bank)).await
}

fn letter(app: &App, booking: &Booking, bank: Option<BankDetails>) -> PaymentInstructionsMail {
    let config = &app.config;
    let (due, total) = (booking.amount_to_confirm(), booking.quote.total);
    let currency = booking.quote.currency;
    let pay_by = booking.pay_by(config.unpaid_for);
    let bank = bank.map(|bank| BankAccount {
        account_name: bank.account_name,
        account_number: bank.account_number,
        bank: bank.bank,
        swift: bank.swift.unwrap_or_default(),
        note: bank.note.unwrap_or_default(),
    });
    PaymentInstructionsMail {
        name: booking.customer.name.clone(),
        amount: amount(due, currency),
        pay_by: moment(pay_by.with_timezone(&config.timezone)),
        bank,
        pay_link: match booking.payment.way {
            Way::Card => balance_url(app, booking),
            _ => String::new(),
        },
        address: config.company.address.clone(),
        reference: booking.reference.clone(),
        trek: booking.trek.name.clone(),
        start: day(booking.start_date),
        end: day(booking.end_date),
        guests: count(booking.party.size(), "guest"),
        total: match due == total {
            true => String::new(),
            false => amount(total, currency),
        },
        link: booking_page(&config.public_url, booking.id),
        my_bookings: my_bookings(app),
    }
}
