//! `GET /api/treks/{id}`: one trek with every day (document 2 §7).

use axum::Json;
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::wire::{OneTrek, Trek, TrekAnswer, View};
use crate::features::placeholders::Known;
use crate::features::review::rating::TrekRating;
use crate::http::auth::Visitor;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{NotFound, ServerError, SignInErrors};
use crate::http::extract::{Params, PathId};
use crate::http::public_cache::{self, Key};
use crate::http::response::Success;
use crate::platform::app::App;

pub const NOT_FOUND: &str = "Trek not found.";
const TREK: Key = Key::content("trek");
pub const MAY_NOT_EDIT: &str = "You are not authorized to edit this trek.";

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReadTrek {
    /// For the edit form: includes hidden routes. Administrators only.
    edit: Option<String>,
}

/// Returns a trek. Without `edit`, hidden routes are left out, and a trek without a visible route is not found.
#[utoipa::path(
    get, path = "/api/treks/{id}", tag = "treks",
    params(("id" = String, Path), ReadTrek),
    responses((status = 200, body = TrekAnswer), SignInErrors, NotFound, ServerError),
)]
pub(crate) async fn read_trek(
    State(app): State<App>,
    id: PathId,
    Params(asked): Params<ReadTrek>,
    visitor: Visitor,
    request: Request,
) -> ApiResult<Response> {
    if asked.edit.as_deref() == Some("true") {
        visitor.staff_or_401(&app, MAY_NOT_EDIT)?;
        let id = id.or_not_found(NOT_FOUND)?;
        return Ok(Json(answer(find(&app, id, View::Edit).await?)).into_response());
    }
    let id = id.or_not_found(NOT_FOUND)?;
    let read = async || Ok(answer(offered(&app, id).await?));
    public_cache::respond(&app, TREK.of(id), request.headers(), read).await
}

fn answer(trek: Trek) -> TrekAnswer {
    TrekAnswer {
        status: Success::Success,
        data: OneTrek { trek },
    }
}

/// The trek as visitors see it.
pub(crate) async fn offered(app: &App, id: Uuid) -> ApiResult<Trek> {
    find(app, id, View::Public).await
}

async fn find(app: &App, id: Uuid, view: View) -> ApiResult<Trek> {
    let trek = store::treks::find(&app.db, id)
        .await?
        .filter(|trek| !trek.is_archived())
        .ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    let trek = Trek::new(trek, view);
    if trek.routes.is_empty() {
        return Err(ApiError::not_found(NOT_FOUND));
    }
    let images = &trek.images;
    let pictures = std::iter::once(&images.banner_image).chain(&images.secondary_images);
    let pictures = pictures.map(String::as_str);
    let known = Known::of(&app.db, pictures.clone()).await?;
    let placeholders = known.for_pictures(pictures);
    let rated = store::reviews::ratings(&app.db, [id]).await?;
    Ok(Trek {
        placeholders,
        rating: rated.get(&id).copied().and_then(TrekRating::of),
        ..trek
    })
}
