//! `GET` and `PATCH /api/custom-treks[/{id}]`: administrators list custom trek requests and record their progress
//! (decisions §3).

use axum::Json;
use axum::extract::State;
use domain::custom_trek::{self, CustomTrekStatus};
use domain::problem::Problem;
use serde::Deserialize;
use serde_json::json;
use store::custom_treks;
use utoipa::{IntoParams, ToSchema};

use super::wire::{self, CustomTrek, CustomTrekAnswer, CustomTrekList, CustomTrekListAnswer};
use crate::features::audit;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BadRequest, BodyErrors, NotFound};
use crate::http::extract::{Body, Params, PathId};
use crate::http::pagination;
use crate::http::response::Success;
use crate::platform::app::App;

const NOT_FOUND: &str = "Custom trek not found.";
const INVALID: &str = "Invalid change. Please check your input.";
const STATES: &str = "New, Answered or Closed";

/// Text fields, so that the error for an invalid value names the field and the permitted values.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListCustomTreks {
    /// From 1.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
    /// Words to find in id, name, email, phone or destination.
    search: Option<String>,
    /// New, Answered or Closed; all if absent.
    state: Option<String>,
}

impl ListCustomTreks {
    fn status(&self) -> ApiResult<Option<CustomTrekStatus>> {
        let word = self.state.as_deref().unwrap_or_default();
        if word.is_empty() {
            return Ok(None);
        }
        let status = CustomTrekStatus::parse(word);
        status.map(Some).ok_or_else(|| {
            let problem = Problem::new("state", format!("state must be {STATES}"));
            ApiError::invalid("The query is not valid", vec![problem])
        })
    }
}

/// Absent fields keep their values. Empty notes remove the notes.
#[derive(Clone, Deserialize, ToSchema)]
pub struct CustomTrekChange {
    #[schema(value_type = Option<wire::CustomTrekStatus>)]
    status: Option<String>,
    notes: Option<String>,
}

impl CustomTrekChange {
    fn apply(self, mut kept: custom_trek::CustomTrek) -> ApiResult<custom_trek::CustomTrek> {
        let mut problems = Vec::new();
        if let Some(word) = self.status {
            match CustomTrekStatus::parse(&word) {
                Some(status) => kept.status = status,
                None => problems.push(Problem::new("status", format!("Status must be {STATES}"))),
            }
        }
        if let Some(notes) = self.notes {
            let notes = notes.trim();
            problems.extend(custom_trek::check_agency_notes(notes));
            kept.notes = Some(notes.to_owned()).filter(|notes| !notes.is_empty());
        }
        if problems.is_empty() {
            Ok(kept)
        } else {
            Err(ApiError::invalid(INVALID, problems))
        }
    }
}

/// Lists custom trek requests, newest first.
#[utoipa::path(
    get, path = "/api/custom-treks", tag = "custom treks", security(("session" = [])), params(ListCustomTreks),
    responses((status = 200, body = CustomTrekListAnswer), BadRequest, AdminErrors),
)]
pub(crate) async fn list_custom_treks(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ListCustomTreks>,
) -> ApiResult<Json<CustomTrekListAnswer>> {
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let status = query.status()?;
    let search = query.search.unwrap_or_default();
    let (found, total) =
        custom_treks::list(&app.db, status, &search, page.offset, page.limit).await?;
    Ok(Json(CustomTrekListAnswer {
        status: Success::Success,
        data: CustomTrekList {
            custom_treks: found.into_iter().map(CustomTrek::from).collect(),
            total,
        },
    }))
}

/// Returns one custom trek request.
#[utoipa::path(
    get, path = "/api/custom-treks/{id}", tag = "custom treks", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = CustomTrekAnswer), AdminErrors, NotFound),
)]
pub(crate) async fn read_custom_trek(
    State(app): State<App>,
    _staff: Staff,
    id: PathId,
) -> ApiResult<Json<CustomTrekAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let found = custom_treks::find(&app.db, id).await?;
    let found = found.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    Ok(Json(found.into()))
}

/// Changes the status or the notes. The request itself stays unchanged.
#[utoipa::path(
    patch, path = "/api/custom-treks/{id}", tag = "custom treks", security(("session" = [])),
    params(("id" = String, Path)), request_body = CustomTrekChange,
    responses((status = 200, body = CustomTrekAnswer), BodyErrors, AdminErrors, NotFound),
)]
pub(crate) async fn update_custom_trek(
    State(app): State<App>,
    Staff(admin): Staff,
    id: PathId,
    Body(change): Body<CustomTrekChange>,
) -> ApiResult<Json<CustomTrekAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let changed = app
        .in_transaction("update_custom_trek", async |tx| -> ApiResult<_> {
            let stored = custom_treks::find_for_update(&tx, id).await?;
            let stored = stored.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
            let mut changed = change.clone().apply(stored.clone())?;
            if changed != stored {
                changed.updated_at = app.clock.now();
                custom_treks::update(&tx, &changed).await?;
                let changes = audit::changes(&recorded(&stored), &recorded(&changed));
                // The audit log names the destination, not the person.
                let subject = ("custom trek", id.to_string(), &*changed.wish.destination);
                let entry = audit::note(&app, &admin, "update", subject, changes);
                store::audit::add(&tx, &entry).await?;
            }
            Ok(changed)
        })
        .await?;
    Ok(Json(changed.into()))
}

/// What the audit log compares.
fn recorded(kept: &custom_trek::CustomTrek) -> serde_json::Value {
    json!({ "status": kept.status, "notes": kept.notes })
}
