//! `POST`, `PUT`, `DELETE /api/achievement[/{id}]`: administrators edit the achievements (document 1 §2 Admin,
//! decisions §3, §10 "Achievements").

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::achievement::{self as figures, MAX_FIGURE};
use domain::problem::Problem;
use serde::{Deserialize, Serialize};
use store::achievements;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::achievement::Achievement;
use crate::features::audit;
use crate::http::auth::{SignedIn, Staff};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BadRequest, NotFound};
use crate::http::extract::{Body, PathId};
use crate::http::response::Success;
use crate::platform::app::App;

const NOT_FOUND: &str = "Achievement not found.";
const INVALID: &str = "Invalid achievement. Please check your input.";

/// A new achievement needs all four figures. On update, absent fields keep their values.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AchievementDocument {
    pub experience_yrs: Option<u32>,
    pub no_of_location: Option<u32>,
    pub travel_awards: Option<u32>,
    pub total_clients: Option<u32>,
    /// Whether visitors see it. Default for a new one: true.
    pub visibility: Option<bool>,
}

#[derive(Serialize, ToSchema)]
pub struct AchievementAnswer {
    pub status: Success,
    pub data: Achievement,
}

fn answer(kept: figures::Achievement) -> Json<AchievementAnswer> {
    Json(AchievementAnswer {
        status: Success::Success,
        data: kept.into(),
    })
}

impl AchievementDocument {
    /// The sent figures; absent ones are taken from `stored`.
    fn apply(
        &self,
        id: Uuid,
        stored: Option<&figures::Achievement>,
    ) -> ApiResult<figures::Achievement> {
        let mut problems = Vec::new();
        let mut figure = |field: &str, sent: Option<u32>, stored: Option<u32>| {
            let value = sent.or(stored);
            let problem = match value {
                None => Some(format!("{field} is required")),
                Some(value) if value > MAX_FIGURE => {
                    Some(format!("{field} must be at most {MAX_FIGURE}"))
                }
                Some(_) => None,
            };
            problems.extend(problem.map(|message| Problem::new(field, message)));
            value.unwrap_or_default()
        };
        let made = figures::Achievement {
            id,
            experience_yrs: figure(
                "experienceYrs",
                self.experience_yrs,
                stored.map(|kept| kept.experience_yrs),
            ),
            no_of_location: figure(
                "noOfLocation",
                self.no_of_location,
                stored.map(|kept| kept.no_of_location),
            ),
            travel_awards: figure(
                "travelAwards",
                self.travel_awards,
                stored.map(|kept| kept.travel_awards),
            ),
            total_clients: figure(
                "totalClients",
                self.total_clients,
                stored.map(|kept| kept.total_clients),
            ),
            visibility: self
                .visibility
                .or(stored.map(|kept| kept.visibility))
                .unwrap_or(true),
        };
        if problems.is_empty() {
            Ok(made)
        } else {
            Err(ApiError::invalid(INVALID, problems))
        }
    }
}

fn entry(
    app: &App,
    admin: &SignedIn,
    action: &str,
    (before, after): (Option<&figures::Achievement>, Option<&figures::Achievement>),
) -> store::audit::Entry {
    let id = after.or(before).map(|kept| kept.id.to_string());
    let changes = match (before, after) {
        (Some(before), Some(after)) => audit::changes(before, after),
        _ => Vec::new(),
    };
    let subject = ("achievement", id.unwrap_or_default(), "");
    audit::note(app, admin, action, subject, changes)
}

/// Creates an achievement.
#[utoipa::path(
    post, path = "/api/achievement", tag = "site", security(("session" = [])),
    request_body = AchievementDocument,
    responses((status = 201, body = AchievementAnswer), BadRequest, AdminErrors),
)]
pub(crate) async fn create_achievement(
    State(app): State<App>,
    Staff(admin): Staff,
    Body(document): Body<AchievementDocument>,
) -> ApiResult<(StatusCode, Json<AchievementAnswer>)> {
    let made = document.apply(app.clock.new_id(), None)?;
    app.in_transaction("create_achievement", async |tx| -> ApiResult<()> {
        achievements::insert(&tx, &made).await?;
        store::audit::add(&tx, &entry(&app, &admin, "create", (None, Some(&made)))).await?;
        Ok(())
    })
    .await?;
    Ok((StatusCode::CREATED, answer(made)))
}

/// Updates an achievement.
#[utoipa::path(
    put, path = "/api/achievement/{id}", tag = "site", security(("session" = [])),
    params(("id" = String, Path)), request_body = AchievementDocument,
    responses((status = 200, body = AchievementAnswer), BadRequest, AdminErrors, NotFound),
)]
pub(crate) async fn update_achievement(
    State(app): State<App>,
    Staff(admin): Staff,
    id: PathId,
    Body(document): Body<AchievementDocument>,
) -> ApiResult<Json<AchievementAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let made = app
        .in_transaction("update_achievement", async |tx| -> ApiResult<_> {
            let stored = achievements::find_for_update(&tx, id).await?;
            let stored = stored.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
            let made = document.apply(id, Some(&stored))?;
            if made != stored {
                achievements::update(&tx, &made).await?;
                let changed = (Some(&stored), Some(&made));
                store::audit::add(&tx, &entry(&app, &admin, "update", changed)).await?;
            }
            Ok(made)
        })
        .await?;
    Ok(answer(made))
}

/// Deletes an achievement. To hide it, update its visibility.
#[utoipa::path(
    delete, path = "/api/achievement/{id}", tag = "site", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 204), AdminErrors, NotFound),
)]
pub(crate) async fn delete_achievement(
    State(app): State<App>,
    Staff(admin): Staff,
    id: PathId,
) -> ApiResult<StatusCode> {
    let id = id.or_not_found(NOT_FOUND)?;
    app.in_transaction("delete_achievement", async |tx| -> ApiResult<()> {
        let stored = achievements::find_for_update(&tx, id).await?;
        let stored = stored.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
        achievements::remove(&tx, id).await?;
        store::audit::add(&tx, &entry(&app, &admin, "delete", (Some(&stored), None))).await?;
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
