//! Staff change departures (operations §2).

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use domain::departure::{Departure, DepartureKind, DepartureState};
use domain::problem::Problem;
use domain::trek::Trek;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{Tx, departure_changes, departures, seats};
use utoipa::ToSchema;

use super::assignment::Assignment;
use super::guarantee::mail_travellers;
use super::on_sale::NOT_FOUND;
use super::staff::answer;
use super::terms::{INVALID, TermsDocument};
use super::wire::{DepartureUpdateAnswer, UpdatedDeparture};
use crate::features::audit;
use crate::features::trek::read::NOT_FOUND as TREK_NOT_FOUND;
use crate::features::waitlist::offers::offer_seats;
use crate::http::auth::{SignedIn, Staff};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, ServerError};
use crate::http::extract::{Body, PathId};
use crate::http::response::Success;
use crate::platform::app::App;

const STALE: &str = "Somebody else changed this departure. Reload it and try again.";
const TOO_FEW_SEATS: &str = "More seats are held and sold than this capacity.";
const HAS_SEATS_IN_USE: &str =
    "This departure has been booked. Use move, so that its travellers are asked.";
const FOLLOWS_BOOKING: &str =
    "A private departure follows its booking. Only its notes and guides can be changed here.";
const MOVED: &str = "This departure was moved. Make a new one to sell this date again.";
const STAYS_GUARANTEED: &str = "A guaranteed departure stays guaranteed.";

/// Absent fields keep their values.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepartureChange {
    /// The version that this change is based on.
    pub version: i64,
    /// Only while it has no booking. End date and decision move with it.
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
    /// open or closed.
    pub status: Option<String>,
    /// True guarantees it; it is never withdrawn.
    pub is_guaranteed: Option<bool>,
    /// The ids of all guides who lead it; at most 20.
    pub guide_ids: Option<Vec<String>>,
    #[serde(flatten)]
    pub terms: TermsDocument,
}

/// Changes a departure. Once it is booked, its date changes by a move. It is cancelled by a call of its own.
#[utoipa::path(
    patch, path = "/api/departures/{id}", tag = "departures", security(("session" = [])),
    params(("id" = String, Path)), request_body = DepartureChange,
    responses((status = 200, body = DepartureUpdateAnswer), BodyErrors, AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn update_departure(
    State(app): State<App>,
    Staff(admin): Staff,
    id: PathId,
    Body(change): Body<DepartureChange>,
) -> ApiResult<Json<DepartureUpdateAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let (today, now) = (app.clock.today(app.config.timezone), app.clock.now());
    let (stored, changed, warnings) = app
        .in_transaction("update_departure", async |tx| -> ApiResult<_> {
            let stored = departures::find(&tx, id).await?;
            let stored = stored.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
            if change.version != stored.version {
                return Err(ApiError::conflict(STALE).with_current_version(stored.version));
            }
            if stored.state == DepartureState::Cancelled {
                return Err(ApiError::conflict("This departure is cancelled."));
            }
            let trek = store::treks::find(&tx, stored.trek_id).await?;
            let trek = trek.ok_or_else(|| ApiError::not_found(TREK_NOT_FOUND))?;
            if stored.kind == DepartureKind::Private && change.is_beyond_notes() {
                return Err(ApiError::conflict(FOLLOWS_BOOKING));
            }
            // Locked before the departure, as everywhere.
            seats::lock_pool(&tx, stored.pool_id, now).await?;
            let usage = seats::usage(&tx, &[stored.pool_id], now).await?;
            let capacity = usage.get(&stored.pool_id).map_or(0, |usage| usage.capacity);
            let starts = change.start_date.filter(|day| *day != stored.start_date);
            let kept = starts.map_or_else(|| stored.clone(), |start| starting(&stored, start));
            if starts.is_some() {
                // The lock makes bookings of it wait until this ends; they check the date afterwards.
                seats::lock(&tx, stored.pool_id, now).await?;
                if seats::has_claims(&tx, id).await? {
                    return Err(ApiError::conflict(HAS_SEATS_IN_USE));
                }
            }
            let dates = (kept.start_date, change.end_date.unwrap_or(kept.end_date));
            // A departure that has begun can still be closed or noted.
            let read = change
                .terms
                .read(
                    dates,
                    Some((&kept, capacity)),
                    trek.currency,
                    (
                        if starts.is_some() {
                            today
                        } else {
                            today.min(stored.start_date)
                        },
                        app.config.decide_days,
                    ),
                )
                .map_err(|problems| ApiError::invalid(INVALID, problems))?;
            if change.is_guaranteed == Some(false) && stored.is_guaranteed {
                return Err(ApiError::conflict(STAYS_GUARANTEED));
            }
            let is_minimum_sold = read.terms.minimum < stored.minimum
                && seats::count_taken(&tx, id).await? >= read.terms.minimum;
            let changed = Departure {
                start_date: read.terms.start_date,
                end_date: read.terms.end_date,
                minimum: read.terms.minimum,
                price_per_head: read.price_per_head,
                cutoff_days: read.terms.cutoff_days,
                decide_by: read.terms.decide_by,
                notes: read.terms.notes,
                state: reopened(&tx, &stored, state(change.status.as_deref(), stored.state)?)
                    .await?,
                is_guaranteed: stored.is_guaranteed
                    || change.is_guaranteed == Some(true)
                    || is_minimum_sold,
                ..stored.clone()
            };
            if read.terms.capacity != capacity
                && !seats::set_capacity(&tx, stored.pool_id, read.terms.capacity, now).await?
            {
                let used = seats::usage(&tx, &[stored.pool_id], now).await?;
                let used = used
                    .get(&stored.pool_id)
                    .map_or(0, |used| used.held + used.taken);
                return Err(
                    ApiError::conflict(TOO_FEW_SEATS).with_data(json!({ "seatsInUse": used }))
                );
            }
            if !departures::update(&tx, &changed, now).await? {
                return Err(ApiError::conflict(STALE).with_current_version(stored.version + 1));
            }
            if changed.is_guaranteed && !stored.is_guaranteed {
                mail_travellers(&app, &tx, id, None).await?;
            }
            offer_seats(&app, &tx, stored.pool_id).await?;
            let (mut assignment, mut warnings) = (None, Vec::new());
            if let Some(ids) = &change.guide_ids {
                let read = Assignment::read(&tx, &changed, ids).await?;
                warnings = read.save(&tx, &changed).await?;
                assignment = Some(read);
            }
            let (guides_before, guides) = assignment
                .as_ref()
                .map(Assignment::names)
                .unwrap_or_default();
            let changes = audit::changes(
                &recorded(&stored, capacity, &guides_before),
                &recorded(&changed, read.terms.capacity, &guides),
            );
            store::audit::add(
                &tx,
                &entry(&app, &admin, "update", &trek, &changed, changes),
            )
            .await?;
            Ok((stored, changed, warnings))
        })
        .await?;
    app.wake_worker();
    let changed = Departure {
        version: stored.version + 1,
        ..changed
    };
    let shown = answer(&app, &changed).await?;
    Ok(Json(DepartureUpdateAnswer {
        status: Success::Success,
        data: UpdatedDeparture {
            departure: shown.data.departure,
            warnings: warnings.into_iter().map(Into::into).collect(),
        },
    }))
}

