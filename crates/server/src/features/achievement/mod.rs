//! `GET /api/achievement/`: the achievement figures of the home page (document 1 §3, decisions §10).

pub mod write;

use axum::Json;
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use store::achievements::{self, Shown};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::auth::Visitor;
use crate::http::error::ApiResult;
use crate::http::error_responses::ServerError;
use crate::http::public_cache::{self, Key};
use crate::http::response::Success;
use crate::platform::app::App;

const FIGURES: Key = Key::content("achievements");

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Achievement {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub experience_yrs: u32,
    pub no_of_location: u32,
    pub travel_awards: u32,
    pub total_clients: u32,
    pub visibility: bool,
}

impl From<domain::achievement::Achievement> for Achievement {
    fn from(figures: domain::achievement::Achievement) -> Self {
        Self {
            id: figures.id,
            experience_yrs: figures.experience_yrs,
            no_of_location: figures.no_of_location,
            travel_awards: figures.travel_awards,
            total_clients: figures.total_clients,
            visibility: figures.visibility,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct AchievementListAnswer {
    pub status: Success,
    pub data: Vec<Achievement>,
}

/// Lists the visible achievements; for an administrator, all of them.
#[utoipa::path(
    get, path = "/api/achievement/", tag = "site",
    responses((status = 200, body = AchievementListAnswer), ServerError),
)]
pub(crate) async fn list_achievements(
    State(app): State<App>,
    visitor: Visitor,
    request: Request,
) -> ApiResult<Response> {
    if visitor.is_staff() {
        return Ok(Json(list(&app, Shown::All).await?).into_response());
    }
    let visible = || list(&app, Shown::Visible);
    public_cache::respond(&app, FIGURES, request.headers(), visible).await
}

/// The list for this call and for the home page.
pub(crate) async fn list(app: &App, shown: Shown) -> ApiResult<AchievementListAnswer> {
    let data = achievements::list(&app.db, shown)
        .await?
        .into_iter()
        .map(Achievement::from)
        .collect();
    Ok(AchievementListAnswer {
        status: Success::Success,
        data,
    })
}
