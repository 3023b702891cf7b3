//! `POST /api/campaigns/{id}/send`, `/retry` and `/test`: staff send a draft to its recipients, send failed emails again, and
//! send a draft to themselves.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use store::jobs::{self, Job};
use store::{audit as audit_log, campaign_recipients, campaigns};

use super::audience::recipients;
use super::manage::{NOT_FOUND, STALE, SUBJECT, check_draft, find, shown};
use super::queue;
use super::wire::{CampaignAnswer, SendCampaign};
use crate::features::account::wire::MessageAnswer;
use crate::features::audit;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, ServerError};
use crate::http::extract::{Body, PathId};
use crate::http::response::Success;
use crate::platform::app::App;

const NO_RECIPIENTS: &str = "This email has no recipients.";
const NOTHING_FAILED: &str = "No email of this campaign failed.";

/// Sends a draft. Its recipients are those of this moment; the emails leave one by one, at most
/// `campaign_mails_per_minute` of them.
#[utoipa::path(
    post, path = "/api/campaigns/{id}/send", tag = "campaigns", security(("session" = [])),
    params(("id" = String, Path)), request_body = SendCampaign,
    responses((status = 200, body = CampaignAnswer), BodyErrors, AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn send_campaign(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(ask): Body<SendCampaign>,
) -> ApiResult<Json<CampaignAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let shown = app
        .in_transaction("send_campaign", async |tx| -> ApiResult<_> {
            let stored = find(&tx, id).await?;
            check_draft(&stored, ask.version)?;
            // The conditional update is first, so that of two calls only one reads the recipients.
            if !campaigns::start(&tx, id, ask.version, app.clock.now()).await? {
                return Err(ApiError::conflict(STALE).with_current_version(stored.version + 1));
            }
            let people = recipients(&app, &tx, &stored).await?;
            if people.is_empty() {
                return Err(ApiError::conflict(NO_RECIPIENTS));
            }
            campaign_recipients::add(&tx, &people).await?;
            let subject = (SUBJECT, id.to_string(), &*stored.subject);
            let line = audit::note(&app, &me, "send", subject, Vec::new());
            audit_log::add(&tx, &line).await?;
            let started = find(&tx, id).await?;
            shown(&tx, started).await
        })
        .await?;
    queue::queue_soon(&app).await;
    Ok(Json(shown))
}

/// Sends the failed emails of a campaign again.
#[utoipa::path(
    post, path = "/api/campaigns/{id}/retry", tag = "campaigns", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = CampaignAnswer), AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn retry_campaign(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
) -> ApiResult<Json<CampaignAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let shown = app
        .in_transaction("retry_campaign", async |tx| -> ApiResult<_> {
            let stored = find(&tx, id).await?;
            if campaign_recipients::retry_failed(&tx, id).await? == 0 {
                return Err(ApiError::conflict(NOTHING_FAILED));
            }
            campaigns::resume(&tx, id).await?;
            let subject = (SUBJECT, id.to_string(), &*stored.subject);
            let line = audit::note(&app, &me, "retry", subject, Vec::new());
            audit_log::add(&tx, &line).await?;
            let resumed = find(&tx, id).await?;
            shown(&tx, resumed).await
        })
        .await?;
    queue::queue_soon(&app).await;
    Ok(Json(shown))
}

/// Sends the email to the caller alone.
#[utoipa::path(
    post, path = "/api/campaigns/{id}/test", tag = "campaigns", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 202, body = MessageAnswer), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn test_campaign(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
) -> ApiResult<(StatusCode, Json<MessageAnswer>)> {
    let id = id.or_not_found(NOT_FOUND)?;
    app.in_transaction("test_campaign", async |tx| -> ApiResult<()> {
        let stored = find(&tx, id).await?;
        let job = Job::MailCampaignTest {
            campaign_id: id,
            account_id: me.id,
        };
        jobs::add(&tx, app.clock.new_id(), &job, app.clock.now()).await?;
        let subject = (SUBJECT, id.to_string(), &*stored.subject);
        let line = audit::note(&app, &me, "test", subject, Vec::new());
        audit_log::add(&tx, &line).await?;
        Ok(())
    })
    .await?;
    app.wake_worker();
    let answer = MessageAnswer {
        status: Success::Success,
        message: format!("We sent the email to {}.", me.account.email),
    };
    Ok((StatusCode::ACCEPTED, Json(answer)))
}
