//! `PUT /api/treks/{id}`: an administrator saves a trek (document 2 §7, §8; decisions §10 "Trek PUT").

use axum::Json;
use axum::extract::State;
use domain::trek::Trek;
use store::StoreError;

use super::document::{Applied, TrekDocument};
use super::read::{MAY_NOT_EDIT, NOT_FOUND};
use super::wire::{self, OneTrek, TrekAnswer, View};
use crate::features::audit;
use crate::features::upload::usage;
use crate::http::auth::{SignedIn, Visitor};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    BodyErrors, Conflict, NotFound, ServerError, SignInErrors, UnprocessableContent,
};
use crate::http::extract::{Body, PathId};
use crate::http::response::Success;
use crate::platform::app::App;

const NAME_TAKEN: &str = "A trek with this name already exists";
const STALE: &str = "This trek was changed by somebody else meanwhile.";

/// Replaces a trek. A save without a change succeeds with any version: it is the retry of a save whose response was
/// lost.
#[utoipa::path(
    put, path = "/api/treks/{id}", tag = "treks",
    security(("session" = [])),
    params(("id" = String, Path)), request_body = TrekDocument,
    responses(
        (status = 200, body = TrekAnswer), BodyErrors, SignInErrors, NotFound, Conflict, UnprocessableContent,
        ServerError,
    ),
)]
pub(crate) async fn save_trek(
    State(app): State<App>,
    visitor: Visitor,
    id: PathId,
    Body(document): Body<TrekDocument>,
) -> ApiResult<Json<TrekAnswer>> {
    let admin = visitor.staff_or_401(&app, MAY_NOT_EDIT)?;
    let id = id.or_not_found(NOT_FOUND)?;
    loop {
        let stored = store::treks::find(&app.db, id)
            .await?
            .filter(|trek| !trek.is_archived())
            .ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
        let expected = document.version;
        let mut trek = checked(document.clone().apply(&stored, || app.clock.new_id()))?;
        if trek == stored {
            return Ok(answer(trek));
        }
        usage::check_trek(&app, &trek).await?;
        if expected.is_some_and(|version| version != stored.version) {
            return Err(ApiError::conflict(STALE).with_current_version(stored.version));
        }
        trek.version = stored.version + 1;
        trek.updated_at = app.clock.now();
        if replace(&app, &admin, "update", &stored, &trek).await? {
            return Ok(answer(trek));
        }
        // Somebody saved in the meantime: compare with the new version.
    }
}

pub fn answer(trek: Trek) -> Json<TrekAnswer> {
    let trek = wire::Trek::new(trek, View::Edit);
    Json(TrekAnswer {
        status: Success::Success,
        data: OneTrek { trek },
    })
}

/// Returns the trek if all rules hold, else the error that the documents define for the first kind of violated rule.
pub fn checked(applied: Applied) -> ApiResult<Trek> {
    let Applied {
        trek,
        absent,
        problems,
    } = applied;
    let mut missing = absent;
    for field in trek.missing_fields() {
        if !missing.contains(&field) {
            missing.push(field);
        }
    }
    if !missing.is_empty() {
        let message = format!("Missing required fields: {}", missing.join(", "));
        return Err(ApiError::bad_request(message).with_missing_fields(missing));
    }
    if !trek.route_structure_ok() {
        return Err(ApiError::invalid("Invalid route structure", trek.check()));
    }
    let mut broken = problems;
    for problem in trek.check() {
        if !broken.iter().any(|known| known.field == problem.field) {
            broken.push(problem);
        }
    }
    if broken.is_empty() {
        Ok(trek)
    } else {
        Err(ApiError::unprocessable(
            "Invalid trek details. Please check your input.",
            broken,
        ))
    }
}

/// Replaces the stored trek and writes the audit log entry. False if the stored version has changed.
pub(crate) async fn replace(
    app: &App,
    admin: &SignedIn,
    action: &str,
    stored: &Trek,
    trek: &Trek,
) -> ApiResult<bool> {
    app.in_transaction("save_trek", async |tx| -> ApiResult<_> {
        let updated = store::treks::update(&tx, trek, stored.version).await;
        let is_current = updated.map_err(|error| name_taken(error, trek))?;
        if is_current {
            store::audit::add(&tx, &entry(app, admin, action, Some(stored), Some(trek))).await?;
        }
        Ok(is_current)
    })
    .await
}

pub fn name_taken(error: StoreError, trek: &Trek) -> ApiError {
    match error {
        StoreError::Taken(_) => ApiError::conflict(NAME_TAKEN).with_existing_value(&trek.name),
        error => error.into(),
    }
}

/// Audit log entry for a trek that was created, changed or removed.
pub fn entry(
    app: &App,
    admin: &SignedIn,
    action: &str,
    before: Option<&Trek>,
    after: Option<&Trek>,
) -> store::audit::Entry {
    let subject = after
        .or(before)
        .map_or_else(Default::default, |trek| (trek.id.to_string(), &*trek.name));
    let changes = match (before, after) {
        (Some(before), Some(after)) => audit::changes(before, after)
            .into_iter()
            .filter(|change| !matches!(change.field.as_str(), "version" | "updatedAt"))
            .collect(),
        _ => Vec::new(),
    };
    audit::note(app, admin, action, ("trek", subject.0, subject.1), changes)
}
