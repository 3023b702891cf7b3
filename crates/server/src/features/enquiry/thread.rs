//! `GET` and `POST /api/enquiry/{token}`: the traveller reads an enquiry and writes in it, with the link of the emails.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use domain::enquiry::{self, Author, Enquiry, Message};
use store::enquiries;
use store::jobs::{self, Job};
use store::{StoreResult, Tx};
use uuid::Uuid;

use super::link;
use super::wire::{NewMessage, SharedEnquiry, SharedEnquiryAnswer};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    BodyErrors, Conflict, NotFound, ServerError, StoreErrors, TooManyRequests,
};
use crate::http::extract::Body;
use crate::http::idempotency::{KEY_REUSED, Request, key_of};
use crate::http::rate_limit::{self, Limit};
use crate::platform::app::App;

const NOT_FOUND: &str = "This link is not valid.";
const INVALID: &str = "Please check your message.";

/// Returns an enquiry with its messages.
#[utoipa::path(
    get, path = "/api/enquiry/{token}", tag = "enquiries", params(("token" = String, Path)),
    responses((status = 200, body = SharedEnquiryAnswer), NotFound, StoreErrors),
)]
pub(crate) async fn read_shared_enquiry(
    State(app): State<App>,
    Path(token): Path<String>,
) -> ApiResult<Json<SharedEnquiryAnswer>> {
    let enquiry = find(&app, &token).await?;
    Ok(Json(shared(&app, enquiry).await?))
}

/// Adds a message of the traveller. The enquiry waits for an answer again.
#[utoipa::path(
    post, path = "/api/enquiry/{token}", tag = "enquiries",
    params(
        ("token" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "The same key stores one message for 24 hours"),
    ),
    request_body = NewMessage,
    responses((status = 201, body = SharedEnquiryAnswer), BodyErrors, NotFound, Conflict, TooManyRequests, ServerError),
)]
pub(crate) async fn write_message(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Body(written): Body<NewMessage>,
) -> ApiResult<(StatusCode, Json<SharedEnquiryAnswer>)> {
    let enquiry = find(&app, &token).await?;
    let request = Request::new(enquiry.id, key_of(&headers)?, &("enquiry", &written))?;
    let text = written.text.trim();
    if let Some(problem) = enquiry::check_message(text) {
        return Err(ApiError::invalid(INVALID, vec![problem]));
    }
    if request.earlier(&app).await?.is_none() {
        let counted = [(Limit::EnquiryMessages, &*enquiry.id.to_string())];
        rate_limit::count(&app, &counted).await?;
        let message = message_of(&app, &enquiry, text.to_owned(), None);
        let is_new = app
            .in_transaction("write_enquiry_message", async |tx| -> ApiResult<_> {
                if !request.remember(&tx, message.id, message.sent_at).await? {
                    tx.roll_back();
                    return Ok(false);
                }
                match add(&app, &tx, &message).await? {
                    true => Ok(true),
                    false => Err(ApiError::not_found(NOT_FOUND)),
                }
            })
            .await?;
        if is_new {
            app.wake_worker();
        } else {
            let other = request.earlier(&app).await?;
            other.ok_or_else(|| ApiError::conflict(KEY_REUSED))?;
        }
    }
    let enquiry = find(&app, &token).await?;
    Ok((StatusCode::CREATED, Json(shared(&app, enquiry).await?)))
}

/// A message of the traveller that is written now.
#[must_use]
pub fn message_of(app: &App, enquiry: &Enquiry, text: String, mail_key: Option<String>) -> Message {
    Message {
        id: app.clock.new_id(),
        enquiry_id: enquiry.id,
        author: Author::Traveller,
        author_name: enquiry.name.clone(),
        text,
        sent_at: app.clock.now(),
        mail_key,
    }
}

/// Stores a message of the traveller and the email to the agency. Returns false if the enquiry was deleted.
pub(crate) async fn add(app: &App, tx: &Tx, message: &Message) -> StoreResult<bool> {
    if !enquiries::add_from_traveller(tx, message).await? {
        return Ok(false);
    }
    let job = Job::MailEnquiryMessage {
        message_id: message.id,
    };
    jobs::add(tx, app.clock.new_id(), &job, message.sent_at).await?;
    Ok(true)
}

async fn find(app: &App, token: &str) -> ApiResult<Enquiry> {
    let unknown = || ApiError::not_found(NOT_FOUND);
    let id: Uuid = link::read(app, token).ok_or_else(unknown)?;
    enquiries::find(&app.db, id).await?.ok_or_else(unknown)
}

async fn shared(app: &App, enquiry: Enquiry) -> ApiResult<SharedEnquiryAnswer> {
    let messages = enquiries::list_messages(&app.db, enquiry.id).await?;
    Ok(SharedEnquiry::new(enquiry, messages).answer())
}
