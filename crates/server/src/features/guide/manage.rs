//! `GET`, `POST /api/guides` and `PATCH /api/guides/{id}`: staff keep the list of guides (operations §2).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::NaiveDate;
use domain::account::Email;
use domain::guide::Guide;
use domain::problem::Problem;
use serde::Deserialize;
use serde_json::{Value, json};
use store::guides;
use utoipa::ToSchema;

use super::wire::{GuideAnswer, GuideList, GuideListAnswer};
use crate::features::audit;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, ServerError};
use crate::http::extract::{Body, PathId, null_or_value};
use crate::http::response::Success;
use crate::platform::app::App;

const NOT_FOUND: &str = "Guide not found.";
const INVALID: &str = "Invalid guide. Please check your input.";
const STALE: &str = "Somebody else changed this guide. Reload and try again.";

/// A guide as staff enter it. Empty text means unknown.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewGuide {
    #[serde(default)]
    #[schema(required)]
    name: String,
    phone: Option<String>,
    email: Option<String>,
    licence: Option<String>,
    licence_until: Option<NaiveDate>,
}

/// Absent fields keep their values; null and empty text clear them.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuideChange {
    /// The version that this change is based on.
    version: i64,
    name: Option<String>,
    #[serde(default, deserialize_with = "null_or_value")]
    #[schema(value_type = Option<String>)]
    phone: Option<Option<String>>,
    #[serde(default, deserialize_with = "null_or_value")]
    #[schema(value_type = Option<String>)]
    email: Option<Option<String>>,
    #[serde(default, deserialize_with = "null_or_value")]
    #[schema(value_type = Option<String>)]
    licence: Option<Option<String>>,
    #[serde(default, deserialize_with = "null_or_value")]
    #[schema(value_type = Option<NaiveDate>)]
    licence_until: Option<Option<NaiveDate>>,
    /// False takes the guide out of service.
    is_active: Option<bool>,
}

impl GuideChange {
    fn apply(self, mut guide: Guide) -> ApiResult<Guide> {
        let mut problems = Vec::new();
        if let Some(name) = self.name {
            name.trim().clone_into(&mut guide.name);
        }
        if let Some(phone) = self.phone {
            guide.phone = trimmed(phone);
        }
        if let Some(licence) = self.licence {
            guide.licence = trimmed(licence);
        }
        if let Some(until) = self.licence_until {
            guide.licence_until = until;
        }
        if let Some(email) = self.email {
            match trimmed(email).as_deref().map(Email::parse).transpose() {
                Ok(email) => guide.email = email,
                Err(error) => problems.push(Problem::new("email", error.to_string())),
            }
        }
        guide.is_active = self.is_active.unwrap_or(guide.is_active);
        problems.extend(guide.check());
        if problems.is_empty() {
            Ok(guide)
        } else {
            Err(ApiError::invalid(INVALID, problems))
        }
    }
}

fn trimmed(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty())
}

/// Lists all guides.
#[utoipa::path(
    get, path = "/api/guides", tag = "guides", security(("session" = [])),
    responses((status = 200, body = GuideListAnswer), AdminErrors, ServerError),
)]
pub(crate) async fn list_guides(
    State(app): State<App>,
    _staff: Staff,
) -> ApiResult<Json<GuideListAnswer>> {
    let guides = guides::list(&app.db).await?;
    Ok(Json(GuideListAnswer {
        status: Success::Success,
        data: GuideList {
            guides: guides.into_iter().map(Into::into).collect(),
        },
    }))
}

/// Adds a guide.
#[utoipa::path(
    post, path = "/api/guides", tag = "guides", security(("session" = [])), request_body = NewGuide,
    responses((status = 201, body = GuideAnswer), BodyErrors, AdminErrors, ServerError),
)]
pub(crate) async fn create_guide(
    State(app): State<App>,
    Staff(me): Staff,
    Body(new): Body<NewGuide>,
) -> ApiResult<(StatusCode, Json<GuideAnswer>)> {
    let blank = Guide {
        id: app.clock.new_id(),
        name: String::new(),
        phone: None,
        email: None,
        licence: None,
        licence_until: None,
        is_active: true,
        version: 1,
    };
    let entered = GuideChange {
        version: 1,
        name: Some(new.name),
        phone: Some(new.phone),
        email: Some(new.email),
        licence: Some(new.licence),
        licence_until: Some(new.licence_until),
        is_active: None,
    };
    let guide = entered.apply(blank)?;
    app.in_transaction("create_guide", async |tx| -> ApiResult<()> {
        guides::insert(&tx, &guide, app.clock.now()).await?;
        let subject = ("guide", guide.id.to_string(), &*guide.name);
        let line = audit::note(&app, &me, "create", subject, Vec::new());
        store::audit::add(&tx, &line).await?;
        Ok(())
    })
    .await?;
    Ok((StatusCode::CREATED, Json(guide.into())))
}

/// Changes a guide, or takes one out of service.
#[utoipa::path(
    patch, path = "/api/guides/{id}", tag = "guides", security(("session" = [])),
    params(("id" = String, Path)), request_body = GuideChange,
    responses((status = 200, body = GuideAnswer), BodyErrors, AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn update_guide(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(change): Body<GuideChange>,
) -> ApiResult<Json<GuideAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    app.in_transaction("update_guide", async |tx| -> ApiResult<_> {
        let stored = guides::find(&tx, id).await?;
        let stored = stored.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
        if change.version != stored.version {
            return Err(ApiError::conflict(STALE).with_current_version(stored.version));
        }
        let changed = change.clone().apply(stored.clone())?;
        if changed == stored {
            return Ok(Json(stored.into()));
        }
        if !guides::update(&tx, &changed, app.clock.now()).await? {
            return Err(ApiError::conflict(STALE).with_current_version(stored.version + 1));
        }
        let changes = audit::changes(&recorded(&stored), &recorded(&changed));
        let subject = ("guide", id.to_string(), &*changed.name);
        let line = audit::note(&app, &me, "update", subject, changes);
        store::audit::add(&tx, &line).await?;
        let changed = Guide {
            version: stored.version + 1,
            ..changed
        };
        Ok(Json(changed.into()))
    })
    .await
}

/// What the audit log compares.
fn recorded(guide: &Guide) -> Value {
    json!({
        "name": guide.name, "phone": guide.phone, "email": guide.email, "licence": guide.licence,
        "licenceUntil": guide.licence_until, "isActive": guide.is_active,
    })
}
