//! `POST /api/custom-treks`: a traveller requests a custom trek (decisions §3, §10).

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use chrono::NaiveDate;
use chrono_tz::Tz;
use domain::account::Email;
use domain::custom_trek::{CustomTrek, Wish};
use domain::problem::Problem;
use store::jobs::{self, Job};
use store::{Tx, custom_treks};
use uuid::Uuid;

use super::wire::{CustomTrekAnswer, CustomTrekRequest};
use crate::http::auth::Visitor;
use crate::http::client_address::ClientAddress;
use crate::http::day::day;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BodyErrors, Conflict, ServerError, TooManyRequests};
use crate::http::extract::Body;
use crate::http::idempotency::{KEY_REUSED, Request, key_of};
use crate::http::rate_limit::{self, Limit};
use crate::platform::app::App;

const INVALID: &str = "Please check your request.";
const NO_DATE: &str = "Please select a date";

/// Requests a custom trek. Mails the agency and the traveller.
#[utoipa::path(
    post, path = "/api/custom-treks", tag = "custom treks",
    params(("Idempotency-Key" = Option<String>, Header, description = "The same key gives the same request for 24 hours")),
    request_body = CustomTrekRequest,
    responses((status = 201, body = CustomTrekAnswer), BodyErrors, Conflict, TooManyRequests, ServerError),
)]
pub(crate) async fn ask_for_custom_trek(
    State(app): State<App>,
    visitor: Visitor,
    client: ClientAddress,
    headers: HeaderMap,
    Body(ask): Body<CustomTrekRequest>,
) -> ApiResult<(StatusCode, Json<CustomTrekAnswer>)> {
    // Visitors without an account share one key space. A key matches only together with the whole request.
    let whose = visitor.0.as_ref().map_or(Uuid::nil(), |person| person.id);
    let request = Request::new(whose, key_of(&headers)?, &("custom trek", &ask))?;
    if let Some(made) = find_recorded(&app, &request).await? {
        return Ok(created(made));
    }
    let timezone = app.config.timezone;
    let wish = read(&ask, app.clock.today(timezone), timezone)
        .map_err(|problems| ApiError::invalid(INVALID, problems))?;
    let counted = [(Limit::CustomTreksOfClient, client.0.as_str())];
    rate_limit::count(&app, &counted).await?;
    let is_owner = visitor.0.is_some_and(|person| {
        Email::parse(&wish.email).is_ok_and(|email| email == person.account.email)
    });
    let made = CustomTrek::new(app.clock.new_id(), wish, app.clock.now());
    if keep(&app, &request, &made, is_owner).await? {
        app.wake_worker();
        return Ok(created(made));
    }
    // A concurrent request with the same key was first: return its result.
    let other = find_recorded(&app, &request).await?;
    Ok(created(
        other.ok_or_else(|| ApiError::conflict(KEY_REUSED))?,
    ))
}

async fn find_recorded(app: &App, request: &Request<'_>) -> ApiResult<Option<CustomTrek>> {
    match request.earlier(app).await? {
        Some(id) => Ok(custom_treks::find(&app.db, id).await?),
        None => Ok(None),
    }
}

/// Returns only the request: a repeated call may come after the agency wrote its notes.
fn created(made: CustomTrek) -> (StatusCode, Json<CustomTrekAnswer>) {
    let asked = CustomTrek::new(made.id, made.wish, made.created_at);
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

/// Stores the request, its key and its mail jobs in one transaction. Returns false if a concurrent request used the
/// key.
async fn keep(
    app: &App,
    request: &Request<'_>,
    made: &CustomTrek,
    is_owner: bool,
) -> ApiResult<bool> {
    app.in_transaction("create_custom_trek", async |tx| -> ApiResult<_> {
        if !request.remember(&tx, made.id, made.created_at).await? {
            tx.roll_back();
            return Ok(false);
        }
        custom_treks::insert(&tx, made).await?;
        add_mails(app, &tx, made, is_owner).await?;
        Ok(true)
    })
    .await
}

/// Limits the confirmations to an address per day, since it may be a stranger's. The agency is always mailed.
async fn add_mails(app: &App, tx: &Tx, made: &CustomTrek, is_owner: bool) -> ApiResult<()> {
    let (custom_trek_id, now) = (made.id, made.created_at);
    let asked = Job::MailCustomTrekAsked { custom_trek_id };
    jobs::add(tx, app.clock.new_id(), &asked, now).await?;
    let counted = rate_limit::typed_email(&made.wish.email);
    let counted = (Limit::CustomTrekMails, counted.as_str());
    if rate_limit::count_in(app, tx, counted).await?.is_none() {
        let received = Job::MailCustomTrekReceived {
            custom_trek_id,
            is_owner,
        };
        jobs::add(tx, app.clock.new_id(), &received, now).await?;
    }
    Ok(())
}
