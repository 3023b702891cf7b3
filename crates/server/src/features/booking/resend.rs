//! `POST /api/bookings/{id}/resend-mail`: an administrator sends an email of a booking again.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::booking::{Booking, BookingStatus};
use domain::booking_action::BookingAction;
use store::jobs::{self, Job};

use super::read::found;
use crate::features::account::wire::MessageAnswer;
use crate::features::audit;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, Conflict, NotFound, ServerError};
use crate::http::extract::PathId;
use crate::http::response::Success;
use crate::platform::app::App;

const NO_MAIL: &str = "No email is sent for a booking in this status.";
const NO_ADDRESS: &str = "The traveller has deleted the account: there is no address to write to.";

/// Mails the traveller the email for the booking's status again: the confirmation or the cancellation.
#[utoipa::path(
    post, path = "/api/bookings/{id}/resend-mail", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path)),
    responses((status = 202, body = MessageAnswer), AdminErrors, NotFound, Conflict, ServerError),
)]
pub async fn resend_booking_mail(
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
    let tx = app.db.begin().await?;
    jobs::add(&tx, app.clock.new_id(), &job, app.clock.now()).await?;
    let subject = (
        "booking",
        booking.id.to_string(),
        booking.trek.name.as_str(),
    );
    let entry = audit::note(&app, &admin, "resend-mail", subject, Vec::new());
    store::audit::add(&tx, &entry).await?;
    tx.commit().await?;
    app.wake_worker();
    let answer = MessageAnswer {
        status: Success::Success,
        message: "Email sent.".to_owned(),
    };
    Ok((StatusCode::ACCEPTED, Json(answer)))
}

/// The job that mails about the current status.
fn mail_of(booking: &Booking) -> Job {
    let booking_id = booking.id;
    if booking.status != BookingStatus::Cancelled {
        return Job::MailBookingConfirmed { booking_id };
    }
    Job::MailBookingCancelled { booking_id }
}