/// What the audit log compares.
fn recorded(departure: &Departure, capacity: u32, guides: &[&str]) -> serde_json::Value {
    json!({
        "startDate": departure.start_date, "endDate": departure.end_date, "capacity": capacity,
        "minimum": departure.minimum, "pricePerHead": departure.price_per_head,
        "cutoffDays": departure.cutoff_days, "decideBy": departure.decide_by,
        "status": departure.state, "isGuaranteed": departure.is_guaranteed,
        "notes": departure.notes, "guides": guides,
    })
}

impl DepartureChange {
    fn is_beyond_notes(&self) -> bool {
        let terms = &self.terms;
        self.start_date.is_some()
            || self.end_date.is_some()
            || self.status.is_some()
            || self.is_guaranteed.is_some()
            || terms.capacity.is_some()
            || terms.minimum.is_some()
            || terms.price_per_head.is_some()
            || terms.cutoff_days.is_some()
            || terms.decide_by.is_some()
    }
}

/// The departure on another start date, as long as before; the decision keeps its distance to the start.
fn starting(stored: &Departure, start: NaiveDate) -> Departure {
    let by = start - stored.start_date;
    Departure {
        start_date: start,
        end_date: stored.end_date.checked_add_signed(by).unwrap_or(start),
        decide_by: stored.decide_by.and_then(|day| day.checked_add_signed(by)),
        ..stored.clone()
    }
}

/// A departure whose bookings were moved away is not sold again: a late payment for it would be seated.
async fn reopened(tx: &Tx, stored: &Departure, state: DepartureState) -> ApiResult<DepartureState> {
    let is_reopened = (stored.state, state) == (DepartureState::Closed, DepartureState::Open);
    if is_reopened
        && stored.kind == DepartureKind::Group
        && !departure_changes::list_for_departure(tx, stored.id)
            .await?
            .is_empty()
    {
        return Err(ApiError::conflict(MOVED));
    }
    Ok(state)
}

fn state(word: Option<&str>, stored: DepartureState) -> ApiResult<DepartureState> {
    match word {
        None => Ok(stored),
        Some("open") => Ok(DepartureState::Open),
        Some("closed") => Ok(DepartureState::Closed),
        Some(_) => {
            let problem = Problem::new("status", "status must be open or closed");
            Err(ApiError::invalid(INVALID, vec![problem]))
        }
    }
}

pub(super) fn entry(
    app: &App,
    admin: &SignedIn,
    action: &str,
    trek: &Trek,
    departure: &Departure,
    changes: Vec<store::audit::Change>,
) -> store::audit::Entry {
    let name = format!("{}, {}", trek.name, departure.start_date);
    let subject = ("departure", departure.id.to_string(), &*name);
    audit::note(app, admin, action, subject, changes)
}
