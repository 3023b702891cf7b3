//! `POST /api/treks`: an administrator adds a trek, from a document or as a copy of another (decisions §3, §10).

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use domain::itinerary::{Coordinates, Place};
use domain::trek::{Charges, Images, PaymentDetails, Trek};
use sha2::{Digest, Sha256};
use store::StoreError;
use store::idempotency::{self, Used};
use uuid::Uuid;

use super::document::TrekDocument;
use super::read::{MAY_NOT_EDIT, NOT_FOUND};
use super::save::{answer, checked, entry, name_taken};
use super::wire::TrekAnswer;
use crate::access::{Admin, SignedIn, Visitor};
use crate::app::App;
use crate::booking::remember::{KEY_REUSED, idempotency_key};
use crate::error::{ApiError, ApiResult, Failure};
use crate::extract::{Body, PathId};
use crate::upload::usage;

const MAX_NAME: usize = 200;
/// Copies of a copy, before somebody is asked to think of a name.
const MOST_COPIES: usize = 100;

/// Adds a trek. The same key and document give the same trek for 24 hours.
#[utoipa::path(
    post, path = "/api/treks", tag = "treks", security(("session" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "The same key gives the same trek for 24 hours")),
    request_body = TrekDocument,
    responses(
        (status = 201, body = TrekAnswer), (status = 400, body = Failure), (status = 401, body = Failure),
        (status = 409, body = Failure), (status = 413, body = Failure), (status = 415, body = Failure),
        (status = 422, body = Failure), (status = 500, body = Failure),
    ),
)]
pub async fn create_trek(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Body(document): Body<TrekDocument>,
) -> ApiResult<(StatusCode, Json<TrekAnswer>)> {
    let Some(admin) = visitor.0.filter(SignedIn::is_admin) else {
        return Err(ApiError::unauthorized(MAY_NOT_EDIT));
    };
    let key = idempotency_key(&headers)?;
    let print = fingerprint(&document)?;
    if let Some(made) = already_made(&app, admin.id, key, &print).await? {
        return Ok((StatusCode::CREATED, answer(made)));
    }
    let trek = checked(document.apply(&blank(&app), || app.clock.new_id()))?;
    usage::check_trek(&app, &trek).await?;
    match keep(&app, &admin, &trek, key.map(|key| (key, &*print))).await? {
        Kept::Stored => Ok((StatusCode::CREATED, answer(trek))),
        Kept::ByAnother => match already_made(&app, admin.id, key, &print).await? {
            Some(made) => Ok((StatusCode::CREATED, answer(made))),
            None => Err(ApiError::conflict(KEY_REUSED)),
        },
    }
}

/// A trek before anything is known of it: the terms of document 2 §9, in our currency.
fn blank(app: &App) -> Trek {
    let (now, currency) = (app.clock.now(), app.config.currency);
    let nowhere = Place {
        name: String::new(),
        coordinates: Coordinates::default(),
    };
    Trek {
        id: app.clock.new_id(),
        version: 1,
        name: String::new(),
        description: String::new(),
        location: String::new(),
        features: Vec::new(),
        images: Images::default(),
        routes: Vec::new(),
        starting_place: nowhere.clone(),
        ending_place: nowhere,
        payment_details: PaymentDetails {
            charges: Charges::default_in(currency),
            ..PaymentDetails::default()
        },
        currency,
        difficulty: None,
        best_seasons: Vec::new(),
        archived_at: None,
        created_at: now,
        updated_at: now,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    Stored,
    /// The key was taken in the same moment by another request.
    ByAnother,
}

/// Trek, key and line of the audit log are stored together.
async fn keep(
    app: &App,
    admin: &SignedIn,
    trek: &Trek,
    key: Option<(&str, &str)>,
) -> ApiResult<Kept> {
    let tx = app.db.begin().await?;
    if let Some((key, fingerprint)) = key {
        let used = Used {
            fingerprint: fingerprint.to_owned(),
            booking_id: trek.id,
        };
        match idempotency::remember(&tx, admin.id, key, &used, trek.created_at).await {
            Err(StoreError::Taken(_)) => return Ok(Kept::ByAnother),
            kept => kept?,
        }
    }
    let inserted = store::treks::insert(&tx, trek).await;
    inserted.map_err(|error| name_taken(error, trek))?;
    store::audit::add(&tx, &entry(app, admin, "create", None, Some(trek))).await?;
    tx.commit().await?;
    app.offered_treks.forget();
    Ok(Kept::Stored)
}

async fn already_made(
    app: &App,
    user_id: Uuid,
    key: Option<&str>,
    fingerprint: &str,
) -> ApiResult<Option<Trek>> {
    let Some(key) = key else { return Ok(None) };
    match idempotency::find(&app.db, user_id, key, app.clock.now()).await? {
        None => Ok(None),
        Some(used) if used.fingerprint != fingerprint => Err(ApiError::conflict(KEY_REUSED)),
        Some(used) => Ok(store::treks::find(&app.db, used.booking_id).await?),
    }
}

/// A digest of what was asked; of no booking or article, whatever its request.
fn fingerprint(document: &TrekDocument) -> ApiResult<String> {
    let bytes =
        serde_json::to_vec(&("trek", document)).map_err(|error| ApiError::internal(&error))?;
    Ok(Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}

/// Adds a copy of a trek, all of its routes hidden, so that nobody books it before it is finished.
#[utoipa::path(
    post, path = "/api/treks/{id}/duplicate", tag = "treks", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 201, body = TrekAnswer), (status = 401, body = Failure),
        (status = 403, body = Failure), (status = 404, body = Failure), (status = 409, body = Failure)),
)]
pub async fn duplicate_trek(
    State(app): State<App>,
    Admin(admin): Admin,
    id: PathId,
) -> ApiResult<(StatusCode, Json<TrekAnswer>)> {
    let id = id.or_not_found(NOT_FOUND)?;
    let original = store::treks::find(&app.db, id).await?;
    let original = original.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    let mut copy = copy_of(&app, &original);
    for number in 1..=MOST_COPIES {
        copy.name = copy_name(&original.name, number);
        match keep(&app, &admin, &copy, None).await {
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
