//! Notes and tags of a booking, for the desk only: `POST` and `DELETE /api/bookings/{id}/notes`,
//! `PUT /api/bookings/{id}/tags`, `GET /api/bookings/tags`.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use domain::booking::MAX_NOTES_LENGTH;
use domain::booking_tags::{check_tags, tidy_tags};
use domain::problem::{Problem, has_control_character_besides_breaks};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::booking_notes::{self, BookingNote};
use store::{booking_tags, bookings};
use utoipa::ToSchema;
use uuid::Uuid;

use super::audit_entry;
use super::read::{BOOKING_NOT_FOUND, found};
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, NotFound, ServerError};
use crate::http::extract::{Body, PathId};
use crate::http::response::Success;
use crate::platform::app::App;

const NOTE_NOT_FOUND: &str = "Note not found.";
/// The desk offers them as a filter.
const MAX_LISTED_TAGS: u64 = 500;

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct NewBookingNote {
    pub text: String,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct BookingTags {
    pub tags: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BookingNoteAnswer {
    pub status: Success,
    pub data: OneNote,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OneNote {
    pub note: Note,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BookingTagsAnswer {
    pub status: Success,
    pub data: BookingTags,
}

/// A note of staff. Travellers never see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookingNote)]
pub struct Note {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub text: String,
    /// The name of the author at the time of writing.
    pub author: String,
    pub created_at: DateTime<Utc>,
}

impl From<BookingNote> for Note {
    fn from(note: BookingNote) -> Self {
        Self {
            id: note.id,
            text: note.text,
            author: note.author,
            created_at: note.created_at,
        }
    }
}

/// Adds a note to a booking.
#[utoipa::path(
    post, path = "/api/bookings/{id}/notes", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path)), request_body = NewBookingNote,
    responses((status = 201, body = BookingNoteAnswer), BodyErrors, AdminErrors, NotFound),
)]
pub(crate) async fn add_note(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(ask): Body<NewBookingNote>,
) -> ApiResult<(StatusCode, Json<BookingNoteAnswer>)> {
    let booking = found(&app, id).await?;
    let note = BookingNote {
        id: app.clock.new_id(),
        booking_id: booking.id,
        text: read_text(&ask.text)?,
        author_id: me.id,
        author: me.account.name.clone(),
        created_at: app.clock.now(),
    };
    app.in_transaction("add_booking_note", async |tx| -> ApiResult<()> {
        booking_notes::insert(&tx, &note).await?;
        // The log does not keep the text, because a person who deletes the account must be forgotten.
        audit_entry::note(&app, &tx, &me, "add note", &booking, &[]).await?;
        Ok(())
    })
    .await?;
    let answer = BookingNoteAnswer {
        status: Success::Success,
        data: OneNote { note: note.into() },
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

fn read_text(text: &str) -> ApiResult<String> {
    let text = text.trim();
    let message = if text.is_empty() {
        "Enter a note".to_owned()
    } else if text.chars().count() > MAX_NOTES_LENGTH {
        format!("A note has at most {MAX_NOTES_LENGTH} characters")
    } else if has_control_character_besides_breaks(text) {
        "The note has characters that cannot be used".to_owned()
    } else {
        return Ok(text.to_owned());
    };
    let problem = Problem::new("text", message.clone());
    Err(ApiError::invalid(message, vec![problem]))
}

/// Deletes a note of a booking.
#[utoipa::path(
    delete, path = "/api/bookings/{id}/notes/{noteId}", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path), ("noteId" = String, Path)),
    responses((status = 204), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn delete_note(
    State(app): State<App>,
    Staff(me): Staff,
    Path((id, note_id)): Path<(String, String)>,
) -> ApiResult<StatusCode> {
    let unknown = || ApiError::not_found(NOTE_NOT_FOUND);
    let id = Uuid::parse_str(&id).map_err(|_| ApiError::not_found(BOOKING_NOT_FOUND))?;
    let note_id = Uuid::parse_str(&note_id).map_err(|_| unknown())?;
    let booking = bookings::find(&app.db, id).await?;
    let booking = booking.ok_or_else(|| ApiError::not_found(BOOKING_NOT_FOUND))?;
    app.in_transaction("delete_booking_note", async |tx| -> ApiResult<()> {
        if !booking_notes::delete(&tx, id, note_id).await? {
            return Err(unknown());
        }
        audit_entry::note(&app, &tx, &me, "delete note", &booking, &[]).await?;
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Replaces the tags of a booking.
#[utoipa::path(
    put, path = "/api/bookings/{id}/tags", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path)), request_body = BookingTags,
    responses((status = 200, body = BookingTagsAnswer), BodyErrors, AdminErrors, NotFound),
)]
pub(crate) async fn set_tags(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(ask): Body<BookingTags>,
) -> ApiResult<Json<BookingTagsAnswer>> {
    let booking = found(&app, id).await?;
    let tags = tidy_tags(&ask.tags);
    if let Some(problem) = check_tags(&tags) {
        return Err(ApiError::invalid(problem.message.clone(), vec![problem]));
    }
    app.in_transaction("set_booking_tags", async |tx| -> ApiResult<()> {
        // Concurrent requests run one after the other.
        bookings::find_for_update(&tx, booking.id).await?;
        booking_tags::replace(&tx, booking.id, &tags).await?;
        let said = [("tags", json!(tags))];
        audit_entry::note(&app, &tx, &me, "tag", &booking, &said).await?;
        Ok(())
    })
    .await?;
    Ok(answer(tags))
}

/// Lists the tags in use.
#[utoipa::path(
    get, path = "/api/bookings/tags", tag = "bookings", security(("session" = [])),
    responses((status = 200, body = BookingTagsAnswer), AdminErrors, ServerError),
)]
pub(crate) async fn list_tags(
    State(app): State<App>,
    _staff: Staff,
) -> ApiResult<Json<BookingTagsAnswer>> {
    Ok(answer(
        booking_tags::list_all(&app.db, MAX_LISTED_TAGS).await?,
    ))
}

fn answer(tags: Vec<String>) -> Json<BookingTagsAnswer> {
    Json(BookingTagsAnswer {
        status: Success::Success,
        data: BookingTags { tags },
    })
}
