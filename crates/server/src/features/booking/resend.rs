//! `POST /api/bookings/{id}/resend-mail` and `POST /api/bookings/{id}/mails/{mailId}/resend`: staff send an email of a
//! booking again.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use domain::booking::{Booking, BookingStatus};
use domain::booking_action::BookingAction;
use domain::review::can_review;
use store::jobs::{self, Job};
use store::{departure_changes, reviews};

use super::audit_entry;
use super::payment::instructions_mail;
use super::read::found;
use super::sent_mail::{NOT_KEPT, find};
use crate::features::account::wire::MessageAnswer;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, Conflict, NotFound, ServerError};
use crate::http::extract::PathId;
use crate::http::response::Success;
use crate::platform::app::App;

const NO_MAIL: &str = "No email is sent for a booking in this status.";
const NO_ADDRESS: &str = "The traveller has deleted the account: there is no address to write to.";
const OUTDATED: &str = "The booking has changed since: this email no longer applies.";

/// Mails the traveller the email for the booking's status again: the confirmation or the cancellation.
#[utoipa::path(
    post, path = "/api/bookings/{id}/resend-mail", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path)),
    responses((status = 202, body = MessageAnswer), AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn resend_booking_mail(
    State(app): State<App>,
    Staff(admin): Staff,
    id: PathId,
) -> ApiResult<(StatusCode, Json<MessageAnswer>)> {
    let booking = found(&app, id).await?;
    if booking.mail_address().is_none() {
        return Err(ApiError::conflict(NO_ADDRESS));
    }
    if !booking.allows(BookingAction::ResendMail) {
        return Err(ApiError::conflict(NO_MAIL));
    }
    let job = mail_of(&booking);
    app.in_transaction("resend_booking_mail", async |tx| -> ApiResult<()> {
        jobs::add(&tx, app.clock.new_id(), &job, app.clock.now()).await?;
        audit_entry::note(&app, &tx, &admin, "resend-mail", &booking, &[]).await
    })
    .await?;
    Ok(queued(&app))
}

/// Sends what was stored, without waiting for the next poll, and says so.
fn queued(app: &App) -> (StatusCode, Json<MessageAnswer>) {
    app.wake_worker();
    let answer = MessageAnswer {
        status: Success::Success,
        message: "Email sent.".to_owned(),
    };
    (StatusCode::ACCEPTED, Json(answer))
}

/// Sends an email again, with what it says about the booking as it is now.
#[utoipa::path(
    post, path = "/api/bookings/{id}/mails/{mailId}/resend", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path), ("mailId" = String, Path)),
    responses((status = 202, body = MessageAnswer), AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn resend_sent_mail(
    State(app): State<App>,
    Staff(me): Staff,
    Path(ids): Path<(String, String)>,
) -> ApiResult<(StatusCode, Json<MessageAnswer>)> {
    let (booking, content) = find(&app, &ids).await?;
    if booking.mail_address().is_none() {
        return Err(ApiError::conflict(NO_ADDRESS));
    }
    let content = content.ok_or_else(|| ApiError::conflict(NOT_KEPT))?;
    if !applies(&app, &booking, &content.job).await? {
        return Err(ApiError::conflict(OUTDATED));
    }
    app.in_transaction("resend_sent_mail", async |tx| -> ApiResult<()> {
        jobs::add(&tx, app.clock.new_id(), &content.job, app.clock.now()).await?;
        audit_entry::note(&app, &tx, &me, "resend-mail", &booking, &[]).await?;
        Ok(())
    })
    .await?;
    Ok(queued(&app))
}

/// Whether the job of an email that was sent mails anything about the booking as it is now.
async fn applies(app: &App, booking: &Booking, job: &Job) -> ApiResult<bool> {
    let today = app.clock.today(app.config.timezone);
    Ok(match *job {
        Job::MailBookingConfirmed { .. } => matches!(
            booking.status,
            BookingStatus::Confirmed | BookingStatus::Completed
        ),
        Job::MailDepartureGuaranteed { .. } => booking.status == BookingStatus::Confirmed,
        Job::MailBookingCancelled { .. } => booking.status == BookingStatus::Cancelled,
        Job::MailPaymentInstructions { .. } => instructions_mail::applies(app, booking),
        Job::MailBalanceReminder { due_on, .. } => booking.due_on() == Some(due_on),
        Job::MailReviewRequest { booking_id } => {
            let review = reviews::find_for_booking(&app.db, booking_id).await?;
            can_review(booking, today) && review.is_none()
        }
        Job::MailDepartureChange { choice_id, .. } => {
            let choice = departure_changes::find_choice(&app.db, choice_id).await?;
            choice.is_some_and(|choice| choice.answered_at.is_none())
        }
        _ => true,
    })
}

/// The job that mails about the current status.
fn mail_of(booking: &Booking) -> Job {
    let booking_id = booking.id;
    if booking.status != BookingStatus::Cancelled {
        return Job::MailBookingConfirmed { booking_id };
    }
    Job::MailBookingCancelled { booking_id }
}
