//! Lists of departures: what travellers can book, and what the agency runs (operations §2).

use axum::Json;
use axum::extract::{Request, State};
use axum::response::Response;
use chrono::{Datelike as _, NaiveDate};
use domain::departure::{DepartureKind, DepartureState, DepartureStatus, price_per_head};
use domain::problem::Problem;
use serde::Deserialize;
use store::departures::{self, Wanted};
use utoipa::IntoParams;
use uuid::Uuid;

use super::assignment::guides_of;
use super::on_sale::NOT_FOUND;
use super::staff::{answer, show_to_staff};
use super::usage::{usage_in, usage_of};
use super::wire::{
    self, DepartureList, DepartureListAnswer, StaffDepartureAnswer, StaffDepartureList,
    StaffDepartureListAnswer,
};
use crate::features::trek::read::NOT_FOUND as TREK_NOT_FOUND;
use crate::http::auth::Staff;
use crate::http::day::calendar_day;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BadRequest, NotFound, ServerError};
use crate::http::extract::{Params, PathId};
use crate::http::pagination::{self, Page};
use crate::http::public_cache::{self, Key};
use crate::http::response::Success;
use crate::platform::app::App;

/// A trek with a departure every day for more than two years. A list for staff says how many there are.
const MAX_LISTED: u64 = 1000;
const DEPARTURES: Key = Key::departures("departures of a trek");

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TrekDepartures {
    /// The first start date. Default: today.
    from: Option<String>,
    /// The last start date.
    to: Option<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct ListDepartures {
    /// The first start date.
    from: Option<String>,
    /// The last start date.
    to: Option<String>,
    /// The first end date: with `to`, all departures that run in a period.
    ends_from: Option<String>,
    trek_id: Option<String>,
    /// open, closed, running, completed or cancelled.
    status: Option<String>,
    /// group or private.
    kind: Option<String>,
    /// From 1. Without page and limit: the first 1000.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
    /// The id of a guide who leads it.
    guide: Option<String>,
}

/// Returns the departures of a trek that are open, from today on.
#[utoipa::path(
    get, path = "/api/treks/{id}/departures", tag = "departures",
    params(("id" = String, Path), TrekDepartures),
    responses((status = 200, body = DepartureListAnswer), BadRequest, NotFound, ServerError),
)]
pub(crate) async fn list_trek_departures(
    State(app): State<App>,
    id: PathId,
    Params(query): Params<TrekDepartures>,
    request: Request,
) -> ApiResult<Response> {
    let id = id.or_not_found(TREK_NOT_FOUND)?;
    let (from, to) = (
        day("from", query.from.as_deref())?,
        day("to", query.to.as_deref())?,
    );
    let number = |day: Option<NaiveDate>| {
        day.map_or(0, |day| u64::from(day.num_days_from_ce().unsigned_abs()))
    };
    let key = DEPARTURES.of(id).part((number(from), number(to)));
    let open = || open_departures(&app, id, (from, to));
    public_cache::respond(&app, key, request.headers(), open).await
}

/// The group departures of a trek that travellers see, with start dates in a period.
pub(crate) async fn open_departures(
    app: &App,
    trek_id: Uuid,
    (from, to): (Option<NaiveDate>, Option<NaiveDate>),
) -> ApiResult<DepartureListAnswer> {
    let trek = store::treks::find(&app.db, trek_id).await?;
    let trek = trek.filter(|trek| !trek.is_archived());
    let trek = trek.ok_or_else(|| ApiError::not_found(TREK_NOT_FOUND))?;
    let today = app.clock.today(app.config.timezone);
    let wanted = Wanted {
        from: Some(from.unwrap_or(today).max(today)),
        to,
        trek_id: Some(trek_id),
        kind: Some(DepartureKind::Group),
        state: Some(DepartureState::Open),
        ..Wanted::default()
    };
    let mut open = if trek.sold_as.has_departures() {
        departures::list(&app.db, &wanted, MAX_LISTED).await?
    } else {
        Vec::new()
    };
    open.retain(|departure| departure.start_date > today);
    let usage = usage_of(app, &open).await?;
    let guides = guides_of(app, &open).await?;
    let shown = open.iter().filter_map(|departure| {
        let mut routes = trek.visible_routes();
        let route = routes.find(|route| route.id == departure.route_id)?;
        let price = trek.all_in_price_of(price_per_head(Some(departure), route));
        let usage = usage_in(&usage, departure);
        let shown =
            wire::Departure::new(departure, usage, trek.currency, today).with_guides(&guides);
        Some(shown.with_all_in_price(price.map(|price| price.to_number(trek.currency))))
    });
    Ok(DepartureListAnswer {
        status: Success::Success,
        data: DepartureList {
            departures: shown.collect(),
        },
    })
}

