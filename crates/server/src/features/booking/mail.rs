//! The job that mails a booking confirmation. It may run twice: the email depends only on the booking and the job, so
//! both runs send the same email (decisions §10 "Confirmation mail").

use chrono::NaiveDate;
use domain::booking::{Booking, BookingStatus, RefundStep};
use domain::money::Percent;
use store::jobs::ClaimedJob;
use uuid::Uuid;

use super::cancellation_terms::policy_of;
use super::payment::paid_with::paid_with;
use super::payment::rupees::balance_in_rupees;
use super::sent_mail::{content, note_sent};
use crate::features::balance::link::balance_link;
use crate::platform::adapters::mailer::Attached;
use crate::platform::app::App;
use crate::platform::format::{amount, count, day};
use crate::platform::job_runner::JobError;
use crate::platform::kill_points::kill_point;
use crate::platform::mails::booking_confirmed::{BookingConfirmedMail, DayLine, Line};
use crate::platform::mails::calendar::{CalendarEvent, calendar};
use crate::platform::mails::seats::DepartureGuaranteedMail;
use crate::platform::mails::{Envelope, MailTemplate, Sender};

pub(crate) async fn mail_confirmation(
    app: &App,
    job: &ClaimedJob,
    booking_id: Uuid,
) -> Result<(), JobError> {
    let Some(booking) = store::bookings::find(&app.db, booking_id).await? else {
        return Ok(());
    };
    let Some(to_address) = booking.mail_address() else {
        return Ok(());
    };
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: &booking.customer.name,
        to_address,
    };
    let letter = BookingConfirmedMail {
        is_guaranteed: is_guaranteed(app, &booking).await?,
        cancellation: cancellation_lines(app, job, &booking),
        timezone: app.config.timezone.name().to_owned(),
        balance_link: balance_link(app, &booking),
        left: left_to_pay(app, &booking),
        paid_with: paid_with(app, &booking).await?,
        ..letter(&booking, &app.config.public_url)
    };
    let mut mail = letter.write(&envelope, &Sender::from(&app.config))?;
    mail.attachments.push(Attached {
        name: "trek.ics",
        content_type: "text/calendar; charset=utf-8; method=PUBLISH",
        content: calendar(&journey(app, job, &booking, &letter)),
    });
    let content = content(job, &mail);
    app.send_mail(mail).await?;
    kill_point("mail-sent");
    note_sent(app, job, booking_id, &content).await
}

/// The job that tells a traveller that the departure is guaranteed.
pub(crate) async fn mail_guaranteed(
    app: &App,
    job: &ClaimedJob,
    booking_id: Uuid,
) -> Result<(), JobError> {
    let booking = store::bookings::find(&app.db, booking_id).await?;
    let is_told = |booking: &Booking| {
        booking.status == BookingStatus::Confirmed && booking.mail_address().is_some()
    };
    let Some(booking) = booking.filter(is_told) else {
        return Ok(());
    };
    let letter = DepartureGuaranteedMail {
        name: booking.customer.name.clone(),
        trek: booking.trek.name.clone(),
        start: day(booking.start_date),
        end: day(booking.end_date),
        reference: booking.reference.clone(),
        link: booking_page(&app.config.public_url, booking.id),
    };
    send(app, job, &booking, &letter).await
}

/// The page with the bookings of the signed-in traveller.
pub fn my_bookings(app: &App) -> String {
    format!("{}/dashboard?section=my-bookings", app.config.public_url)
}

/// Sends an email to the customer of a booking, and records it in the history of the booking.
pub(crate) async fn send(
    app: &App,
    job: &ClaimedJob,
    booking: &Booking,
    letter: &impl MailTemplate,
) -> Result<(), JobError> {
    let Some(to_address) = booking.mail_address() else {
        return Ok(());
    };
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: &booking.customer.name,
        to_address,
    };
    let mail = letter.write(&envelope, &Sender::from(&app.config))?;
    let content = content(job, &mail);
    app.send_mail(mail).await?;
    note_sent(app, job, booking.id, &content).await
}

fn journey(
    app: &App,
    job: &ClaimedJob,
    booking: &Booking,
    letter: &BookingConfirmedMail,
) -> CalendarEvent {
    let mut description = format!("{}, {}\n", letter.route, letter.guests);
    for day in &letter.days {
        description.push_str(&format!("{}: {}\n", day.label, day.what));
    }
    description.push_str(&format!("Booking {}\n{}", booking.id, letter.link));
    CalendarEvent {
        uid: format!("{}@{}", booking.id, app.config.public_host()),
        written_at: job.created_at,
        start: booking.start_date,
        end: booking.end_date,
        summary: letter.trek.clone(),
        location: letter.location.clone(),
        description,
        url: letter.link.clone(),
    }
}

