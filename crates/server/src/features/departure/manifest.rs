//! `GET /api/departures/{id}/manifest[.csv]`: who walks, and what their guide needs to know (operations §1, §2).
//!
//! Staff read every manifest. Guides read those of the departures that they lead, from a week before to a week after.

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use domain::booking::{Booking, BookingStatus};
use domain::departure::Departure;
use domain::guide::manifest_days;
use serde::Serialize;
use store::{bookings, departures, guides, treks};
use utoipa::ToSchema;
use uuid::Uuid;

use super::on_sale::NOT_FOUND;
use super::staff::answer;
use super::wire;
use crate::features::booking::wire as booking_wire;
use crate::features::booking::wire::{Guest, PaymentStatus};
use crate::features::guide::wire::Guide;
use crate::http::auth::{SignedIn, StaffOrGuide};
use crate::http::csv::{Csv, FILE_TYPE};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, NotFound, ServerError};
use crate::http::extract::PathId;
use crate::http::response::Success;
use crate::platform::app::App;

const COLUMNS: [&str; 17] = [
    "Trek",
    "Route",
    "Start",
    "End",
    "Booking",
    "Status",
    "Payment",
    "Guest",
    "Name",
    "Age",
    "Gender",
    "Phone",
    "Booked by",
    "Email",
    "Porter",
    "Notes",
    "Reseller",
];

#[derive(Debug, Serialize, ToSchema)]
pub struct ManifestAnswer {
    pub status: Success,
    pub data: OneManifest,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OneManifest {
    pub manifest: Manifest,
}

/// Everybody on a departure.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    pub departure: wire::Departure,
    pub trek_name: String,
    pub route_name: String,
    /// Those who lead it, with their phone numbers.
    pub guides: Vec<Guide>,
    /// Confirmed and completed bookings, then those that are not paid yet.
    pub bookings: Vec<ManifestBooking>,
    /// Guests of confirmed and completed bookings.
    pub total_guests: u32,
    /// Guests of bookings that are not paid yet.
    pub pending_guests: u32,
    /// Internal notes of the agency. Absent for guides.
    pub notes: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManifestBooking {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub reference: String,
    pub status: booking_wire::BookingStatus,
    pub payment_status: PaymentStatus,
    pub contact: ManifestContact,
    /// The name of the reseller that sold the booking. Absent when the traveller booked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reseller: Option<String>,
    /// The first one is the primary guest. An age of 0 is unknown.
    pub guests: Vec<Guest>,
    pub notes: Option<String>,
    pub include_meals: bool,
    pub include_porter: bool,
}

/// Who booked. The phone number is that of the primary guest.
#[derive(Debug, Serialize, ToSchema)]
pub struct ManifestContact {
    pub name: String,
    pub email: String,
    pub phone: Option<String>,
}

/// Returns the manifest of a departure.
#[utoipa::path(
    get, path = "/api/departures/{id}/manifest", tag = "departures", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = ManifestAnswer), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn read_manifest(
    State(app): State<App>,
    StaffOrGuide(me): StaffOrGuide,
    id: PathId,
) -> ApiResult<Json<ManifestAnswer>> {
    let departure = readable(&app, &me, id).await?;
    let (trek_name, route_name, walking) = load(&app, &departure).await?;
    let shown = answer(&app, &departure).await?.data.departure.departure;
    let ids: Vec<Uuid> = shown.guides.iter().map(|guide| guide.id).collect();
    let guides = guides::find_many(&app.db, &ids).await?;
    let guests = |is_pending: bool| {
        let counted = walking
            .iter()
            .filter(|booking| (booking.status == BookingStatus::Pending) == is_pending);
        counted.map(|booking| booking.party.size()).sum()
    };
    let manifest = Manifest {
        departure: shown,
        trek_name,
        route_name,
        guides: guides.into_iter().map(Guide::from).collect(),
        total_guests: guests(false),
        pending_guests: guests(true),
        bookings: walking.into_iter().map(ManifestBooking::from).collect(),
        notes: departure.notes.filter(|_| me.is_staff()),
    };
    Ok(Json(ManifestAnswer {
        status: Success::Success,
        data: OneManifest { manifest },
    }))
}

