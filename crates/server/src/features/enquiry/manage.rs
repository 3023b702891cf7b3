//! `GET /api/enquiries`, `GET` and `PATCH /api/enquiries/{id}`, `POST /api/enquiries/{id}/answers`: staff list enquiries,
//! answer them, and close or reopen them.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::enquiry::{self, Author, EnquiryStatus, Message};
use domain::problem::Problem;
use serde::Deserialize;
use serde_json::json;
use store::jobs::{self, Job};
use store::{Connection, Tx, audit as audit_log, enquiries};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::wire::{self, Enquiry, EnquiryAnswer, EnquiryList, EnquiryListAnswer, EnquiryThread};
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

const NOT_FOUND: &str = "Enquiry not found.";
const INVALID: &str = "Please check your answer.";
const STALE: &str = "This enquiry has changed meanwhile. Read the new messages, then answer.";
const STATES: &str = "Waiting, Answered or Closed";

/// Text fields, so that the error for an invalid value names the field and the permitted values.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListEnquiries {
    /// From 1.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
    /// Words to find in id, name, email or trek.
    search: Option<String>,
    /// Waiting, Answered or Closed; all if absent.
    state: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct Reply {
    #[serde(default)]
    #[schema(required)]
    text: String,
    /// The version that this answer is based on.
    version: i64,
}

#[derive(Deserialize, ToSchema)]
pub struct EnquiryChange {
    #[serde(default)]
    #[schema(required, value_type = wire::EnquiryStatus)]
    status: String,
    /// The version that this change is based on.
    version: i64,
}

/// Lists enquiries, latest message first.
#[utoipa::path(
    get, path = "/api/enquiries", tag = "enquiries", security(("session" = [])), params(ListEnquiries),
    responses((status = 200, body = EnquiryListAnswer), BadRequest, AdminErrors),
)]
pub(crate) async fn list_enquiries(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ListEnquiries>,
) -> ApiResult<Json<EnquiryListAnswer>> {
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let status = match query.state.as_deref().unwrap_or_default() {
        "" => None,
        word => Some(read_status("state", word, "The query is not valid")?),
    };
    let search = query.search.unwrap_or_default();
    let (found, total) = enquiries::list(&app.db, status, &search, page.offset, page.limit).await?;
    Ok(Json(EnquiryListAnswer {
        status: Success::Success,
        data: EnquiryList {
            enquiries: found.into_iter().map(Enquiry::from).collect(),
            total,
        },
    }))
}

fn read_status(field: &str, word: &str, message: &str) -> ApiResult<EnquiryStatus> {
    EnquiryStatus::parse(word).ok_or_else(|| {
        let problem = Problem::new(field, format!("{field} must be {STATES}"));
        ApiError::invalid(message, vec![problem])
    })
}

/// Returns an enquiry with its messages.
#[utoipa::path(
    get, path = "/api/enquiries/{id}", tag = "enquiries", security(("session" = [])), params(("id" = String, Path)),
    responses((status = 200, body = EnquiryAnswer), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn read_enquiry(
    State(app): State<App>,
    _staff: Staff,
    id: PathId,
) -> ApiResult<Json<EnquiryAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    Ok(Json(thread(&app.db, id).await?))
}

/// Mails an answer to the traveller. 409 if a message was written, or the status changed, since `version`.
#[utoipa::path(
    post, path = "/api/enquiries/{id}/answers", tag = "enquiries", security(("session" = [])),
    params(("id" = String, Path)), request_body = Reply,
    responses((status = 201, body = EnquiryAnswer), BodyErrors, AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn answer_enquiry(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(reply): Body<Reply>,
) -> ApiResult<(StatusCode, Json<EnquiryAnswer>)> {
    let id = id.or_not_found(NOT_FOUND)?;
    let text = reply.text.trim();
    if let Some(problem) = enquiry::check_message(text) {
        return Err(ApiError::invalid(INVALID, vec![problem]));
    }
    let answered = app
        .in_transaction("answer_enquiry", async |tx| -> ApiResult<_> {
            let stored = find(&tx, id).await?;
            let answer = Message {
                id: app.clock.new_id(),
                enquiry_id: id,
                author: Author::Staff,
                author_name: me.account.name.clone(),
                text: text.to_owned(),
                sent_at: app.clock.now(),
                mail_key: None,
            };
            if !enquiries::add_answer(&tx, &answer, reply.version).await? {
                return Err(stale(&tx, id).await?);
            }
            let job = Job::MailEnquiryAnswer {
                message_id: answer.id,
            };
            jobs::add(&tx, app.clock.new_id(), &job, answer.sent_at).await?;
            note(&app, &tx, &me, ("answer", &stored, EnquiryStatus::Answered)).await?;
            thread(&tx, id).await
        })
        .await?;
    app.wake_worker();
    Ok((StatusCode::CREATED, Json(answered)))
}

/// Changes the status of an enquiry.
#[utoipa::path(
    patch, path = "/api/enquiries/{id}", tag = "enquiries", security(("session" = [])),
    params(("id" = String, Path)), request_body = EnquiryChange,
    responses((status = 200, body = EnquiryAnswer), BodyErrors, AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn update_enquiry(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(change): Body<EnquiryChange>,
) -> ApiResult<Json<EnquiryAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let status = read_status(
        "status",
        &change.status,
        "Invalid change. Please check your input.",
    )?;
    let changed = app
        .in_transaction("update_enquiry", async |tx| -> ApiResult<_> {
            let stored = find(&tx, id).await?;
            if stored.version != change.version {
                return Err(ApiError::conflict(STALE).with_current_version(stored.version));
            }
            if stored.status != status {
                if !enquiries::change_status(&tx, id, status, change.version).await? {
                    return Err(stale(&tx, id).await?);
                }
                note(&app, &tx, &me, ("update", &stored, status)).await?;
            }
            thread(&tx, id).await
        })
        .await?;
    Ok(Json(changed))
}

async fn find(db: &impl Connection, id: Uuid) -> ApiResult<enquiry::Enquiry> {
    let found = enquiries::find(db, id).await?;
    found.ok_or_else(|| ApiError::not_found(NOT_FOUND))
}

async fn thread(db: &impl Connection, id: Uuid) -> ApiResult<EnquiryAnswer> {
    let enquiry = find(db, id).await?;
    let messages = enquiries::list_messages(db, id).await?;
    Ok(EnquiryThread::new(enquiry, messages).answer())
}

async fn stale(tx: &Tx, id: Uuid) -> ApiResult<ApiError> {
    let now = find(tx, id).await?;
    Ok(ApiError::conflict(STALE).with_current_version(now.version))
}

/// The audit log names the trek, not the traveller, and contains no text of the messages.
async fn note(
    app: &App,
    tx: &Tx,
    me: &SignedIn,
    (action, before, status): (&str, &enquiry::Enquiry, EnquiryStatus),
) -> ApiResult<()> {
    let said = |status: EnquiryStatus| json!({"status": status.as_str()});
    let changes = audit::changes(&said(before.status), &said(status));
    let subject = ("enquiry", before.id.to_string(), &*before.trek_name);
    let entry = audit::note(app, me, action, subject, changes);
    Ok(audit_log::add(tx, &entry).await?)
}
