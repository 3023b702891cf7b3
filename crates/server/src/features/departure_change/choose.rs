//! `GET` and `POST /api/choices/{token}`: a traveller chooses by the link of an email, without signing in.

use axum::Json;
use axum::extract::{Path, State};
use domain::booking::{Booking, BookingStatus};
use domain::departure::{Departure, DepartureKind};
use domain::departure_change::{
    AnsweredBy, CREDIT_MONTHS, Choice, DepartureChange, DepartureChoice,
};
use domain::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::bookings;
use store::departure_changes::{self, Answer};
use store::departures;
use utoipa::ToSchema;
use uuid::Uuid;

use super::carry_on::finish;
use super::end::Outcome;
use super::follow::follow;
use super::target::{can_accept, find_target, new_dates};
use super::wire::{self, ChoiceDates, ChoiceTarget, Choices, ChoicesAnswer, OneChoices};
use crate::features::booking::record::too_few;
use crate::features::departure::choice_link;
use crate::features::departure::on_sale::{NOT_ON_SALE, list_with_seats};
use crate::features::departure::wire::Departure as DepartureWire;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BodyErrors, Conflict, Gone, NotFound, StoreErrors};
use crate::http::extract::Body;
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;

const NOT_FOUND: &str = "This link is not valid.";
const INVALID: &str = "Invalid choice. Please check your input.";
const ANSWERED: &str = "You have already answered.";
const TOO_LATE: &str = "The time to answer has passed.";
const ENDED: &str = "There is nothing to choose any more: the booking was changed since.";
const NOT_POSSIBLE: &str = "This choice is not possible.";
/// A traveller reads no longer list.
const MAX_DEPARTURES: usize = 24;

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChooseRequest {
    pub choice: wire::Choice,
    /// Required for `departure`.
    pub departure_id: Option<String>,
}

/// What a link is about.
struct Asked {
    change: DepartureChange,
    choice: DepartureChoice,
    booking: Booking,
    source: Departure,
}

/// Returns what a traveller can choose. Once it is answered or too late, 410 with what was chosen.
#[utoipa::path(
    get, path = "/api/choices/{token}", tag = "departures", params(("token" = String, Path)),
    responses((status = 200, body = ChoicesAnswer), NotFound, Gone, StoreErrors),
)]
pub(crate) async fn read_choices(
    State(app): State<App>,
    Path(token): Path<String>,
) -> ApiResult<Json<ChoicesAnswer>> {
    let (_, shown) = find_open(&app, &token).await?;
    Ok(answer(shown))
}

/// Answers for the booking, which follows at once. The first answer counts.
#[utoipa::path(
    post, path = "/api/choices/{token}", tag = "departures", params(("token" = String, Path)),
    request_body = ChooseRequest,
    responses((status = 200, body = ChoicesAnswer), BodyErrors, NotFound, Conflict, Gone, StoreErrors),
)]
pub(crate) async fn choose(
    State(app): State<App>,
    Path(token): Path<String>,
    Body(ask): Body<ChooseRequest>,
) -> ApiResult<Json<ChoicesAnswer>> {
    let (asked, before) = find_open(&app, &token).await?;
    let departure_id = match ask.choice {
        wire::Choice::Departure => Some(chosen_departure(&app, &asked, &ask).await?),
        _ => None,
    };
    if departure_id.is_none() && !before.options.contains(&ask.choice) {
        // Perhaps because another answer came between these reads.
        find_open(&app, &token).await?;
        return Err(invalid("choice", NOT_POSSIBLE));
    }
    let chosen = Answer {
        choice: ask.choice.into(),
        departure_id,
        by: AnsweredBy::Traveller,
    };
    match follow(&app, &asked.change, &asked.choice, chosen).await? {
        Outcome::Done => {}
        Outcome::Gone => {
            find_open(&app, &token).await?;
            return Err(ApiError::gone(ENDED));
        }
        Outcome::NotPossible => return Err(ApiError::conflict(NOT_POSSIBLE)),
        Outcome::TooFew { left } => return Err(too_few(left)),
    }
    if let Err(error) = finish(&app, &asked.change).await {
        tracing::warn!(change = %asked.change.id, error = error_chain(&error), "a change of a departure could not be finished; it will be retried");
    }
    let asked = find(&app, &token).await?;
    Ok(answer(shown(&app, &asked).await?))
}

fn answer(choices: Choices) -> Json<ChoicesAnswer> {
    Json(ChoicesAnswer {
        status: Success::Success,
        data: OneChoices { choices },
    })
}

fn invalid(field: &str, message: &str) -> ApiError {
    ApiError::invalid(INVALID, vec![Problem::new(field, message)])
}

async fn find(app: &App, token: &str) -> ApiResult<Asked> {
    let unknown = || ApiError::not_found(NOT_FOUND);
    let id = choice_link::read(app, token).ok_or_else(unknown)?;
    let choice = departure_changes::find_choice(&app.db, id).await?;
    let choice = choice.ok_or_else(unknown)?;
    let change = departure_changes::find(&app.db, choice.change_id).await?;
    let change = change.ok_or_else(unknown)?;
    let booking = bookings::find(&app.db, choice.booking_id).await?;
    let source = departures::find(&app.db, change.departure_id).await?;
    Ok(Asked {
        change,
        choice,
        booking: booking.ok_or_else(unknown)?,
        source: source.ok_or_else(unknown)?,
    })
}

