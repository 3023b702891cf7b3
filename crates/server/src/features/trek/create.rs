//! `POST /api/treks`: an administrator adds a trek, from a document or as a copy of another (decisions §3, §10).

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, Utc};
use domain::trek::{PaymentDetails, Trek};
use store::audit::Entry;
use store::{StoreError, StoreResult, Tx};
use uuid::Uuid;

use super::document::TrekDocument;
use super::read::NOT_FOUND;
use super::save::{answer, checked, entry, name_taken};
use super::wire::TrekAnswer;
use crate::features::upload::usage;
use crate::http::auth::{SignedIn, Staff};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    AdminErrors, BodyErrors, Conflict, NotFound, ServerError, UnprocessableContent,
};
use crate::http::extract::{Body, PathId};
use crate::http::idempotency::{self, Created, Request};
use crate::platform::app::App;

const MAX_NAME: usize = 200;
/// How many numbered names are tried for a copy before the request fails with a conflict.
const MAX_COPIES: usize = 100;

/// Adds a trek. Requests with the same key and document get the same trek for 24 hours.
#[utoipa::path(
    post, path = "/api/treks", tag = "treks", security(("session" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "The same key gives the same trek for 24 hours")),
    request_body = TrekDocument,
    responses(
        (status = 201, body = TrekAnswer), BodyErrors, AdminErrors, Conflict, UnprocessableContent, ServerError,
    ),
)]
pub(crate) async fn create_trek(
    State(app): State<App>,
    Staff(admin): Staff,
    headers: HeaderMap,
    Body(document): Body<TrekDocument>,
) -> ApiResult<(StatusCode, Json<TrekAnswer>)> {
    let key = idempotency::key_of(&headers)?;
    let request = Request::new(admin.id, key, &("trek", &document))?;
    let making = async {
        let trek = checked(document.apply(&blank(&app), || app.clock.new_id()))?;
        usage::check_trek(&app, &trek).await?;
        Ok(trek)
    };
    let trek = idempotency::create(&app, &admin, &request, making).await?;
    Ok((StatusCode::CREATED, answer(trek)))
}

/// The empty trek to which a new document is applied, with the currency, default charges and default deposit of the
/// agency.
fn blank(app: &App) -> Trek {
    let trek = Trek::blank(app.clock.new_id(), app.config.currency, app.clock.now());
    Trek {
        payment_details: PaymentDetails {
            charges: app.config.default_charges,
            terms: app.config.default_terms,
            ..trek.payment_details
        },
        ..trek
    }
}

impl Created for Trek {
    fn id(&self) -> Uuid {
        self.id
    }

    fn created_at(&self) -> DateTime<Utc> {
        self.created_at
    }

    async fn find(app: &App, id: Uuid) -> StoreResult<Option<Self>> {
        store::treks::find(&app.db, id).await
    }

    async fn insert(&self, tx: &Tx) -> ApiResult<()> {
        let inserted = store::treks::insert(tx, self).await;
        inserted.map_err(|error| name_taken(error, self))
    }

    fn line(&self, app: &App, admin: &SignedIn) -> Entry {
        entry(app, admin, "create", None, Some(self))
    }
}

/// Adds a copy of a trek with all routes hidden, so that it is not booked before it is finished.
#[utoipa::path(
    post, path = "/api/treks/{id}/duplicate", tag = "treks", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 201, body = TrekAnswer), AdminErrors, NotFound, Conflict),
)]
pub(crate) async fn duplicate_trek(
    State(app): State<App>,
    Staff(admin): Staff,
    id: PathId,
) -> ApiResult<(StatusCode, Json<TrekAnswer>)> {
    let id = id.or_not_found(NOT_FOUND)?;
    let original = store::treks::find(&app.db, id).await?;
    let original = original.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    let mut copy = copy_of(&app, &original);
    let request = Request::new(admin.id, None, &id)?;
    for number in 1..=MAX_COPIES {
        copy.name = copy_name(&original.name, number);
        match idempotency::keep(&app, &admin, &request, &copy).await {
            Ok(_) => return Ok((StatusCode::CREATED, answer(copy))),
            Err(error) if error.status == StatusCode::CONFLICT => {}
            Err(error) => return Err(error),
        }
    }
    Err(name_taken(StoreError::Taken(String::new()), &copy))
}

fn copy_of(app: &App, original: &Trek) -> Trek {
    let now = app.clock.now();
    let mut copy = Trek {
        id: app.clock.new_id(),
        version: 1,
        is_private: false,
        archived_at: None,
        created_at: now,
        updated_at: now,
        ..original.clone()
    };
    for route in &mut copy.routes {
        route.id = app.clock.new_id();
        route.is_visible = false;
    }
    copy
}

fn copy_name(name: &str, number: usize) -> String {
    let ending = match number {
        1 => " (copy)".to_owned(),
        number => format!(" (copy {number})"),
    };
    let start: String = name.chars().take(MAX_NAME - ending.len()).collect();
    start + &ending
}
