//! The subscribers of the newsletter, for administrators: list, remove, CSV (decisions §3, §10 "Newsletter").

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use domain::newsletter;
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx, subscribers};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::features::audit;
use crate::http::auth::{Admin, Staff};
use crate::http::csv::Csv;
use crate::http::csv_export::{self, BATCH_SIZE, Rows};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BadRequest, NotFound, ServiceUnavailable};
use crate::http::extract::{Params, PathId};
use crate::http::pagination;
use crate::http::response::Success;
use crate::platform::app::App;

const NOT_FOUND: &str = "Subscriber not found.";

/// All fields are text, so that the response to an invalid value contains its field and the valid values.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListSubscribers {
    /// Starts at 1. The CSV export contains all pages.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
    /// A part of the address.
    search: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct SubscriberListAnswer {
    pub status: Success,
    pub data: SubscriberList,
}

#[derive(Serialize, ToSchema)]
pub struct SubscriberList {
    pub subscribers: Vec<Subscriber>,
    /// Total of all pages.
    pub total: u64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Subscriber {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub email: String,
    pub created_at: DateTime<Utc>,
}

impl From<newsletter::Subscriber> for Subscriber {
    fn from(subscriber: newsletter::Subscriber) -> Self {
        Self {
            id: subscriber.id,
            email: subscriber.email.into(),
            created_at: subscriber.created_at,
        }
    }
}

/// Lists the subscribers of the newsletter, newest first.
#[utoipa::path(
    get, path = "/api/newsletter/subscribers", tag = "newsletter", security(("session" = [])),
    params(ListSubscribers),
    responses((status = 200, body = SubscriberListAnswer), BadRequest, AdminErrors),
)]
pub(crate) async fn list_subscribers(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ListSubscribers>,
) -> ApiResult<Json<SubscriberListAnswer>> {
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let search = query.search.unwrap_or_default();
    let (found, total) = subscribers::list(&app.db, &search, page.offset, page.limit).await?;
    Ok(Json(SubscriberListAnswer {
        status: Success::Success,
        data: SubscriberList {
            subscribers: found.into_iter().map(Subscriber::from).collect(),
            total,
        },
    }))
}

/// Ends a subscription.
#[utoipa::path(
    delete, path = "/api/newsletter/subscribers/{id}", tag = "newsletter", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 204), AdminErrors, NotFound),
)]
pub(crate) async fn remove_subscriber(
    State(app): State<App>,
    Admin(admin): Admin,
    id: PathId,
) -> ApiResult<StatusCode> {
    let id = id.or_not_found(NOT_FOUND)?;
    app.in_transaction("remove_subscriber", async |tx| -> ApiResult<()> {
        let subscriber = subscribers::find(&tx, id).await?;
        let subscriber = subscriber.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
        if !subscribers::remove(&tx, &subscriber.email).await? {
            return Err(ApiError::not_found(NOT_FOUND));
        }
        // The audit log does not store the address of a removed subscriber.
        let subject = ("subscriber", id.to_string(), "");
        let entry = audit::note(&app, &admin, "delete", subject, Vec::new());
        store::audit::add(&tx, &entry).await?;
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Exports the subscribers that match a search as CSV.
#[utoipa::path(
    get, path = "/api/newsletter/subscribers/export", tag = "newsletter", security(("session" = [])),
    params(ListSubscribers),
    responses((status = 200, body = String, content_type = "text/csv"), AdminErrors, ServiceUnavailable),
)]
pub(crate) async fn export_subscribers(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ListSubscribers>,
) -> ApiResult<Response> {
    let rows = SubscriberRows {
        timezone: app.config.timezone,
        search: query.search.unwrap_or_default(),
        before: None,
    };
    csv_export::send(&app, "subscribers", &["Email", "Subscribed on"], rows).await
}

struct SubscriberRows {
    timezone: Tz,
    search: String,
    before: Option<Uuid>,
}

impl Rows for SubscriberRows {
    async fn add_part(&mut self, tx: &Tx, table: &mut Csv) -> StoreResult<bool> {
        let found = subscribers::list_before(tx, &self.search, self.before, BATCH_SIZE).await?;
        for subscriber in &found {
            let day = subscriber.created_at.with_timezone(&self.timezone);
            let day = day.format("%Y-%m-%d").to_string();
            table.add(&[subscriber.email.as_str(), &day]);
        }
        self.before = found.last().map(|subscriber| subscriber.id);
        Ok(found.len() as u64 == BATCH_SIZE)
    }
}
