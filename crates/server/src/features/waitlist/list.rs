//! Lists of waitlist entries: of a departure for staff, and of the caller (operations §2).

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use domain::trek::Trek;
use domain::waitlist::{WaitlistEntry, WaitlistState};
use store::{accounts, departures, seats, waitlist};
use uuid::Uuid;

use super::wire::{
    self, OwnWaitlist, OwnWaitlistAnswer, OwnWaitlistEntry, WaitingParty, Waitlist, WaitlistAnswer,
};
use crate::features::departure::on_sale::NOT_FOUND;
use crate::features::departure::wire::Departure;
use crate::http::auth::{SignedIn, Staff};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, NotFound, ServerError, SignInErrors};
use crate::http::extract::PathId;
use crate::http::response::Success;
use crate::platform::app::App;

/// Lists the waitlist entries of a departure, active and ended.
#[utoipa::path(
    get, path = "/api/departures/{id}/waitlist", tag = "departures", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = WaitlistAnswer), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn list_waitlist(
    State(app): State<App>,
    _staff: Staff,
    id: PathId,
) -> ApiResult<Json<WaitlistAnswer>> {
    let departure = departures::find(&app.db, id.or_not_found(NOT_FOUND)?).await?;
    let departure = departure.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    let now = app.clock.now();
    let queue = waitlist::list_active_in_pool(&app.db, departure.pool_id).await?;
    let mut waitlist_entries = Vec::new();
    for entry in waitlist::list_for_departure(&app.db, departure.id).await? {
        // An account that is being deleted takes its entries along.
        if let Some(account) = accounts::find(&app.db, entry.user_id).await? {
            waitlist_entries.push(WaitingParty {
                entry: wire::WaitlistEntry::new(&entry, &queue, now),
                name: account.name,
                email: account.email.as_str().to_owned(),
            });
        }
    }
    Ok(Json(WaitlistAnswer {
        status: Success::Success,
        data: Waitlist { waitlist_entries },
    }))
}

/// Returns where the caller waits or has an offer, and the offers that lapsed, of departures that have not started.
#[utoipa::path(
    get, path = "/api/users/me/waitlist", tag = "account", security(("session" = [])),
    responses((status = 200, body = OwnWaitlistAnswer), SignInErrors, ServerError),
)]
pub(crate) async fn list_own_waitlist(
    State(app): State<App>,
    me: SignedIn,
) -> ApiResult<Json<OwnWaitlistAnswer>> {
    let today = app.clock.today(app.config.timezone);
    let mut entries = waitlist::list_for_user(&app.db, me.id).await?;
    entries.retain(|entry| !matches!(entry.state, WaitlistState::Booked | WaitlistState::Left));
    let mut waitlist_entries = own_entries(&app, &entries).await?;
    waitlist_entries.retain(|one| one.departure.start_date > today);
    Ok(Json(OwnWaitlistAnswer {
        status: Success::Success,
        data: OwnWaitlist { waitlist_entries },
    }))
}

/// Entries of one traveller with their departures, newest first. Of a departure that the traveller waited for again,
/// only the newest.
pub(crate) async fn own_entries(
    app: &App,
    entries: &[WaitlistEntry],
) -> ApiResult<Vec<OwnWaitlistEntry>> {
    let (now, today) = (app.clock.now(), app.clock.today(app.config.timezone));
    let ids: Vec<Uuid> = entries.iter().map(|entry| entry.departure_id).collect();
    let mut found = departures::find_all(&app.db, &ids).await?;
    let pools: Vec<Uuid> = found.values().map(|one| one.pool_id).collect();
    let usage = seats::usage(&app.db, &pools, now).await?;
    let mut treks: HashMap<Uuid, Trek> = HashMap::new();
    let mut own = Vec::new();
    for entry in entries.iter().rev() {
        let Some(departure) = found.remove(&entry.departure_id) else {
            continue;
        };
        if !treks.contains_key(&departure.trek_id) {
            let trek = store::treks::find(&app.db, departure.trek_id).await?;
            treks.extend(trek.map(|trek| (trek.id, trek)));
        }
        let Some(trek) = treks.get(&departure.trek_id) else {
            continue;
        };
        let queue = waitlist::list_active_in_pool(&app.db, departure.pool_id).await?;
        let usage = usage.get(&departure.pool_id).copied().unwrap_or_default();
        own.push(OwnWaitlistEntry {
            entry: wire::WaitlistEntry::new(entry, &queue, now),
            departure: Departure::new(&departure, usage, trek.currency, today),
            trek_name: trek.name.clone(),
        });
    }
    Ok(own)
}
