//! `POST /api/enquiries`: a traveller asks about a trek.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use domain::account::Email;
use domain::enquiry::{self, Author, Enquiry, EnquiryStatus, Message};
use store::jobs::{self, Job};
use store::{Tx, enquiries};
use uuid::Uuid;

use super::wire::NewEnquiry;
use crate::features::account::wire::MessageAnswer;
use crate::features::trek::read::offered;
use crate::http::auth::Visitor;
use crate::http::client_address::ClientAddress;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BodyErrors, Conflict, NotFound, ServerError, TooManyRequests};
use crate::http::extract::Body;
use crate::http::idempotency::{KEY_REUSED, Request, key_of};
use crate::http::rate_limit::{self, Limit};
use crate::http::response::Success;
use crate::platform::app::App;

const INVALID: &str = "Please check your question.";
const RECEIVED: &str = "Thank you. We'll answer by email.";

/// Asks about a trek. Mails the agency and the traveller. A request with a filled `website` is not stored: the field is
/// invisible to people.
#[utoipa::path(
    post, path = "/api/enquiries", tag = "enquiries",
    params(("Idempotency-Key" = Option<String>, Header, description = "The same key stores one enquiry for 24 hours")),
    request_body = NewEnquiry,
    responses((status = 201, body = MessageAnswer), BodyErrors, NotFound, Conflict, TooManyRequests, ServerError),
)]
pub(crate) async fn create_enquiry(
    State(app): State<App>,
    visitor: Visitor,
    client: ClientAddress,
    headers: HeaderMap,
    Body(ask): Body<NewEnquiry>,
) -> ApiResult<(StatusCode, Json<MessageAnswer>)> {
    if !ask.website.is_empty() {
        tracing::info!("an enquiry with a filled trap field was dropped");
        return Ok(received());
    }
    let whose = visitor.0.as_ref().map_or(Uuid::nil(), |person| person.id);
    let request = Request::new(whose, key_of(&headers)?, &("enquiry", &ask))?;
    if request.earlier(&app).await?.is_some() {
        return Ok(received());
    }
    let (name, question) = (ask.name.trim(), ask.question.trim());
    let problems = enquiry::check_question(name, ask.email.trim(), question);
    let email = match (Email::parse(ask.email.trim()), problems.is_empty()) {
        (Ok(email), true) => email,
        _ => return Err(ApiError::invalid(INVALID, problems)),
    };
    let trek = offered(&app, ask.trek_id).await?;
    let counted = [(Limit::EnquiriesOfClient, client.0.as_str())];
    rate_limit::count(&app, &counted).await?;
    let now = app.clock.now();
    let made = Enquiry {
        id: app.clock.new_id(),
        trek_id: trek.id,
        trek_name: trek.name,
        name: name.to_owned(),
        is_verified: visitor
            .0
            .is_some_and(|person| person.account.email == email),
        email,
        status: EnquiryStatus::Waiting,
        version: 1,
        created_at: now,
        last_message_at: now,
    };
    let question = Message {
        id: app.clock.new_id(),
        enquiry_id: made.id,
        author: Author::Traveller,
        author_name: made.name.clone(),
        text: question.to_owned(),
        sent_at: now,
        mail_key: None,
    };
    let is_new = app
        .in_transaction("create_enquiry", async |tx| -> ApiResult<_> {
            if !request.remember(&tx, made.id, now).await? {
                tx.roll_back();
                return Ok(false);
            }
            enquiries::insert(&tx, &made, &question).await?;
            add_mails(&app, &tx, &made, question.id).await?;
            Ok(true)
        })
        .await?;
    if is_new {
        app.wake_worker();
        return Ok(received());
    }
    // A concurrent request with the same key was first.
    match request.earlier(&app).await? {
        Some(_) => Ok(received()),
        None => Err(ApiError::conflict(KEY_REUSED)),
    }
}

fn received() -> (StatusCode, Json<MessageAnswer>) {
    let answer = MessageAnswer {
        status: Success::Success,
        message: RECEIVED.to_owned(),
    };
    (StatusCode::CREATED, Json(answer))
}

/// Limits the confirmations to an address per day, since it may be a stranger's. The agency is always mailed.
async fn add_mails(app: &App, tx: &Tx, made: &Enquiry, message_id: Uuid) -> ApiResult<()> {
    let now = made.created_at;
    let to_agency = Job::MailEnquiryMessage { message_id };
    jobs::add(tx, app.clock.new_id(), &to_agency, now).await?;
    let counted = (Limit::EnquiryMails, made.email.key());
    if rate_limit::count_in(app, tx, counted).await?.is_none() {
        let to_traveller = Job::MailEnquiryReceived {
            enquiry_id: made.id,
        };
        jobs::add(tx, app.clock.new_id(), &to_traveller, now).await?;
    }
    Ok(())
}
