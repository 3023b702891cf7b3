//! `GET`, `POST /api/campaigns`, `GET`, `PATCH`, `DELETE /api/campaigns/{id}` and `GET /api/campaigns/{id}/recipients`: staff
//! write drafts, and see who got an email.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::campaign::{Audience, Campaign, CampaignStatus, RecipientStatus};
use domain::problem::Problem;
use serde::Deserialize;
use serde_json::{Value, json};
use store::{Connection, audit as audit_log, campaign_recipients, campaigns};
use utoipa::IntoParams;
use uuid::Uuid;

use super::audience::departure_label;
use super::wire::{
    self, CampaignAnswer, CampaignAudience, CampaignChange, CampaignList, CampaignListAnswer,
    CampaignRecipients, CampaignRecipientsAnswer, NewCampaign, RecipientCounts,
};
use crate::features::audit;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    AdminErrors, BadRequest, BodyErrors, Conflict, NotFound, ServerError,
};
use crate::http::extract::{Body, Params, PathId};
use crate::http::pagination;
use crate::http::response::Success;
use crate::platform::app::App;

pub const NOT_FOUND: &str = "Email not found.";
const INVALID: &str = "Please check your email.";
pub const STALE: &str = "Somebody else changed this email. Reload and try again.";
pub const NOT_A_DRAFT: &str = "This email was sent already.";
/// The kind of the subject in the audit log.
pub const SUBJECT: &str = "campaign";

/// Text fields, so that the error for an invalid value names the field and the permitted values.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListCampaigns {
    /// From 1.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
}

/// Text fields, so that the error for an invalid value names the field and the permitted values.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListRecipients {
    /// From 1.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
    /// sent, skipped or failed; all if absent.
    state: Option<String>,
}

/// Lists campaigns, newest first.
#[utoipa::path(
    get, path = "/api/campaigns", tag = "campaigns", security(("session" = [])), params(ListCampaigns),
    responses((status = 200, body = CampaignListAnswer), BadRequest, AdminErrors, ServerError),
)]
pub(crate) async fn list_campaigns(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ListCampaigns>,
) -> ApiResult<Json<CampaignListAnswer>> {
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let (found, total) = campaigns::list(&app.db, page.offset, page.limit).await?;
    let mut shown = Vec::new();
    let ids: Vec<Uuid> = found.iter().map(|campaign| campaign.id).collect();
    let mut counts = campaign_recipients::count(&app.db, &ids).await?;
    for campaign in found {
        let counts = counts.remove(&campaign.id).unwrap_or_default();
        shown.push(to_wire(&app.db, campaign, &counts).await?);
    }
    Ok(Json(CampaignListAnswer {
        status: Success::Success,
        data: CampaignList {
            campaigns: shown,
            total,
        },
    }))
}

/// Stores a draft. It is sent by another call.
#[utoipa::path(
    post, path = "/api/campaigns", tag = "campaigns", security(("session" = [])), request_body = NewCampaign,
    responses((status = 201, body = CampaignAnswer), BodyErrors, AdminErrors, ServerError),
)]
pub(crate) async fn create_campaign(
    State(app): State<App>,
    Staff(me): Staff,
    Body(new): Body<NewCampaign>,
) -> ApiResult<(StatusCode, Json<CampaignAnswer>)> {
    let campaign = Campaign {
        id: app.clock.new_id(),
        subject: new.subject.trim().to_owned(),
        body: new.body.trim().to_owned(),
        audience: new.audience.into(),
        status: CampaignStatus::Draft,
        version: 1,
        created_by: me.account.name.clone(),
        created_at: app.clock.now(),
        started_at: None,
    };
    let shown = app
        .in_transaction("create_campaign", async |tx| -> ApiResult<_> {
            check(&tx, &campaign).await?;
            campaigns::insert(&tx, &campaign).await?;
            let subject = (SUBJECT, campaign.id.to_string(), &*campaign.subject);
            let line = audit::note(&app, &me, "create", subject, Vec::new());
            audit_log::add(&tx, &line).await?;
            shown(&tx, campaign.clone()).await
        })
        .await?;
    Ok((StatusCode::CREATED, Json(shown)))
}

