//! `GET /api/users/me/departures`: what a guide leads, with the days on which the manifest can be read (operations §1).

use axum::Json;
use axum::extract::State;
use chrono::{Days, NaiveDate};
use domain::account::Role;
use domain::departure::DepartureState;
use domain::guide::manifest_days;
use serde::Serialize;
use store::departures::{self, Wanted};
use store::{guides, treks};
use utoipa::ToSchema;
use uuid::Uuid;

use super::wire::DepartureStatus;
use crate::http::auth::SignedIn;
use crate::http::error::ApiResult;
use crate::http::error_responses::{ServerError, SignInErrors};
use crate::http::response::Success;
use crate::platform::app::App;

const MAX_LISTED: u64 = 1000;
/// Longer than any departure.
const MAX_DAYS_UNDER_WAY: u64 = 400;

#[derive(Debug, Serialize, ToSchema)]
pub struct GuidedDeparturesAnswer {
    pub status: Success,
    pub data: GuidedDepartures,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct GuidedDepartures {
    /// By start date. The list is empty for people who are not guides.
    pub departures: Vec<GuidedDeparture>,
}

/// A departure as its guide sees it in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuidedDeparture {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub trek_name: String,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub status: DepartureStatus,
    /// The first day on which the guide can read the manifest.
    pub manifest_from: NaiveDate,
    /// The last such day.
    pub manifest_until: NaiveDate,
    /// Whether the manifest can be read today.
    pub is_manifest_open: bool,
}

/// Returns the departures that the caller leads as a guide: those to come, and others until their manifest closes.
#[utoipa::path(
    get, path = "/api/users/me/departures", tag = "departures", security(("session" = [])),
    responses((status = 200, body = GuidedDeparturesAnswer), SignInErrors, ServerError),
)]
pub(crate) async fn list_my_departures(
    State(app): State<App>,
    me: SignedIn,
) -> ApiResult<Json<GuidedDeparturesAnswer>> {
    let departures = if me.account.role == Role::Guide {
        list(&app, &me).await?
    } else {
        Vec::new()
    };
    Ok(Json(GuidedDeparturesAnswer {
        status: Success::Success,
        data: GuidedDepartures { departures },
    }))
}

async fn list(app: &App, me: &SignedIn) -> ApiResult<Vec<GuidedDeparture>> {
    let today = app.clock.today(app.config.timezone);
    let wanted = Wanted {
        from: today.checked_sub_days(Days::new(MAX_DAYS_UNDER_WAY)),
        guides: Some(guides::list_active_ids_by_email(&app.db, &me.account.email).await?),
        ..Wanted::default()
    };
    let mut found = departures::list(&app.db, &wanted, MAX_LISTED).await?;
    found.retain(|departure| {
        departure.state != DepartureState::Cancelled && manifest_days(departure).1 >= today
    });
    let treks: Vec<Uuid> = found.iter().map(|departure| departure.trek_id).collect();
    let names = treks::names(&app.db, &treks).await?;
    Ok(found
        .iter()
        .map(|departure| {
            let (from, until) = manifest_days(departure);
            GuidedDeparture {
                id: departure.id,
                trek_name: names.get(&departure.trek_id).cloned().unwrap_or_default(),
                start_date: departure.start_date,
                end_date: departure.end_date,
                status: departure.status(today).into(),
                manifest_from: from,
                manifest_until: until,
                is_manifest_open: (from..=until).contains(&today),
            }
        })
        .collect())
}
