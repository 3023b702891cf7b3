//! Informs the agency about its bookings: an email for each event, and a badge in the administration with the number
//! of events that an administrator has not seen.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use domain::booking::Booking;
use serde::{Deserialize, Serialize};
use store::agency_events::{self, AgencyEvent, Kind};
use store::jobs::{self, ClaimedJob, Job};
use store::{StoreError, Tx};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::auth::Admin;
use crate::http::error::ApiResult;
use crate::http::error_responses::{AdminErrors, BodyErrors, ServerError};
use crate::http::extract::Body;
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::format::{amount, count, day};
use crate::platform::job_runner::JobError;
use crate::platform::mails::agency_event::AgencyEventMail;
use crate::platform::mails::booking_confirmed::Line;
use crate::platform::mails::{Envelope, MailTemplate, Sender};

const MAX_EVENTS: u64 = 20;
/// An administrator who has never opened the list sees no older events as new.
const DEFAULT_UNSEEN_PERIOD: TimeDelta = TimeDelta::days(30);

/// Stores an event and the job that mails it, in the transaction of its cause.
pub async fn add(app: &App, tx: &Tx, kind: Kind, booking_id: Uuid) -> Result<(), StoreError> {
    let event = AgencyEvent {
        id: app.clock.new_id(),
        kind,
        booking_id,
        at: app.clock.now(),
    };
    agency_events::add(tx, &event).await?;
    if app.config.agency_email.is_some() {
        let mail = Job::MailAgencyEvent { event_id: event.id };
        jobs::add(tx, app.clock.new_id(), &mail, event.at).await?;
    }
    Ok(())
}

/// Runs the job that mails an event.
pub async fn mail(app: &App, job: &ClaimedJob, event_id: Uuid) -> Result<(), JobError> {
    let Some(event) = agency_events::find(&app.db, event_id).await? else {
        return Ok(());
    };
    let Some(booking) = store::bookings::find(&app.db, event.booking_id).await? else {
        return Ok(());
    };
    // The address was removed from the settings since.
    let Some(address) = &app.config.agency_email else {
        return Ok(());
    };
    let letter = letter(app, event.kind, &booking);
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: "",
        to_address: address,
    };
    let mut mail = letter.write(&envelope, &Sender::from(&app.config))?;
    mail.reply_to = Some(booking.customer.email).filter(|email| !email.is_empty());
    Ok(app.send_mail(mail).await?)
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
    }
}

fn texts_for(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::BookingPaid => ("New paid booking", "A booking was paid and is confirmed."),
        Kind::BookingCancelled => (
            "Booking cancelled",
            "A paid booking was cancelled. Any refund due under the cancellation policy is under way.",
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
        Kind::RefundFailed => (
            "Refund failed",
            "The payment provider could not make a refund. The money is still in your account. Try the refund again, or refund it another way.",
        ),
    }
}

#[derive(Serialize, ToSchema)]
pub struct AgencyEventsAnswer {
    pub status: Success,
    pub data: AgencyEvents,
}

#[derive(Serialize, ToSchema)]
pub struct AgencyEvents {
    /// Newest first.
    pub events: Vec<ShownEvent>,
    /// Number of events that the caller has not seen.
    pub unseen: u64,
}

/// An event of a booking that the agency did not cause itself.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShownEvent {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// `bookingPaid`, `bookingCancelled`, `paymentFailed`, `paymentMismatch` or `refundFailed`.
    pub kind: String,
    pub at: DateTime<Utc>,
    pub booking_id: Uuid,
    pub reference: String,
    pub trek: String,
    /// Name of the account that made the booking; empty once that account is deleted.
    pub booked_by: String,
    pub seen: bool,
}

/// Lists the latest events of bookings, and how many of them are new to the caller.
#[utoipa::path(
    get, path = "/api/agency-events", tag = "bookings", security(("session" = [])),
    responses((status = 200, body = AgencyEventsAnswer), AdminErrors, ServerError),
)]
pub async fn list_agency_events(
    State(app): State<App>,
    Admin(me): Admin,
) -> ApiResult<Json<AgencyEventsAnswer>> {
    let seen_until = agency_events::seen_until(&app.db, me.id).await?;
    let seen_until = seen_until.unwrap_or(app.clock.now() - DEFAULT_UNSEEN_PERIOD);
    let newest = agency_events::newest(&app.db, MAX_EVENTS).await?;
    let ids: Vec<Uuid> = newest.iter().map(|event| event.booking_id).collect();
    // A single query, because every open administration page calls this once a minute.
    let bookings = store::bookings::find_in_order(&app.db, &ids).await?;
    let bookings: HashMap<Uuid, Booking> = bookings.into_iter().map(|one| (one.id, one)).collect();
    let events = newest
        .into_iter()
        .filter_map(|event| {
            let booking = bookings.get(&event.booking_id)?;
            Some(ShownEvent {
                id: event.id,
                kind: event.kind.as_str().to_owned(),
                at: event.at,
                booking_id: booking.id,
                reference: booking.reference.clone(),
                trek: booking.trek.name.clone(),
                booked_by: booking.customer.name.clone(),
                seen: event.at <= seen_until,
            })
        })
        .collect();
    Ok(Json(AgencyEventsAnswer {
        status: Success::Success,
        data: AgencyEvents {
            events,
            unseen: agency_events::count_after(&app.db, seen_until).await?,
        },
    }))
}

#[derive(Deserialize, ToSchema)]
pub struct SeenRequest {
    /// The time of the newest event that was shown.
    pub until: DateTime<Utc>,
}

/// Records up to when the caller has seen the events.
#[utoipa::path(
    post, path = "/api/agency-events/seen", tag = "bookings", security(("session" = [])),
    request_body = SeenRequest,
    responses((status = 204), BodyErrors, AdminErrors, ServerError),
)]
pub async fn mark_agency_events_seen(
    State(app): State<App>,
    Admin(me): Admin,
    Body(ask): Body<SeenRequest>,
) -> ApiResult<StatusCode> {
    // A client clock that is ahead must not hide future events.
    let until = ask.until.min(app.clock.now());
    agency_events::set_seen_until(&app.db, me.id, until).await?;
    Ok(StatusCode::NO_CONTENT)
}