/// Returns departures of all treks for the desk, private ones, too.
#[utoipa::path(
    get, path = "/api/departures", tag = "departures", security(("session" = [])), params(ListDepartures),
    responses((status = 200, body = StaffDepartureListAnswer), BadRequest, AdminErrors, ServerError),
)]
pub(crate) async fn list_departures(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ListDepartures>,
) -> ApiResult<Json<StaffDepartureListAnswer>> {
    let today = app.clock.today(app.config.timezone);
    let wanted = query.wanted(today)?;
    let page = match (query.page.as_deref(), query.limit.as_deref()) {
        (None, None) => Page {
            offset: 0,
            limit: MAX_LISTED,
        },
        (page, limit) => pagination::read(page, limit)?,
    };
    let (found, total) = departures::page(&app.db, &wanted, page.offset, page.limit).await?;
    let departures = show_to_staff(&app, &found).await?;
    Ok(Json(StaffDepartureListAnswer {
        status: Success::Success,
        data: StaffDepartureList { departures, total },
    }))
}

impl ListDepartures {
    fn wanted(&self, today: NaiveDate) -> ApiResult<Wanted> {
        let word = |text: &Option<String>| {
            let text = text.as_deref().map(str::trim);
            text.filter(|text| !text.is_empty()).map(str::to_owned)
        };
        let trek_id = word(&self.trek_id)
            .map(|id| Uuid::parse_str(&id))
            .transpose();
        let trek_id =
            trek_id.map_err(|_| invalid_query("trekId", "trekId must be the id of a trek"))?;
        let status = word(&self.status)
            .map(|word| status_named(&word))
            .transpose()?;
        let guide = word(&self.guide).map(|id| Uuid::parse_str(&id)).transpose();
        let guide = guide.map_err(|_| invalid_query("guide", "guide must be the id of a guide"))?;
        let kind = word(&self.kind).map(|word| {
            let kind = DepartureKind::parse(&word);
            kind.ok_or_else(|| invalid_query("kind", "kind must be group or private"))
        });
        let from = day("from", self.from.as_deref())?;
        let to = day("to", self.to.as_deref())?;
        if from.zip(to).is_some_and(|(from, to)| to < from) {
            return Err(invalid_query("to", "to must not be before from"));
        }
        Ok(Wanted {
            from,
            to,
            ends_from: day("endsFrom", self.ends_from.as_deref())?,
            trek_id,
            kind: kind.transpose()?,
            guides: guide.map(|guide| vec![guide]),
            status: status.map(|status| (status, today)),
            ..Wanted::default()
        })
    }
}

/// Returns one departure for the desk.
#[utoipa::path(
    get, path = "/api/departures/{id}", tag = "departures", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = StaffDepartureAnswer), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn read_departure(
    State(app): State<App>,
    _staff: Staff,
    id: PathId,
) -> ApiResult<Json<StaffDepartureAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let found = departures::find(&app.db, id).await?;
    let found = found.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    Ok(Json(answer(&app, &found).await?))
}

fn status_named(word: &str) -> ApiResult<DepartureStatus> {
    Ok(match word {
        "open" => DepartureStatus::Open,
        "closed" => DepartureStatus::Closed,
        "running" => DepartureStatus::Running,
        "completed" => DepartureStatus::Completed,
        "cancelled" => DepartureStatus::Cancelled,
        _ => {
            let message = "status must be open, closed, running, completed or cancelled";
            return Err(invalid_query("status", message));
        }
    })
}

fn day(field: &str, text: Option<&str>) -> ApiResult<Option<NaiveDate>> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    let message = format!("{field} must be a day, as 2027-03-01");
    text.map(|text| calendar_day(text).ok_or_else(|| invalid_query(field, &message)))
        .transpose()
}

pub(super) fn invalid_query(field: &str, message: &str) -> ApiError {
    ApiError::invalid("The query is not valid", vec![Problem::new(field, message)])
}