/// Returns a campaign with the number of its recipients.
#[utoipa::path(
    get, path = "/api/campaigns/{id}", tag = "campaigns", security(("session" = [])), params(("id" = String, Path)),
    responses((status = 200, body = CampaignAnswer), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn read_campaign(
    State(app): State<App>,
    _staff: Staff,
    id: PathId,
) -> ApiResult<Json<CampaignAnswer>> {
    let campaign = find(&app.db, id.or_not_found(NOT_FOUND)?).await?;
    Ok(Json(shown(&app.db, campaign).await?))
}

/// Changes a draft.
#[utoipa::path(
    patch, path = "/api/campaigns/{id}", tag = "campaigns", security(("session" = [])),
    params(("id" = String, Path)), request_body = CampaignChange,
    responses((status = 200, body = CampaignAnswer), BodyErrors, AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn update_campaign(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(change): Body<CampaignChange>,
) -> ApiResult<Json<CampaignAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let shown = app
        .in_transaction("update_campaign", async |tx| -> ApiResult<_> {
            let stored = find(&tx, id).await?;
            check_draft(&stored, change.version)?;
            let trimmed = |text: &Option<String>| text.as_deref().map(|it| it.trim().to_owned());
            let changed = Campaign {
                subject: trimmed(&change.subject).unwrap_or_else(|| stored.subject.clone()),
                body: trimmed(&change.body).unwrap_or_else(|| stored.body.clone()),
                audience: change.audience.map_or(stored.audience, Audience::from),
                ..stored.clone()
            };
            check(&tx, &changed).await?;
            if changed != stored {
                if !campaigns::update(&tx, &changed).await? {
                    return Err(ApiError::conflict(STALE).with_current_version(stored.version + 1));
                }
                let changes = audit::changes(&recorded(&stored), &recorded(&changed));
                let subject = (SUBJECT, id.to_string(), &*changed.subject);
                let line = audit::note(&app, &me, "update", subject, changes);
                audit_log::add(&tx, &line).await?;
            }
            let changed = find(&tx, id).await?;
            shown(&tx, changed).await
        })
        .await?;
    Ok(Json(shown))
}

/// Deletes a draft.
#[utoipa::path(
    delete, path = "/api/campaigns/{id}", tag = "campaigns", security(("session" = [])), params(("id" = String, Path)),
    responses((status = 204), AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn delete_campaign(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
) -> ApiResult<StatusCode> {
    let id = id.or_not_found(NOT_FOUND)?;
    app.in_transaction("delete_campaign", async |tx| -> ApiResult<()> {
        let stored = find(&tx, id).await?;
        if !campaigns::delete_draft(&tx, id).await? {
            return Err(ApiError::conflict(NOT_A_DRAFT));
        }
        let subject = (SUBJECT, id.to_string(), &*stored.subject);
        let line = audit::note(&app, &me, "delete", subject, Vec::new());
        audit_log::add(&tx, &line).await?;
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the recipients of a campaign, and whether each got the email.
#[utoipa::path(
    get, path = "/api/campaigns/{id}/recipients", tag = "campaigns", security(("session" = [])),
    params(("id" = String, Path), ListRecipients),
    responses((status = 200, body = CampaignRecipientsAnswer), BadRequest, AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn list_recipients(
    State(app): State<App>,
    _staff: Staff,
    id: PathId,
    Params(query): Params<ListRecipients>,
) -> ApiResult<Json<CampaignRecipientsAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let status = match query.state.as_deref().unwrap_or_default() {
        "" => None,
        "sent" => Some(RecipientStatus::Sent),
        "skipped" => Some(RecipientStatus::Skipped),
        "failed" => Some(RecipientStatus::Failed),
        _ => {
            let problem = Problem::new("state", "state must be sent, skipped or failed");
            return Err(ApiError::invalid("The query is not valid", vec![problem]));
        }
    };
    find(&app.db, id).await?;
    let (found, total) =
        campaign_recipients::list(&app.db, id, status, page.offset, page.limit).await?;
    Ok(Json(CampaignRecipientsAnswer {
        status: Success::Success,
        data: CampaignRecipients {
            recipients: found.into_iter().map(Into::into).collect(),
            total,
        },
    }))
}

/// A draft of this version can still be changed or sent.
pub fn check_draft(stored: &Campaign, version: i64) -> ApiResult<()> {
    if stored.status != CampaignStatus::Draft {
        return Err(ApiError::conflict(NOT_A_DRAFT).with_current_version(stored.version));
    }
    if stored.version != version {
        return Err(ApiError::conflict(STALE).with_current_version(stored.version));
    }
    Ok(())
}

async fn check(db: &impl Connection, campaign: &Campaign) -> ApiResult<()> {
    let mut problems = campaign.check();
    if let Audience::Departure(id) = campaign.audience
        && departure_label(db, id).await?.is_none()
    {
        problems.push(Problem::new("audience", "This departure does not exist"));
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(ApiError::invalid(INVALID, problems))
    }
}

pub(crate) async fn find(db: &impl Connection, id: Uuid) -> ApiResult<Campaign> {
    let found = campaigns::find(db, id).await?;
    found.ok_or_else(|| ApiError::not_found(NOT_FOUND))
}

pub(crate) async fn shown(db: &impl Connection, campaign: Campaign) -> ApiResult<CampaignAnswer> {
    let counts = campaign_recipients::count(db, &[campaign.id]).await?;
    let counts = counts.get(&campaign.id).cloned().unwrap_or_default();
    Ok(to_wire(db, campaign, &counts).await?.answer())
}

async fn to_wire(
    db: &impl Connection,
    campaign: Campaign,
    counts: &HashMap<RecipientStatus, u64>,
) -> ApiResult<wire::Campaign> {
    let departure = match campaign.audience {
        Audience::Departure(id) => departure_label(db, id).await?,
        Audience::Subscribers => None,
    };
    let counts = RecipientCounts::new(counts);
    Ok(wire::Campaign::new(campaign, departure, counts))
}

/// What the audit log compares.
fn recorded(campaign: &Campaign) -> Value {
    let audience = CampaignAudience::from(campaign.audience);
    json!({"subject": campaign.subject, "body": campaign.body, "audience": audience})
}