/// What an open link is about, and what can be chosen. 410 for a link that was used, or whose time is over.
async fn find_open(app: &App, token: &str) -> ApiResult<(Asked, Choices)> {
    let asked = find(app, token).await?;
    let shown = shown(app, &asked).await?;
    refuse_closed(app, &asked, &shown)?;
    Ok((asked, shown))
}

fn refuse_closed(app: &App, asked: &Asked, shown: &Choices) -> ApiResult<()> {
    let today = app.clock.today(app.config.timezone);
    let choice = &asked.choice;
    let message = match (choice.answered_at, choice.answered_by) {
        (Some(_), Some(AnsweredBy::Traveller)) => ANSWERED,
        (Some(_), Some(AnsweredBy::Silence)) => TOO_LATE,
        (Some(_), None) => ENDED,
        (None, _) if today > asked.change.answer_by => TOO_LATE,
        (None, _) if asked.booking.status != BookingStatus::Confirmed => ENDED,
        (None, _) => return Ok(()),
    };
    Err(ApiError::gone(message).with_data(json!({ "choices": shown })))
}

/// The departure that the traveller names: one of the same route that is on sale.
async fn chosen_departure(app: &App, asked: &Asked, ask: &ChooseRequest) -> ApiResult<Uuid> {
    let id = ask.departure_id.as_deref().unwrap_or_default().trim();
    let id = Uuid::parse_str(id).map_err(|_| invalid("departureId", "Choose a departure"))?;
    let found = departures::find(&app.db, id).await?;
    let is_offered = |found: &Departure| {
        found.kind == DepartureKind::Group
            && found.trek_id == asked.source.trek_id
            && found.route_id == asked.source.route_id
            && found.id != asked.source.id
    };
    let found = found.filter(is_offered);
    let found = found.ok_or_else(|| invalid("departureId", "Departure not found."))?;
    let today = app.clock.today(app.config.timezone);
    match found.is_on_sale(today) {
        true => Ok(found.id),
        false => Err(ApiError::conflict(NOT_ON_SALE)),
    }
}

/// Other departures of the route that are on sale and have enough seats, next first.
async fn other_departures(
    app: &App,
    asked: &Asked,
    target: Option<&Departure>,
) -> ApiResult<Vec<DepartureWire>> {
    let today = app.clock.today(app.config.timezone);
    let currency = asked.booking.quote.currency;
    let route = (asked.source.trek_id, asked.source.route_id);
    let found = list_with_seats(app, route, asked.booking.party.size()).await?;
    let others = found.iter().filter(|(other, _)| {
        other.id != asked.source.id && Some(other.id) != target.map(|target| target.id)
    });
    let shown = others.map(|(other, usage)| DepartureWire::new(other, *usage, currency, today));
    Ok(shown.take(MAX_DEPARTURES).collect())
}

async fn shown(app: &App, asked: &Asked) -> ApiResult<Choices> {
    let (change, booking) = (&asked.change, &asked.booking);
    let target = find_target(&app.db, change).await?;
    let target = target.as_ref();
    let departures = other_departures(app, asked, target).await?;
    let has_money = !booking.refundable().is_zero();
    let possible = [
        (
            can_accept(app, (change, target), asked.choice.id, booking).await?,
            Choice::Accept,
        ),
        (has_money, Choice::Credit),
        (true, Choice::Refund),
        (!departures.is_empty(), Choice::Departure),
    ];
    let options = possible.into_iter().filter(|(is_possible, _)| *is_possible);
    let earlier = booking.earlier_dates.last();
    let earlier = earlier.filter(|earlier| Some(earlier.at) == asked.choice.answered_at);
    let name = booking.party.primary.name.split_whitespace().next();
    let amount_paid = match asked.choice.answered_at {
        Some(_) => booking.paid(),
        None => booking.refundable(),
    };
    Ok(Choices {
        kind: change.kind.into(),
        trek_id: booking.trek.id,
        trek_name: booking.trek.name.clone(),
        reference: booking.reference.clone(),
        first_name: name.unwrap_or_default().to_owned(),
        guests: booking.party.size(),
        reason: change.reason.clone(),
        from: ChoiceDates {
            start_date: earlier.map_or(booking.start_date, |earlier| earlier.start_date),
            end_date: earlier.map_or(booking.end_date, |earlier| earlier.end_date),
        },
        to: new_dates(change, target).map(|(start_date, end_date)| ChoiceTarget {
            departure_id: target.map(|target| target.id).or(change.to_departure_id),
            start_date,
            end_date,
        }),
        answer_by: change.answer_by,
        when_silent: change.when_silent.into(),
        amount_paid: amount_paid.to_number(booking.quote.currency),
        currency: booking.quote.currency.code().to_owned(),
        credit_months: CREDIT_MONTHS,
        options: options.map(|(_, choice)| choice.into()).collect(),
        departures,
        choice: asked.choice.choice.map(wire::Choice::from),
        answered_at: asked.choice.answered_at,
    })
}
