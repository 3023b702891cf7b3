//! `GET /api/reviews` and `POST /api/reviews/{id}/…`: staff approve, reject and answer reviews (operations §6).

use axum::Json;
use axum::extract::State;
use domain::problem::{Problem, has_control_character_besides_breaks};
use domain::review::{self, MAX_ANSWER_LENGTH, MAX_REASON_LENGTH};
use serde::Deserialize;
use serde_json::json;
use store::{bookings, reviews};
use utoipa::{IntoParams, ToSchema};

use super::wire::{OneReview, Review, ReviewAnswer, ReviewList, ReviewListAnswer};
use crate::features::audit;
use crate::http::auth::{SignedIn, Staff};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    AdminErrors, BadRequest, BodyErrors, Conflict, NotFound, ServerError,
};
use crate::http::extract::{Body, Params, PathId};
use crate::http::pagination;
use crate::http::response::Success;
use crate::platform::app::App;

const NOT_FOUND: &str = "Review not found.";
const STALE: &str = "This review was changed. Reload and read it again.";
const INVALID: &str = "Please check your input.";

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListReviews {
    /// From 1.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
    /// `waiting`, `approved` or `rejected`; all if absent.
    state: Option<String>,
}

/// `version` is that of the review that was read.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ApproveReview {
    version: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct RejectReview {
    version: i64,
    /// For staff; the customer is not told.
    #[serde(default)]
    #[schema(required)]
    reason: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct AnswerReview {
    version: i64,
    /// Shown below the review. Empty removes the answer.
    #[serde(default)]
    #[schema(required)]
    text: String,
}

/// Lists the reviews, newest first.
#[utoipa::path(
    get, path = "/api/reviews", tag = "reviews", security(("session" = [])), params(ListReviews),
    responses((status = 200, body = ReviewListAnswer), BadRequest, AdminErrors, ServerError),
)]
pub(crate) async fn list_reviews(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ListReviews>,
) -> ApiResult<Json<ReviewListAnswer>> {
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let state = match query.state.as_deref() {
        None => None,
        Some(word) => Some(review::ReviewState::parse(word).ok_or_else(|| {
            let message = "state must be waiting, approved or rejected";
            ApiError::invalid(
                "The query is not valid",
                vec![Problem::new("state", message)],
            )
        })?),
    };
    let (found, total) = reviews::page(&app.db, None, state, (page.offset, page.limit)).await?;
    Ok(Json(ReviewListAnswer {
        status: Success::Success,
        data: ReviewList {
            reviews: shown(&app, found).await?,
            total,
        },
    }))
}

