//! `GET` and `PUT /api/review/{token}`: the customer of a booking writes a review with a signed link, and may change it
//! until staff approve it (operations §6).

use axum::Json;
use axum::extract::{Path, State};
use domain::booking::Booking;
use domain::review::{Review, ReviewState, ReviewText, can_review, suggested_name};
use store::{StoreError, bookings, reviews};

use super::link;
use super::wire::{ReviewForm, ReviewFormAnswer, WrittenReview};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BodyErrors, Conflict, Gone, NotFound, StoreErrors};
use crate::http::extract::Body;
use crate::http::response::Success;
use crate::platform::app::App;

const UNKNOWN_LINK: &str = "This link is not valid.";
const NOT_WALKED: &str = "Only trips that were booked and have ended can be reviewed.";
const PUBLISHED: &str = "This review is published and can't be changed any more.";
const TWICE: &str = "This review was saved in another window. Reload the page.";
const INVALID: &str = "Please fill out all fields correctly.";

/// Returns the trip of a review link, and the review if it was written. 410 for a booking that cannot be reviewed.
#[utoipa::path(
    get, path = "/api/review/{token}", tag = "reviews", params(("token" = String, Path)),
    responses((status = 200, body = ReviewFormAnswer), NotFound, Gone, StoreErrors),
)]
pub(crate) async fn read_review(
    State(app): State<App>,
    Path(token): Path<String>,
) -> ApiResult<Json<ReviewFormAnswer>> {
    let booking = find_walked(&app, &token).await?;
    let review = reviews::find_for_booking(&app.db, booking.id).await?;
    Ok(Json(form(booking, review)))
}

/// Writes the review of a booking, or changes it. An approved review is not changed: 409.
#[utoipa::path(
    put, path = "/api/review/{token}", tag = "reviews", params(("token" = String, Path)),
    request_body = WrittenReview,
    responses((status = 200, body = ReviewFormAnswer), BodyErrors, NotFound, Conflict, Gone, StoreErrors),
)]
pub(crate) async fn write_review(
    State(app): State<App>,
    Path(token): Path<String>,
    Body(written): Body<WrittenReview>,
) -> ApiResult<Json<ReviewFormAnswer>> {
    let booking = find_walked(&app, &token).await?;
    let written = ReviewText::from(written);
    let problems = written.check();
    if !problems.is_empty() {
        return Err(ApiError::invalid(INVALID, problems));
    }
    let now = app.clock.now();
    let saved = app
        .in_transaction("write_review", async |tx| -> ApiResult<_> {
            let stored = reviews::find_for_booking(&tx, booking.id).await?;
            Ok(match stored {
                Some(stored) if stored.state == ReviewState::Approved => {
                    return Err(ApiError::conflict(PUBLISHED));
                }
                Some(stored) => {
                    let changed = Review {
                        written: written.clone(),
                        state: ReviewState::Waiting,
                        reason: None,
                        updated_at: now,
                        ..stored
                    };
                    if !reviews::update(&tx, &changed).await? {
                        return Err(ApiError::conflict(TWICE));
                    }
                    changed
                }
                None => {
                    let new = Review {
                        id: app.clock.new_id(),
                        booking_id: booking.id,
                        trek_id: booking.trek.id,
                        written: written.clone(),
                        state: ReviewState::Waiting,
                        reason: None,
                        answer: None,
                        walked_on: booking.start_date,
                        created_at: now,
                        updated_at: now,
                        version: 1,
                    };
                    match reviews::insert(&tx, &new).await {
                        Err(StoreError::Taken(_)) => return Err(ApiError::conflict(TWICE)),
                        done => done?,
                    }
                    new
                }
            })
        })
        .await?;
    Ok(Json(form(booking, Some(saved))))
}

async fn find_walked(app: &App, token: &str) -> ApiResult<Booking> {
    let unknown = || ApiError::not_found(UNKNOWN_LINK);
    let id = link::read(app, token).ok_or_else(unknown)?;
    let booking = bookings::find(&app.db, id).await?.ok_or_else(unknown)?;
    match can_review(&booking, app.clock.today(app.config.timezone)) {
        true => Ok(booking),
        false => Err(ApiError::gone(NOT_WALKED)),
    }
}

fn form(booking: Booking, review: Option<Review>) -> ReviewFormAnswer {
    let is_published = review
        .as_ref()
        .is_some_and(|review| review.state == ReviewState::Approved);
    ReviewFormAnswer {
        status: Success::Success,
        data: ReviewForm {
            trek_id: booking.trek.id,
            trek: booking.trek.name,
            start_date: booking.start_date,
            end_date: booking.end_date,
            suggested_name: suggested_name(&booking.customer.name),
            review: review.map(|review| review.written.into()),
            is_published,
        },
    }
}