/// Returns the manifest of a departure as CSV, one line per guest.
#[utoipa::path(
    get, path = "/api/departures/{id}/manifest.csv", tag = "departures", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn export_manifest(
    State(app): State<App>,
    StaffOrGuide(me): StaffOrGuide,
    id: PathId,
) -> ApiResult<Response> {
    let departure = readable(&app, &me, id).await?;
    let (trek_name, route_name, walking) = load(&app, &departure).await?;
    let mut table = Csv::with_head(&COLUMNS);
    for booking in &walking {
        add_guests(&mut table, (&trek_name, &route_name), &departure, booking);
    }
    let name = format!(
        "attachment; filename=\"manifest-{}.csv\"",
        departure.start_date
    );
    let headers = [
        (CONTENT_TYPE, FILE_TYPE.to_owned()),
        (CONTENT_DISPOSITION, name),
    ];
    Ok((headers, table.take()).into_response())
}

/// The departure, if this person may read its manifest today.
async fn readable(app: &App, me: &SignedIn, id: PathId) -> ApiResult<Departure> {
    let id = id.or_not_found(NOT_FOUND)?;
    let found = departures::find(&app.db, id).await?;
    let departure = found.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    if me.is_staff() {
        return Ok(departure);
    }
    let own = guides::list_active_ids_by_email(&app.db, &me.account.email).await?;
    let leads = guides::of_departures(&app.db, &[id]).await?;
    let leads = leads.get(&id).is_some_and(|guides| {
        let mut guides = guides.iter();
        guides.any(|guide| own.contains(&guide.id))
    });
    if !leads {
        return Err(ApiError::not_found(NOT_FOUND));
    }
    let (from, until) = manifest_days(&departure);
    let today = app.clock.today(app.config.timezone);
    if (from..=until).contains(&today) {
        Ok(departure)
    } else {
        let message = format!("You can read this manifest from {from} to {until}.");
        Err(ApiError::forbidden(message))
    }
}

/// The names of trek and route, and the bookings that are not cancelled; unpaid ones come last.
async fn load(app: &App, departure: &Departure) -> ApiResult<(String, String, Vec<Booking>)> {
    let mut walking = bookings::list_for_departure(&app.db, departure.id).await?;
    walking.retain(|booking| booking.status != BookingStatus::Cancelled);
    walking.sort_by_key(|booking| booking.status == BookingStatus::Pending);
    let trek = treks::find(&app.db, departure.trek_id).await?;
    let mut routes = trek.iter().flat_map(|trek| &trek.routes);
    let route = routes.find(|route| route.id == departure.route_id);
    // A route that was deleted since is named by the bookings.
    let sold = walking.first();
    let route_name = route
        .map(|route| route.name.clone())
        .or_else(|| sold.map(|booking| booking.route.name.clone()));
    let trek_name = trek.as_ref().map(|trek| trek.name.clone());
    Ok((
        trek_name.unwrap_or_default(),
        route_name.unwrap_or_default(),
        walking,
    ))
}

fn add_guests(
    table: &mut Csv,
    (trek, route): (&str, &str),
    departure: &Departure,
    booking: &Booking,
) {
    let day = |day: NaiveDate| day.to_string();
    let party = std::iter::once(&booking.party.primary).chain(&booking.party.additional);
    for (index, guest) in party.enumerate() {
        let cells: [String; COLUMNS.len()] = [
            trek.to_owned(),
            route.to_owned(),
            day(departure.start_date),
            day(departure.end_date),
            booking.reference.clone(),
            booking.status.as_str().to_owned(),
            booking.payment.status.as_str().to_owned(),
            format!("{} of {}", index + 1, booking.party.size()),
            guest.name.clone(),
            // An age of 0 is unknown.
            match guest.age {
                0 => String::new(),
                age => age.to_string(),
            },
            guest.gender.as_str().to_owned(),
            guest.phone_number.clone().unwrap_or_default(),
            booking.customer.name.clone(),
            booking.customer.email.clone(),
            if booking.include_porter { "yes" } else { "no" }.to_owned(),
            booking.notes.clone().unwrap_or_default(),
            booking.reseller.clone().unwrap_or_default(),
        ];
        table.add(&cells);
    }
}

impl From<Booking> for ManifestBooking {
    fn from(booking: Booking) -> Self {
        let phone = booking.party.primary.phone_number.clone();
        let party = std::iter::once(booking.party.primary).chain(booking.party.additional);
        Self {
            id: booking.id,
            reference: booking.reference,
            status: booking.status.into(),
            payment_status: booking.payment.status.into(),
            contact: ManifestContact {
                name: booking.customer.name,
                email: booking.customer.email,
                phone,
            },
            reseller: booking.reseller,
            guests: party.map(Guest::from).collect(),
            notes: booking.notes,
            include_meals: booking.include_meals,
            include_porter: booking.include_porter,
        }
    }
}
