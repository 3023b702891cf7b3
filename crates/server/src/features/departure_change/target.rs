//! Where a departure moves to: another departure of the trek, a new one on another date, or, for a party that walks by
//! itself, only another date.

use chrono::{Days, Months, NaiveDate};
use domain::booking::{Booking, MAX_YEARS_AHEAD};
use domain::departure::{Departure, DepartureKind, DepartureState};
use domain::departure_change::{ChangeKind, DepartureChange};
use domain::problem::Problem;
use store::departures::{self, Wanted};
use store::seats::{self, ClaimState};
use store::{Connection, StoreError, departure_changes};
use uuid::Uuid;

use crate::features::departure::on_sale::NOT_FOUND;
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;

pub const INVALID: &str = "Invalid move. Please check your input.";
const NOT_OPEN: &str = "The departure to move to is not open.";

/// The dates of a move, and the departure that takes the bookings.
pub struct Target {
    /// `None` for a private departure that only gets other dates.
    pub departure: Option<Departure>,
    /// Whether the departure is made by the move.
    pub is_new: bool,
    pub start: NaiveDate,
    pub end: NaiveDate,
}

fn invalid(field: &str, message: &str) -> ApiError {
    ApiError::invalid(INVALID, vec![Problem::new(field, message)])
}

/// The departure that staff name. It may run another route of the same trek.
pub(crate) async fn named_target(app: &App, source: &Departure, id: &str) -> ApiResult<Target> {
    let id = Uuid::parse_str(id.trim()).unwrap_or_default();
    if id == source.id {
        return Err(invalid("departureId", "Choose another departure"));
    }
    let found = departures::find(&app.db, id).await?;
    let found =
        found.filter(|found| found.trek_id == source.trek_id && found.kind == DepartureKind::Group);
    let found = found.ok_or_else(|| invalid("departureId", NOT_FOUND))?;
    let today = app.clock.today(app.config.timezone);
    if found.state != DepartureState::Open || found.start_date < today {
        return Err(ApiError::conflict(NOT_OPEN));
    }
    Ok(Target {
        start: found.start_date,
        end: found.end_date,
        departure: Some(found),
        is_new: false,
    })
}

/// The dates that a departure gets when it starts on another day.
pub(crate) async fn dated_target(
    app: &App,
    source: &Departure,
    start: NaiveDate,
) -> ApiResult<Target> {
    let today = app.clock.today(app.config.timezone);
    let last = today
        .checked_add_months(Months::new(12 * MAX_YEARS_AHEAD))
        .unwrap_or(NaiveDate::MAX);
    if start < today {
        return Err(invalid("startDate", "Start date must be today or later"));
    }
    if start > last {
        return Err(invalid(
            "startDate",
            "Start date must be within three years",
        ));
    }
    if start == source.start_date {
        return Err(invalid("startDate", "Choose another start date"));
    }
    let shifted = |day: NaiveDate| {
        let days = start.signed_duration_since(source.start_date).num_days();
        match u64::try_from(days) {
            Ok(later) => day.checked_add_days(Days::new(later)),
            Err(_) => day.checked_sub_days(Days::new(days.unsigned_abs())),
        }
    };
    let end = shifted(source.end_date).unwrap_or(NaiveDate::MAX);
    let (departure, is_new) = match source.kind {
        DepartureKind::Private => (None, false),
        DepartureKind::Group => match find_on(app, source, start).await? {
            Some(found) => (Some(found), false),
            None => {
                let id = app.clock.new_id();
                let made = Departure {
                    id,
                    pool_id: id,
                    start_date: start,
                    end_date: end,
                    decide_by: source
                        .decide_by
                        .and_then(shifted)
                        .filter(|day| *day >= today),
                    state: DepartureState::Open,
                    version: 1,
                    ..source.clone()
                };
                (Some(made), true)
            }
        },
    };
    let end = departure
        .as_ref()
        .map_or(end, |departure| departure.end_date);
    Ok(Target {
        departure,
        is_new,
        start,
        end,
    })
}

/// The open departure of the same route on a day.
async fn find_on(app: &App, source: &Departure, day: NaiveDate) -> ApiResult<Option<Departure>> {
    let wanted = Wanted {
        from: Some(day),
        to: Some(day),
        trek_id: Some(source.trek_id),
        kind: Some(DepartureKind::Group),
        state: Some(DepartureState::Open),
        ..Wanted::default()
    };
    let found = departures::list(&app.db, &wanted, 100).await?;
    let same_route = |other: &Departure| other.route_id == source.route_id && other.id != source.id;
    Ok(found.into_iter().find(same_route))
}

/// A departure is not moved more often.
const MAX_MOVES: usize = 16;

/// The departure that takes the bookings of a change now. If the one that the agency named was moved meanwhile, the last
/// of its moves counts. `None` if there is none, or it is cancelled.
pub(crate) async fn find_target(
    db: &impl Connection,
    change: &DepartureChange,
) -> Result<Option<Departure>, StoreError> {
    let mut next = change.to_departure_id;
    for _ in 0..MAX_MOVES {
        let found = match next {
            Some(id) => departures::find(db, id).await?,
            None => None,
        };
        let found = found.filter(|found| found.state != DepartureState::Cancelled);
        let Some(found) = found else {
            return Ok(None);
        };
        if found.state == DepartureState::Open {
            return Ok(Some(found));
        }
        let changes = departure_changes::list_for_departure(db, found.id).await?;
        next = changes.first().and_then(|newest| newest.to_departure_id);
        if next.is_none() {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The first and the last day on which the bookings of a change walk.
#[must_use]
pub fn new_dates(
    change: &DepartureChange,
    target: Option<&Departure>,
) -> Option<(NaiveDate, NaiveDate)> {
    let of_target = target.map(|target| (target.start_date, target.end_date));
    of_target.or(change.to_start.zip(change.to_end))
}

/// Whether a booking can follow a move to its dates: its seats are there.
pub(crate) async fn can_accept(
    app: &App,
    (change, target): (&DepartureChange, Option<&Departure>),
    choice_id: Uuid,
    booking: &Booking,
) -> Result<bool, StoreError> {
    if change.to_departure_id.is_none() {
        return Ok(change.kind == ChangeKind::Move && booking.departure_id.is_none());
    }
    let held = seats::find(&app.db, choice_id).await?;
    let held = held.filter(|held| held.state == ClaimState::Held);
    if held
        .zip(target)
        .is_some_and(|(held, target)| held.departure_id == target.id)
    {
        return Ok(true);
    }
    let own = seats::find(&app.db, booking.id).await?;
    Ok(own
        .zip(target)
        .is_some_and(|(own, target)| own.pool_id == target.pool_id))
}
