//! Undelivered emails: administrators list them and send them again (decisions §3). The jobs that send emails are
//! listed in `jobs.rs`.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use store::jobs::{self, FailedJob};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::features::account::wire::MessageAnswer;
use crate::features::audit;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BadRequest, Conflict, NotFound};
use crate::http::extract::{Params, PathId};
use crate::http::pagination;
use crate::http::response::Success;
use crate::platform::app::App;

const MAIL_NOT_FOUND: &str = "Email not found.";
const CODE_EXPIRED: &str = "The code in this email has expired, so it was not sent again.";

/// Text fields, so that the error for an invalid value names the field and the permitted values.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListFailedMails {
    /// From 1.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct FailedMailListAnswer {
    pub status: Success,
    pub data: FailedMailList,
}

#[derive(Serialize, ToSchema)]
pub struct FailedMailList {
    pub mails: Vec<FailedMail>,
    pub total: u64,
}

/// An email that was given up. Its text is not included, because it may contain a code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FailedMail {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// The kind of the email, for example `mailBookingConfirmed`.
    pub kind: String,
    /// Empty if the email could not be rendered.
    pub to: String,
    pub last_error: String,
    pub tries: u32,
    pub created_at: DateTime<Utc>,
    pub given_up_at: DateTime<Utc>,
}

impl From<FailedJob> for FailedMail {
    fn from(failed: FailedJob) -> Self {
        Self {
            id: failed.id,
            kind: failed.job.kind(),
            to: failed.mail_to.unwrap_or_default(),
            last_error: failed.last_error,
            tries: failed.tries,
            created_at: failed.created_at,
            given_up_at: failed.given_up_at,
        }
    }
}

/// Lists emails that were given up, latest first.
#[utoipa::path(
    get, path = "/api/mails/failed", tag = "mails", security(("session" = [])),
    params(ListFailedMails),
    responses((status = 200, body = FailedMailListAnswer), BadRequest, AdminErrors),
)]
pub(crate) async fn list_failed_mails(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ListFailedMails>,
) -> ApiResult<Json<FailedMailListAnswer>> {
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let (failed, total) = jobs::failed_mails(&app.db, page.offset, page.limit).await?;
    Ok(Json(FailedMailListAnswer {
        status: Success::Success,
        data: FailedMailList {
            mails: failed.into_iter().map(FailedMail::from).collect(),
            total,
        },
    }))
}

/// Sends an email again, with its attempts reset. An expired code is never sent.
#[utoipa::path(
    post, path = "/api/mails/{id}/resend", tag = "mails", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 202, body = MessageAnswer), AdminErrors, NotFound, Conflict),
)]
pub(crate) async fn resend_mail(
    State(app): State<App>,
    Staff(admin): Staff,
    id: PathId,
) -> ApiResult<(StatusCode, Json<MessageAnswer>)> {
    let id = id.or_not_found(MAIL_NOT_FOUND)?;
    let now = app.clock.now();
    let kind = app
        .in_transaction("resend_failed_mail", async |tx| -> ApiResult<_> {
            let failed = jobs::find_failed_mail(&tx, id).await?;
            let failed = failed.ok_or_else(|| ApiError::not_found(MAIL_NOT_FOUND))?;
            let life = TimeDelta::seconds(i64::from(app.config.otp_ttl_seconds));
            if failed.job.is_code() && now >= failed.created_at + life {
                return Err(ApiError::conflict(CODE_EXPIRED));
            }
            if !jobs::requeue(&tx, id, now).await? {
                return Err(ApiError::not_found(MAIL_NOT_FOUND));
            }
            // The log does not keep addresses, because a person who deletes the account must be forgotten.
            let kind = failed.job.kind();
            let subject = ("mail", id.to_string(), kind.as_str());
            let entry = audit::note(&app, &admin, "resend-mail", subject, Vec::new());
            store::audit::add(&tx, &entry).await?;
            Ok(kind)
        })
        .await?;
    tracing::info!(mail = %id, kind, admin = %admin.id, "an administrator retries a failed email");
    app.wake_worker();
    let answer = MessageAnswer {
        status: Success::Success,
        message: "Email sent.".to_owned(),
    };
    Ok((StatusCode::ACCEPTED, Json(answer)))
}