/// The days with their dates. Empty for bookings from before days were stored.
fn days(booking: &Booking) -> Vec<DayLine> {
    let dates = booking.start_date.iter_days();
    let days = booking.route.days.iter().zip(dates).enumerate();
    days.map(|(index, (place, date))| {
        let mut what = match (place.from.as_str(), place.to.as_str()) {
            (from, to) if from == to => from.to_owned(),
            (from, to) => format!("{from} to {to}"),
        };
        if !place.lodging.is_empty() {
            what.push_str(&format!(". {}", place.lodging));
        }
        DayLine {
            label: format!("Day {}, {}", index + 1, day(date)),
            what,
        }
    })
    .collect()
}

fn letter(booking: &Booking, public_url: &str) -> BookingConfirmedMail {
    let route = &booking.route;
    BookingConfirmedMail {
        name: booking.customer.name.clone(),
        trek: booking.trek.name.clone(),
        location: booking.trek.location.clone(),
        route: route.name.clone(),
        start: day(booking.start_date),
        end: day(booking.end_date),
        earlier: booking
            .earlier_dates
            .last()
            .filter(|earlier| earlier.start_date != booking.start_date)
            .map(|earlier| format!("{} to {}", day(earlier.start_date), day(earlier.end_date)))
            .unwrap_or_default(),
        is_changed: booking
            .earlier_dates
            .last()
            .is_some_and(|earlier| earlier.guests.is_some()),
        duration: format!(
            "{}, {}",
            count(route.number_of_days, "day"),
            count(route.number_of_nights, "night")
        ),
        guests: count(booking.party.size(), "guest"),
        reference: booking.reference.clone(),
        booking_id: booking.id.to_string(),
        wishes: wishes(booking),
        notes: booking.notes.clone().unwrap_or_default(),
        invoice_number: booking.invoice_number.clone().unwrap_or_default(),
        days: days(booking),
        lines: lines(booking),
        total: amount(booking.quote.total, booking.quote.currency),
        paid: amount(booking.paid_of_price(), booking.quote.currency),
        cancellation: Vec::new(),
        timezone: String::new(),
        left: String::new(),
        paid_with: String::new(),
        link: booking_page(public_url, booking.id),
        balance_link: String::new(),
        my_bookings: format!("{public_url}/dashboard?section=my-bookings"),
        is_guaranteed: false,
    }
}

/// Until when a cancellation refunds how much, on the day on which the job of the email was stored.
fn cancellation_lines(app: &App, job: &ClaimedJob, booking: &Booking) -> Vec<String> {
    let today = job.created_at.with_timezone(&app.config.timezone);
    let policy = policy_of(app, booking);
    let open = policy.open_deadlines(booking.start_date, today.date_naive());
    let mut lines: Vec<String> = open.iter().map(deadline_text).collect();
    let rest = match (open.is_empty(), policy.steps().is_empty()) {
        (false, _) => "No refund after that",
        (true, false) => "No refund any more",
        (true, true) => "No refund",
    };
    lines.push(rest.to_owned());
    lines
}

/// `Full refund until Jan 30, 2027`
pub(super) fn deadline_text((until, step): &(NaiveDate, RefundStep)) -> String {
    let share = match step.percent {
        Percent::HUNDRED => "Full".to_owned(),
        percent => format!("{}%", percent.to_number()),
    };
    format!("{share} refund until {}", day(*until))
}

/// What is left to pay and when; empty if nothing is.
fn left_to_pay(app: &App, booking: &Booking) -> String {
    let balance = booking.balance();
    if balance.is_zero() {
        return String::new();
    }
    let left = amount(balance, booking.quote.currency);
    let left = match booking.schedule.last().and_then(|part| part.due_on) {
        Some(due) => format!("{left}, due by {}", day(due)),
        None => format!("{left}, due on arrival"),
    };
    match balance_in_rupees(booking, balance, app.config.timezone) {
        Some(rupees) => format!("{left}. {rupees}"),
        None => left,
    }
}

/// Whether the booking is on a group departure that runs for certain.
async fn is_guaranteed(app: &App, booking: &Booking) -> Result<bool, JobError> {
    let Some(id) = booking.departure_id else {
        return Ok(false);
    };
    let departure = store::departures::find(&app.db, id).await?;
    Ok(departure.is_some_and(|departure| departure.is_guaranteed))
}

/// The URL of the booking.
pub fn booking_page(public_url: &str, id: Uuid) -> String {
    format!("{public_url}/dashboard/bookings/{id}")
}

/// Meals and a porter have no price: the agency arranges them where the route permits.
pub(super) fn wishes(booking: &Booking) -> String {
    let wishes = [
        (booking.include_meals, "Meals"),
        (booking.include_porter, "Porter"),
    ];
    let wished = wishes.into_iter().filter(|(is_wished, _)| *is_wished);
    wished.map(|(_, wish)| wish).collect::<Vec<_>>().join(", ")
}

fn lines(booking: &Booking) -> Vec<Line> {
    let currency = booking.quote.currency;
    let lines = booking.quote.lines().into_iter();
    lines
        .map(|line| Line {
            label: line.label,
            amount: match amount(line.amount, currency) {
                deducted if line.is_discount => format!("−{deducted}"),
                charged => charged,
            },
        })
        .collect()
}
