//! `POST /api/custom-treks`: a traveller asks for a trek that is not on the list (decisions §3, §10).

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use chrono::NaiveDate;
use chrono_tz::Tz;
use domain::custom_trek::{CustomTrek, Wish};
use domain::problem::Problem;
use sha2::{Digest, Sha256};
use store::idempotency::{self, Used};
use store::{StoreError, custom_treks};
use uuid::Uuid;

use super::wire::{CustomTrekAnswer, CustomTrekRequest};
use crate::access::Visitor;
use crate::app::App;
use crate::idempotency::{KEY_REUSED, key_of as idempotency_key};
use crate::booking::request::day;
use crate::client_address::ClientAddress;
use crate::error::{ApiError, ApiResult, Failure};
use crate::extract::Body;
use crate::limits::{self, Limit};

const INVALID: &str = "Please check your request.";
const NO_DATE: &str = "Please select a date";

/// Asks the agency for a trek of one's own. The agency is mailed, and so is who asked.
#[utoipa::path(
    post, path = "/api/custom-treks", tag = "custom treks",
    params(("Idempotency-Key" = Option<String>, Header, description = "The same key gives the same request for 24 hours")),
    request_body = CustomTrekRequest,
    responses(
        (status = 201, body = CustomTrekAnswer), (status = 400, body = Failure), (status = 409, body = Failure),
        (status = 413, body = Failure), (status = 415, body = Failure), (status = 429, body = Failure),
        (status = 500, body = Failure),
    ),
)]
pub async fn ask_for_custom_trek(
    State(app): State<App>,
    visitor: Visitor,
    client: ClientAddress,
    headers: HeaderMap,
    Body(ask): Body<CustomTrekRequest>,
) -> ApiResult<(StatusCode, Json<CustomTrekAnswer>)> {
    let key = idempotency_key(&headers)?;
    // Visitors share one drawer of keys. A key opens only with the whole request that it was used for.
    let whose = visitor.0.as_ref().map_or(Uuid::nil(), |person| person.id);
    let print = fingerprint(&ask)?;
    if let Some(made) = already_made(&app, whose, key, &print).await? {
        return Ok(created(made));
    }
    let timezone = app.config.timezone;
    let wish = read(&ask, app.clock.today(timezone), timezone)
        .map_err(|problems| ApiError::invalid(INVALID, problems))?;
    let counted = [(Limit::CustomTreksOfClient, client.0.as_str())];
    limits::count(&app, &counted).await?;
    let made = CustomTrek::asked(app.clock.new_id(), wish, app.clock.now());
    let used = key.map(|key| (whose, key, print.as_str()));
    let made = match keep(&app, &made, used).await? {
        Kept::Stored => made,
        // Of two with one key the other was first: what it made is the answer to both.
        Kept::ByAnother => already_made(&app, whose, key, &print)
            .await?
            .ok_or_else(|| ApiError::conflict(KEY_REUSED))?,
    };
    Ok(created(made))
}

/// What was asked, and no more: a repeated request may come after the agency has made its notes.
fn created(made: CustomTrek) -> (StatusCode, Json<CustomTrekAnswer>) {
    let asked = CustomTrek::asked(made.id, made.wish, made.created_at);
    (StatusCode::CREATED, Json(asked.into()))
}

fn read(ask: &CustomTrekRequest, today: NaiveDate, timezone: Tz) -> Result<Wish, Vec<Problem>> {
    let filled = |text: &Option<String>| {
        let text = text.as_deref().map(str::trim);
        text.filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let mut problems = Vec::new();
    let start_text = filled(&ask.start_date);
    let start_date = start_text.as_deref().and_then(|text| day(text, timezone));
    if start_text.is_some() && start_date.is_none() {
        problems.push(Problem::new("startDate", NO_DATE));
    }
    let wish = Wish {
        name: ask.name.trim().to_owned(),
        email: ask.email.trim().to_owned(),
        phone: filled(&ask.phone),
        destination: ask.destination.trim().to_owned(),
        start_date,
        days: ask.days,
        guests: ask.guests,
        message: filled(&ask.message),
    };
    problems.extend(wish.check(today));
    if problems.is_empty() {
        Ok(wish)
    } else {
        Err(problems)
    }
}

#[derive(PartialEq, Eq)]
enum Kept {
    Stored,
    /// The key was taken in the same moment by another request.
    ByAnother,
}

async fn keep(app: &App, made: &CustomTrek, used: Option<(Uuid, &str, &str)>) -> ApiResult<Kept> {
    let tx = app.db.begin().await?;
    if let Some((whose, key, print)) = used {
        let use_of_it = Used {
            fingerprint: print.to_owned(),
            subject_id: made.id,
        };
        match idempotency::remember(&tx, whose, key, &use_of_it, made.created_at).await {
            Err(StoreError::Taken(_)) => return Ok(Kept::ByAnother),
            kept => kept?,
        }
    }
    custom_treks::insert(&tx, made).await?;
    tx.commit().await?;
    Ok(Kept::Stored)
}

async fn already_made(
    app: &App,
    whose: Uuid,
    key: Option<&str>,
    print: &str,
) -> ApiResult<Option<CustomTrek>> {
    let Some(key) = key else { return Ok(None) };
    match idempotency::find(&app.db, whose, key, app.clock.now()).await? {
        None => Ok(None),
        Some(used) if used.fingerprint != print => Err(ApiError::conflict(KEY_REUSED)),
        Some(used) => Ok(custom_treks::find(&app.db, used.subject_id).await?),
    }
}

/// A digest of what was asked; of nothing else that a key may be used for.
fn fingerprint(ask: &CustomTrekRequest) -> ApiResult<String> {
    let bytes =
        serde_json::to_vec(&("custom trek", ask)).map_err(|error| ApiError::internal(&error))?;
    Ok(Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}
