//! Confirming, extending, changing and cancelling a reseller's booking.
//!
//! A change starts over if the booking was changed since it was read: see [`super::edit`].

use axum::Json;
use axum::extract::{Path, State};
use domain::booking::{Booking, BookingStatus as Stored, ByHand};
use serde::Deserialize;
use store::bookings::{self, Confirmation};
use store::{StoreError, Tx, reseller_bookings, seats};

use super::booking::{find, show_one};
use super::catalog::find_option;
use super::contact::Contact;
use super::edit::{Change, ChangeRequest, edit, store_change};
use super::error::{OctoError, OctoResult};
use super::order::find_departure;
use super::reseller::{OctoBody, OptionalOctoBody, Reseller};
use super::reserve::hold_time;
use super::resold::Resold;
use super::wire_booking::{self, BookingStatus, is_cancellable, status_of};
use crate::features::booking::cancel::{CancelRequest, cancel};
use crate::features::booking::payment::close::close;
use crate::features::booking::payment::confirm::{finish_by_hand, record_by_hand};
use crate::features::booking::price::{departure_price, price};
use crate::features::waitlist::offers::pass_on;
use crate::http::error::ApiError;
use crate::platform::app::App;

const MAX_TRIES: usize = 5;
const NO_NAME: &str = "The contact needs a name: fullName, or firstName and lastName";
const EXPIRED: &str = "The reservation has expired";
const CANCELLED: &str = "The booking has been cancelled";
const AFTER_CUTOFF: &str = "The cancellation cutoff has passed";
const MAX_REASON_LENGTH: usize = 500;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ExtendRequest {
    expiration_minutes: Option<u32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct CancelBookingRequest {
    reason: Option<String>,
}

pub(crate) async fn confirm_booking(
    State(app): State<App>,
    reseller: Reseller,
    Path(uuid): Path<String>,
    OptionalOctoBody(mut asked): OptionalOctoBody<ChangeRequest>,
) -> OctoResult<Json<wire_booking::Booking>> {
    // The departure is changed before the confirmation, not with it.
    (asked.product_id, asked.option_id, asked.availability_id) = (None, None, None);
    for _ in 0..MAX_TRIES {
        let found = find(&app, &reseller, &uuid).await?;
        let status = read_status(&app, &found.booking).await?;
        match status {
            // A repeated request.
            BookingStatus::Confirmed | BookingStatus::Redeemed => {
                return show_one(&app, &found).await;
            }
            BookingStatus::Cancelled => return Err(OctoError::unprocessable(CANCELLED)),
            BookingStatus::Expired => check_still_sold(&app, &found.booking, &uuid).await?,
            BookingStatus::OnHold => {}
        }
        let change = edit(&app, &reseller, &found, &asked).await?;
        let details = &change.resold.details;
        let first = details.unit_items.first().map(|item| &item.contact);
        if details
            .contact
            .name()
            .or(first.and_then(Contact::name))
            .is_none()
        {
            return Err(OctoError::unprocessable(NO_NAME));
        }
        if confirm(&app, &reseller, &found, &change).await? {
            return show_one(&app, &find(&app, &reseller, &uuid).await?).await;
        }
    }
    Err(changed_meanwhile())
}

fn changed_meanwhile() -> OctoError {
    ApiError::retry_later("The booking was changed at the same time. Try again.", 1).into()
}

async fn read_status(app: &App, booking: &Booking) -> OctoResult<BookingStatus> {
    let claim = seats::find(&app.db, booking.id).await?;
    Ok(status_of(booking, claim.as_ref(), app.clock.now()))
}

/// A reservation whose hold has ended can be confirmed only while its departure is still sold at the same price.
async fn check_still_sold(app: &App, booking: &Booking, uuid: &str) -> OctoResult<()> {
    let (product, option) = (booking.trek.id.to_string(), booking.route.id.to_string());
    let (trek, route) = find_option(app, &product, &option).await?;
    let expired = || OctoError::booking_because(uuid, EXPIRED);
    let departure = booking.departure().to_string();
    let departure = find_departure(app, (&trek, &route), &departure).await;
    let departure = departure.map_err(|_| expired())?;
    let price_per_head = departure_price(Some(&departure), &route);
    let now = price(
        &trek,
        price_per_head,
        booking.party.size(),
        "unitItems",
        None,
    )?;
    match now == booking.quote {
        true => Ok(()),
        false => Err(expired()),
    }
}

/// Stores the change and confirms the booking in one transaction. `false` if another request changed it meanwhile.
async fn confirm(
    app: &App,
    reseller: &Reseller,
    found: &Resold,
    change: &Change,
) -> OctoResult<bool> {
    let now = app.clock.now();
    let id = found.booking.id;
    let is_confirmed = app
        .in_transaction("confirm_resold", async |tx| -> OctoResult<_> {
            if !store_change(app, &tx, found, change).await? {
                tx.roll_back();
                return Ok(false);
            }
            if change.seats.is_none() && !is_held(app, &tx, found).await? {
                // Those who wait come before a reservation that ended.
                pass_on(app, &tx, found.booking.departure_id).await?;
            }
            let by_hand = ByHand {
                account_id: reseller.id,
                reason: format!("Invoiced to {}", reseller.name),
            };
            match bookings::confirm_resold(&tx, id, &by_hand, now).await? {
                Confirmation::Confirmed => {}
                Confirmation::NotWaiting => {
                    tx.roll_back();
                    return Ok(false);
                }
                // A booking of a reseller has no travel credit and no promotion code.
                Confirmation::NoSeats | Confirmation::NoCredit | Confirmation::NoPromotion => {
                    let uuid = found.stored.uuid.to_string();
                    let message = "The reservation has expired, and its seats were sold to others";
                    return Err(OctoError::booking_because(&uuid, message));
                }
            }
            Ok(record_by_hand(app, &tx, id, now).await?)
        })
        .await?;
    if is_confirmed {
        finish_by_hand(app, id);
    }
    Ok(is_confirmed)
}

async fn is_held(app: &App, tx: &Tx, found: &Resold) -> OctoResult<bool> {
    let claim = seats::find(tx, found.booking.id).await?;
    let status = status_of(&found.booking, claim.as_ref(), app.clock.now());
    Ok(status == BookingStatus::OnHold)
}

pub(crate) async fn update_booking(
    State(app): State<App>,
    reseller: Reseller,
    Path(uuid): Path<String>,
    OctoBody(asked): OctoBody<ChangeRequest>,
) -> OctoResult<Json<wire_booking::Booking>> {
    for _ in 0..MAX_TRIES {
        let found = find(&app, &reseller, &uuid).await?;
        let status = read_status(&app, &found.booking).await?;
        check_editable(status)?;
        let change = edit(&app, &reseller, &found, &asked).await?;
        let is_stored = app
            .in_transaction("update_resold", async |tx| -> OctoResult<_> {
                if !store_change(&app, &tx, &found, &change).await? {
                    tx.roll_back();
                    return Ok(false);
                }
                if status == BookingStatus::OnHold && asked.expiration_minutes.is_some() {
                    extend(&app, &tx, &change.resold.booking, asked.expiration_minutes).await?;
                }
                Ok(true)
            })
            .await?;
        if is_stored {
            return show_one(&app, &find(&app, &reseller, &uuid).await?).await;
        }
    }
    Err(changed_meanwhile())
}

fn check_editable(status: BookingStatus) -> OctoResult<()> {
    match status {
        BookingStatus::OnHold | BookingStatus::Confirmed => Ok(()),
        BookingStatus::Expired => Err(OctoError::unprocessable(EXPIRED)),
        BookingStatus::Cancelled => Err(OctoError::unprocessable(CANCELLED)),
        BookingStatus::Redeemed => Err(OctoError::unprocessable("The booking has been used")),
    }
}

pub(crate) async fn extend_booking(
    State(app): State<App>,
    reseller: Reseller,
    Path(uuid): Path<String>,
    OptionalOctoBody(asked): OptionalOctoBody<ExtendRequest>,
) -> OctoResult<Json<wire_booking::Booking>> {
    let found = find(&app, &reseller, &uuid).await?;
    app.in_transaction("extend_resold", async |tx| -> OctoResult<()> {
        let booking = bookings::find_for_update(&tx, found.booking.id).await?;
        let booking = booking.ok_or_else(|| OctoError::booking(&uuid))?;
        let claim = seats::find(&tx, booking.id).await?;
        match status_of(&booking, claim.as_ref(), app.clock.now()) {
            BookingStatus::OnHold => {}
            BookingStatus::Confirmed => {
                return Err(OctoError::unprocessable("The booking has been confirmed"));
            }
            status => check_editable(status)?,
        }
        extend(&app, &tx, &booking, asked.expiration_minutes).await?;
        Ok(())
    })
    .await?;
    show_one(&app, &find(&app, &reseller, &uuid).await?).await
}

/// Holds the seats of a locked booking from now on. A hold is never shortened, and ends with the unpaid booking.
async fn extend(
    app: &App,
    tx: &Tx,
    booking: &Booking,
    minutes: Option<u32>,
) -> Result<(), StoreError> {
    let now = app.clock.now();
    let last = booking.created_at + app.config.unpaid_for;
    let until = (now + hold_time(app, minutes)).min(last);
    let held = seats::find(tx, booking.id).await?;
    if held.is_some_and(|held| held.expires_at.is_none_or(|end| end < until)) {
        seats::extend(tx, booking.id, Some(until), now).await?;
    }
    Ok(())
}

pub(crate) async fn cancel_booking(
    State(app): State<App>,
    reseller: Reseller,
    Path(uuid): Path<String>,
    OptionalOctoBody(asked): OptionalOctoBody<CancelBookingRequest>,
) -> OctoResult<Json<wire_booking::Booking>> {
    let reason = asked.reason.map(|reason| reason.trim().to_owned());
    let reason = reason.filter(|reason| !reason.is_empty());
    if reason
        .as_ref()
        .is_some_and(|reason| reason.chars().count() > MAX_REASON_LENGTH)
    {
        let message = "The reason must be at most 500 characters";
        return Err(OctoError::bad_request(message));
    }
    let found = find(&app, &reseller, &uuid).await?;
    let status = read_status(&app, &found.booking).await?;
    let booking = found.booking.clone();
    match status {
        // A repeated request.
        BookingStatus::Cancelled => return show_one(&app, &found).await,
        BookingStatus::Confirmed if !is_cancellable(&app, &booking, status) => {
            return Err(OctoError::unprocessable(AFTER_CUTOFF));
        }
        BookingStatus::Confirmed => {
            let me = reseller.as_person(&app).await?;
            cancel(&app, &me, booking, &CancelRequest::default()).await?;
        }
        BookingStatus::OnHold => {
            let closed = close(&app, booking).await?;
            if closed.status != Stored::Cancelled {
                return Err(changed_meanwhile());
            }
        }
        status => check_editable(status)?,
    }
    store_reason(&app, &found, reason).await?;
    show_one(&app, &find(&app, &reseller, &uuid).await?).await
}

async fn store_reason(app: &App, found: &Resold, reason: Option<String>) -> OctoResult<()> {
    if reason.is_none() {
        return Ok(());
    }
    app.in_transaction("store_reason_of_resold", async |tx| -> OctoResult<()> {
        bookings::find_for_update(&tx, found.booking.id).await?;
        let stored =
            reseller_bookings::find(&tx, found.stored.reseller_id, found.stored.uuid).await?;
        if let Some(mut stored) = stored
            && let Some(document) = stored.document.as_object_mut()
        {
            document.insert("cancellationReason".to_owned(), reason.clone().into());
            reseller_bookings::update(&tx, &stored).await?;
        }
        Ok(())
    })
    .await
}
