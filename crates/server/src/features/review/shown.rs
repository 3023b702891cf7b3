//! `GET /api/treks/{id}/reviews`: the approved reviews of a trek, with their average (operations §6).

use axum::extract::{Request, State};
use axum::response::Response;
use domain::review::ReviewState;
use serde::Deserialize;
use store::{reviews, treks};
use utoipa::IntoParams;
use uuid::Uuid;

use super::rating::average;
use super::wire::{PublicReview, PublicReviewList, PublicReviewListAnswer};
use crate::features::trek::read::NOT_FOUND;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BadRequest, NotFound, ServerError};
use crate::http::extract::{Params, PathId};
use crate::http::pagination;
use crate::http::public_cache::{self, Key};
use crate::http::response::Success;
use crate::platform::app::App;

const REVIEWS: Key = Key::content("reviews of a trek");
/// Number of reviews that the trek page shows first; the app reads as many (web/src/features/reviews/reviews.ts).
pub const FIRST_REVIEWS: u64 = 5;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListTrekReviews {
    /// From 1.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
}

/// Lists the approved reviews of a trek, newest first.
#[utoipa::path(
    get, path = "/api/treks/{id}/reviews", tag = "reviews", params(("id" = String, Path), ListTrekReviews),
    responses((status = 200, body = PublicReviewListAnswer), BadRequest, NotFound, ServerError),
)]
pub(crate) async fn list_trek_reviews(
    State(app): State<App>,
    id: PathId,
    Params(query): Params<ListTrekReviews>,
    request: Request,
) -> ApiResult<Response> {
    let id = id.or_not_found(NOT_FOUND)?;
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let part = (page.offset, page.limit);
    let reviews = async || {
        let trek = treks::find(&app.db, id).await?;
        if trek.is_none_or(|trek| trek.is_archived()) {
            return Err(ApiError::not_found(NOT_FOUND));
        }
        approved(&app, id, part).await
    };
    public_cache::respond(&app, REVIEWS.of(id).part(part), request.headers(), reviews).await
}

/// The approved reviews of a trek.
pub(crate) async fn approved(
    app: &App,
    trek_id: Uuid,
    part: (u64, u64),
) -> ApiResult<PublicReviewListAnswer> {
    let state = Some(ReviewState::Approved);
    let (found, _) = reviews::page(&app.db, Some(trek_id), state, part).await?;
    let rated = reviews::ratings(&app.db, [trek_id]).await?;
    let ratings = rated.get(&trek_id).copied().unwrap_or_default();
    Ok(PublicReviewListAnswer {
        status: Success::Success,
        data: PublicReviewList {
            reviews: found.into_iter().map(PublicReview::from).collect(),
            total: ratings.count,
            average: average(ratings),
        },
    })
}
