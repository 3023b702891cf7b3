//! `GET /octo/bookings[/{uuid}]`: a reseller reads its own bookings. Those of others do not exist for it.

use axum::Json;
use axum::extract::{Path, State};
use domain::booking::Booking;
use serde::Deserialize;
use store::reseller_bookings::{self, ResellerBooking};
use store::{bookings, departures, seats};
use uuid::Uuid;

use super::availability::{day, period, show};
use super::error::{OctoError, OctoResult};
use super::reseller::Reseller;
use super::resold::Resold;
use super::wire_booking;
use crate::http::error::ApiError;
use crate::platform::app::App;

const MAX_LISTED: u64 = 100;

pub(crate) async fn find_resold(
    app: &App,
    reseller: &Reseller,
    uuid: Uuid,
) -> OctoResult<Option<Resold>> {
    let Some(stored) = reseller_bookings::find(&app.db, reseller.id, uuid).await? else {
        return Ok(None);
    };
    let booking = bookings::find(&app.db, stored.booking_id).await?;
    let booking = booking.ok_or_else(|| ApiError::internal("a UUID has no booking"))?;
    Resold::new(stored, booking).map(Some)
}

/// The reseller's booking of a path.
pub(crate) async fn find(app: &App, reseller: &Reseller, uuid: &str) -> OctoResult<Resold> {
    let unknown = || OctoError::booking(uuid);
    let parsed = Uuid::parse_str(uuid).map_err(|_| unknown())?;
    find_resold(app, reseller, parsed)
        .await?
        .ok_or_else(unknown)
}

pub(crate) async fn show_one(
    app: &App,
    resold: &Resold,
) -> OctoResult<Json<wire_booking::Booking>> {
    let booking = &resold.booking;
    let claim = seats::find(&app.db, booking.id).await?;
    let departure = departures::find(&app.db, booking.departure()).await?;
    let availability = show(app, departure.as_slice(), None).await?.pop();
    Ok(Json(wire_booking::Booking::new(
        app,
        resold,
        claim.as_ref(),
        availability,
    )))
}

pub(crate) async fn read_booking(
    State(app): State<App>,
    reseller: Reseller,
    Path(uuid): Path<String>,
) -> OctoResult<Json<wire_booking::Booking>> {
    show_one(&app, &find(&app, &reseller, &uuid).await?).await
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BookingFilters {
    reseller_reference: Option<String>,
    supplier_reference: Option<String>,
    local_date: Option<String>,
    local_date_start: Option<String>,
    local_date_end: Option<String>,
    product_id: Option<String>,
    option_id: Option<String>,
}

pub(crate) async fn list_bookings(
    State(app): State<App>,
    reseller: Reseller,
    filters: Result<axum::extract::Query<BookingFilters>, axum::extract::rejection::QueryRejection>,
) -> OctoResult<Json<Vec<wire_booking::Booking>>> {
    let filters = filters.map_err(|_| OctoError::bad_request("The query is not valid"))?;
    let found = search(&app, &reseller, &filters).await?;
    let mut shown = Vec::with_capacity(found.len());
    for resold in &found {
        if filters.includes(&resold.booking) {
            shown.push(show_one(&app, resold).await?.0);
        }
    }
    Ok(Json(shown))
}

impl BookingFilters {
    fn includes(&self, booking: &Booking) -> bool {
        let is = |wanted: &Option<String>, id: Uuid| {
            wanted
                .as_ref()
                .is_none_or(|wanted| *wanted == id.to_string())
        };
        is(&self.product_id, booking.trek.id)
            && is(&self.option_id, booking.route.id)
            && (self.supplier_reference.as_ref()).is_none_or(|wanted| *wanted == booking.reference)
    }
}

/// The bookings that match the most selective filter of a request.
async fn search(
    app: &App,
    reseller: &Reseller,
    filters: &BookingFilters,
) -> OctoResult<Vec<Resold>> {
    let given = |text: &Option<String>| text.clone().filter(|text| !text.contains('\0'));
    if let Some(reference) = given(&filters.reseller_reference) {
        let stored =
            reseller_bookings::list_by_reference(&app.db, reseller.id, &reference, MAX_LISTED)
                .await?;
        let ids: Vec<Uuid> = stored.iter().map(|stored| stored.booking_id).collect();
        return join(stored, bookings::list_by_ids(&app.db, &ids).await?);
    }
    let found = if let Some(reference) = given(&filters.supplier_reference) {
        let found = bookings::find_by_reference(&app.db, reseller.id, &reference).await?;
        found.into_iter().collect()
    } else {
        let days = period(
            day("localDate", filters.local_date.as_deref())?,
            day("localDateStart", filters.local_date_start.as_deref())?,
            day("localDateEnd", filters.local_date_end.as_deref())?,
        )?;
        let days = days.ok_or_else(|| {
            let message = "resellerReference, supplierReference, localDate or localDateStart and localDateEnd is required";
            OctoError::bad_request(message)
        })?;
        bookings::list_of_user_starting(&app.db, reseller.id, days, MAX_LISTED).await?
    };
    let ids: Vec<Uuid> = found.iter().map(|booking| booking.id).collect();
    let stored = reseller_bookings::list_of_bookings(&app.db, reseller.id, &ids).await?;
    join(stored, found)
}

fn join(stored: Vec<ResellerBooking>, found: Vec<Booking>) -> OctoResult<Vec<Resold>> {
    let mut stored: Vec<Option<ResellerBooking>> = stored.into_iter().map(Some).collect();
    let pairs = found.into_iter().filter_map(|booking| {
        let own = |one: &&mut Option<ResellerBooking>| {
            one.as_ref().is_some_and(|one| one.booking_id == booking.id)
        };
        let stored = stored.iter_mut().find(own)?.take()?;
        Some(Resold::new(stored, booking))
    });
    pairs.collect()
}