/// Publishes a review.
#[utoipa::path(
    post, path = "/api/reviews/{id}/approve", tag = "reviews", security(("session" = [])),
    params(("id" = String, Path)), request_body = ApproveReview,
    responses((status = 200, body = ReviewAnswer), BodyErrors, AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn approve_review(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(ask): Body<ApproveReview>,
) -> ApiResult<Json<ReviewAnswer>> {
    change(&app, &me, (id, ask.version), "approve", |review| {
        review.state = review::ReviewState::Approved;
        review.reason = None;
    })
    .await
}

/// Rejects a review, also one that was published.
#[utoipa::path(
    post, path = "/api/reviews/{id}/reject", tag = "reviews", security(("session" = [])),
    params(("id" = String, Path)), request_body = RejectReview,
    responses((status = 200, body = ReviewAnswer), BodyErrors, AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn reject_review(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(ask): Body<RejectReview>,
) -> ApiResult<Json<ReviewAnswer>> {
    let reason = read_text("reason", &ask.reason, MAX_REASON_LENGTH)?;
    let reason = reason.ok_or_else(|| {
        ApiError::invalid(INVALID, vec![Problem::new("reason", "Enter a reason")])
    })?;
    change(&app, &me, (id, ask.version), "reject", |review| {
        review.state = review::ReviewState::Rejected;
        review.reason = Some(reason.clone());
    })
    .await
}

/// Answers a review, or changes or removes the answer.
#[utoipa::path(
    post, path = "/api/reviews/{id}/answer", tag = "reviews", security(("session" = [])),
    params(("id" = String, Path)), request_body = AnswerReview,
    responses((status = 200, body = ReviewAnswer), BodyErrors, AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn answer_review(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(ask): Body<AnswerReview>,
) -> ApiResult<Json<ReviewAnswer>> {
    let answer = read_text("text", &ask.text, MAX_ANSWER_LENGTH)?;
    change(&app, &me, (id, ask.version), "answer", |review| {
        review.answer.clone_from(&answer);
    })
    .await
}

/// What the audit log compares.
fn recorded(review: &review::Review) -> serde_json::Value {
    json!({ "state": review.state, "reason": review.reason, "answer": review.answer })
}

/// `None` for an empty text.
fn read_text(field: &str, text: &str, most: usize) -> ApiResult<Option<String>> {
    let text = text.trim();
    let message = if text.chars().count() > most {
        format!("Enter at most {most} characters")
    } else if has_control_character_besides_breaks(text) {
        "The text has characters that cannot be used".to_owned()
    } else {
        return Ok(Some(text.to_owned()).filter(|text| !text.is_empty()));
    };
    Err(ApiError::invalid(
        INVALID,
        vec![Problem::new(field, message)],
    ))
}

async fn change(
    app: &App,
    me: &SignedIn,
    (id, version): (PathId, i64),
    action: &str,
    apply: impl Fn(&mut review::Review) + Sync,
) -> ApiResult<Json<ReviewAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let changed = app
        .in_transaction("change_review", async |tx| -> ApiResult<_> {
            let stored = reviews::find(&tx, id).await?;
            let stored = stored.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
            if version != stored.version {
                return Err(ApiError::conflict(STALE).with_current_version(stored.version));
            }
            let mut changed = stored.clone();
            apply(&mut changed);
            if changed != stored {
                changed.updated_at = app.clock.now();
                if !reviews::update(&tx, &changed).await? {
                    return Err(ApiError::conflict(STALE).with_current_version(stored.version + 1));
                }
                let changes = audit::changes(&recorded(&stored), &recorded(&changed));
                let booking = bookings::find(&tx, changed.booking_id).await?;
                // The audit log names the trek, not the person.
                let trek = booking.map_or_else(String::new, |booking| booking.trek.name);
                let line = audit::note(app, me, action, ("review", id.to_string(), &trek), changes);
                store::audit::add(&tx, &line).await?;
                changed.version += 1;
            }
            Ok(changed)
        })
        .await?;
    let mut found = shown(app, vec![changed]).await?;
    let review = found.pop();
    let review = review.ok_or_else(|| ApiError::internal("a review has no booking"))?;
    Ok(Json(ReviewAnswer {
        status: Success::Success,
        data: OneReview { review },
    }))
}

async fn shown(app: &App, found: Vec<review::Review>) -> ApiResult<Vec<Review>> {
    let ids: Vec<_> = found.iter().map(|review| review.booking_id).collect();
    let booked = bookings::find_in_order(&app.db, &ids).await?;
    let shown = found.into_iter().filter_map(|review| {
        let booking = booked.iter().find(|one| one.id == review.booking_id)?;
        Some(Review {
            id: review.id,
            state: review.state.into(),
            rating: review.written.rating,
            title: review.written.title,
            text: review.written.text,
            name: review.written.name,
            trek_id: review.trek_id,
            trek: booking.trek.name.clone(),
            booking_id: review.booking_id,
            reference: booking.reference.clone(),
            walked_on: review.walked_on,
            reason: review.reason,
            answer: review.answer,
            created_at: review.created_at,
            version: review.version,
        })
    });
    Ok(shown.collect())
}
