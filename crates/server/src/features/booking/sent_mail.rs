//! An email that was sent for a booking: what is kept of it, and its preview.

use axum::Json;
use axum::extract::{Path, State};
use domain::booking::Booking;
use serde::Serialize;
use store::booking_mails::{self, MailContent};
use store::bookings;
use store::jobs::ClaimedJob;
use utoipa::ToSchema;
use uuid::Uuid;

use super::read::BOOKING_NOT_FOUND;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, NotFound, ServerError};
use crate::http::response::Success;
use crate::platform::adapters::mailer::Mail;
use crate::platform::app::App;
use crate::platform::job_runner::JobError;

const MAIL_NOT_FOUND: &str = "Email not found.";
pub(super) const NOT_KEPT: &str = "The content of this email is not kept.";

#[derive(Debug, Serialize, ToSchema)]
pub struct SentMailAnswer {
    pub status: Success,
    pub data: OneSentMail,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OneSentMail {
    pub mail: SentMailContent,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SentMailContent {
    pub subject: String,
    /// As it was sent, without the targets of its links.
    pub html: String,
}

/// Returns the content of an email that was sent for a booking.
#[utoipa::path(
    get, path = "/api/bookings/{id}/mails/{mailId}", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path), ("mailId" = String, Path)),
    responses((status = 200, body = SentMailAnswer), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn read_sent_mail(
    State(app): State<App>,
    _staff: Staff,
    Path(ids): Path<(String, String)>,
) -> ApiResult<Json<SentMailAnswer>> {
    let (_, content) = find(&app, &ids).await?;
    let content = content.ok_or_else(|| ApiError::not_found(NOT_KEPT))?;
    let MailContent { subject, html, .. } = content;
    Ok(Json(SentMailAnswer {
        status: Success::Success,
        data: OneSentMail {
            mail: SentMailContent { subject, html },
        },
    }))
}

/// The booking, and the content of its email if it was kept.
pub(super) async fn find(
    app: &App,
    (id, mail_id): &(String, String),
) -> ApiResult<(Booking, Option<MailContent>)> {
    let id = Uuid::parse_str(id).map_err(|_| ApiError::not_found(BOOKING_NOT_FOUND))?;
    let mail_id = Uuid::parse_str(mail_id).map_err(|_| ApiError::not_found(MAIL_NOT_FOUND))?;
    let booking = bookings::find(&app.db, id).await?;
    let booking = booking.ok_or_else(|| ApiError::not_found(BOOKING_NOT_FOUND))?;
    let found = booking_mails::find_content(&app.db, id, mail_id).await?;
    let content = found.ok_or_else(|| ApiError::not_found(MAIL_NOT_FOUND))?;
    Ok((booking, content))
}

/// What the history of the booking keeps of an email.
pub(super) fn content(job: &ClaimedJob, mail: &Mail) -> MailContent {
    MailContent {
        subject: mail.subject.clone(),
        html: without_targets(&mail.html),
        job: job.job.clone(),
    }
}

/// The same HTML whose links lead nowhere.
fn without_targets(html: &str) -> String {
    const LINK: &str = " href=\"";
    let mut parts = html.split(LINK);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.split_once('"').map_or("", |(_, rest)| rest);
        plain.push_str(rest);
    }
    plain
}

/// Records that an email was sent, for the history of the booking.
pub(super) async fn note_sent(
    app: &App,
    job: &ClaimedJob,
    booking_id: Uuid,
    content: &MailContent,
) -> Result<(), JobError> {
    let sent = (job.id, app.clock.now());
    Ok(booking_mails::record(&app.db, booking_id, sent, content).await?)
}

#[cfg(test)]
mod tests {
    use super::without_targets;

    #[test]
    fn the_kept_content_of_an_email_has_no_targets_of_links() {
        let html = r#"<p>See <a class="x" href="https://a.example/choices/secret" style="y">this</a> and <a href="b">that</a>.</p>"#;
        let plain = r#"<p>See <a class="x" style="y">this</a> and <a>that</a>.</p>"#;
        assert_eq!(without_targets(html), plain);
    }
}
