//! Closures: dates on which a trek cannot start (operations §2).

use axum::Json;
use axum::extract::{Request, State};
use axum::response::Response;
use chrono::NaiveDate;
use domain::departure::{self, check_closures};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::audit;
use crate::features::trek::read::NOT_FOUND as TREK_NOT_FOUND;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, NotFound, ServerError};
use crate::http::extract::{Body, PathId};
use crate::http::public_cache::{self, Key};
use crate::http::response::Success;
use crate::platform::app::App;

const CLOSURES: Key = Key::content("closures of a trek");
const INVALID: &str = "Invalid closures. Please check your input.";

/// Both days are included.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Closure {
    pub from: NaiveDate,
    pub to: NaiveDate,
    /// Shown to travellers, for example the monsoon.
    #[serde(default)]
    pub reason: String,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ClosureList {
    pub closures: Vec<Closure>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ClosureListAnswer {
    pub status: Success,
    pub data: ClosureList,
}

fn answer(closures: Vec<departure::Closure>) -> Json<ClosureListAnswer> {
    let closures = closures
        .into_iter()
        .map(|closure| Closure {
            from: closure.from,
            to: closure.to,
            reason: closure.reason,
        })
        .collect();
    Json(ClosureListAnswer {
        status: Success::Success,
        data: ClosureList { closures },
    })
}

/// Returns the closures of a trek.
#[utoipa::path(
    get, path = "/api/treks/{id}/closures", tag = "departures",
    params(("id" = String, Path)),
    responses((status = 200, body = ClosureListAnswer), NotFound, ServerError),
)]
pub(crate) async fn list_closures(
    State(app): State<App>,
    id: PathId,
    request: Request,
) -> ApiResult<Response> {
    let id = id.or_not_found(TREK_NOT_FOUND)?;
    let closures = async || {
        let trek = store::treks::find(&app.db, id).await?;
        trek.ok_or_else(|| ApiError::not_found(TREK_NOT_FOUND))?;
        closures_of(&app, id).await
    };
    public_cache::respond(&app, CLOSURES.of(id), request.headers(), closures).await
}

pub(crate) async fn closures_of(app: &App, trek_id: Uuid) -> ApiResult<ClosureListAnswer> {
    Ok(answer(store::closures::list(&app.db, trek_id).await?).0)
}

/// Replaces the closures of a trek. Bookings that exist keep their dates.
#[utoipa::path(
    put, path = "/api/treks/{id}/closures", tag = "departures", security(("session" = [])),
    params(("id" = String, Path)), request_body = ClosureList,
    responses((status = 200, body = ClosureListAnswer), BodyErrors, AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn replace_closures(
    State(app): State<App>,
    Staff(admin): Staff,
    id: PathId,
    Body(sent): Body<ClosureList>,
) -> ApiResult<Json<ClosureListAnswer>> {
    let id = id.or_not_found(TREK_NOT_FOUND)?;
    let trek = store::treks::find(&app.db, id).await?;
    let trek = trek.ok_or_else(|| ApiError::not_found(TREK_NOT_FOUND))?;
    let closures: Vec<departure::Closure> = sent
        .closures
        .into_iter()
        .map(|closure| departure::Closure {
            from: closure.from,
            to: closure.to,
            reason: closure.reason.trim().to_owned(),
        })
        .collect();
    let problems = check_closures(&closures);
    if !problems.is_empty() {
        return Err(ApiError::invalid(INVALID, problems));
    }
    app.in_transaction("replace_closures", async |tx| -> ApiResult<()> {
        let stored = store::closures::list(&tx, id).await?;
        if stored != closures {
            store::closures::replace(&tx, id, &closures).await?;
            let changes = audit::changes(&stored, &closures);
            let subject = ("trek", id.to_string(), &*trek.name);
            let entry = audit::note(&app, &admin, "close dates", subject, changes);
            store::audit::add(&tx, &entry).await?;
        }
        Ok(())
    })
    .await?;
    Ok(answer(closures))
}
