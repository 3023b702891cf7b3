//! JSON types of OCTO's bookings.

use chrono::{DateTime, Utc};
use domain::booking::{self, BookingStatus as Stored};
use serde::Serialize;
use store::seats::{Claim, ClaimState};
use uuid::Uuid;

use super::contact::Contact;
use super::resold::Resold;
use super::wire::{Availability, UNIT_ID, cancellation_days, utc};
use crate::features::booking::cancellation_terms::policy_of;
use crate::platform::app::App;

const REDEMPTION: &str = "MANIFEST";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BookingStatus {
    OnHold,
    /// The hold ended before the booking was confirmed.
    Expired,
    Confirmed,
    Cancelled,
    /// The trek is over.
    Redeemed,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Booking {
    id: Uuid,
    uuid: Uuid,
    test_mode: bool,
    reseller_reference: Option<String>,
    supplier_reference: String,
    status: BookingStatus,
    utc_created_at: String,
    utc_updated_at: String,
    utc_expires_at: Option<String>,
    utc_redeemed_at: Option<String>,
    utc_confirmed_at: Option<String>,
    product_id: Uuid,
    option_id: Uuid,
    cancellable: bool,
    cancellation: Option<Cancellation>,
    freesale: bool,
    availability_id: Uuid,
    availability: Option<Availability>,
    contact: ShownContact,
    notes: Option<String>,
    delivery_methods: [&'static str; 1],
    voucher: Ticket,
    unit_items: Vec<UnitItem>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Cancellation {
    refund: &'static str,
    reason: Option<String>,
    utc_cancelled_at: String,
}

/// The guide finds the booking in the manifest by its reference.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Ticket {
    redemption_method: &'static str,
    utc_redeemed_at: Option<String>,
    delivery_options: Vec<DeliveryOption>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct DeliveryOption {
    delivery_format: &'static str,
    delivery_value: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct UnitItem {
    uuid: Uuid,
    reseller_reference: Option<String>,
    supplier_reference: Option<String>,
    unit_id: &'static str,
    status: BookingStatus,
    utc_redeemed_at: Option<String>,
    contact: ShownContact,
    ticket: Option<()>,
}

/// Locales are a list even when none was sent.
#[derive(Debug, Serialize)]
struct ShownContact {
    #[serde(flatten)]
    contact: Contact,
}

impl From<&Contact> for ShownContact {
    fn from(contact: &Contact) -> Self {
        let mut contact = contact.clone();
        contact.locales.get_or_insert_default();
        Self { contact }
    }
}

/// The status of a booking at a moment. A hold ends by the clock, whether the booking has been cancelled yet or not.
#[must_use]
pub fn status_of(
    booking: &booking::Booking,
    claim: Option<&Claim>,
    now: DateTime<Utc>,
) -> BookingStatus {
    let is_held = claim.is_some_and(|claim| {
        claim.state == ClaimState::Held && claim.expires_at.is_none_or(|end| end > now)
    });
    match booking.status {
        Stored::Pending if is_held => BookingStatus::OnHold,
        Stored::Pending => BookingStatus::Expired,
        Stored::Confirmed => BookingStatus::Confirmed,
        Stored::Completed => BookingStatus::Redeemed,
        Stored::Cancelled if booking.payment.hold_ended_at.is_some() => BookingStatus::Expired,
        Stored::Cancelled => BookingStatus::Cancelled,
    }
}

/// Whether the reseller can cancel a booking today.
#[must_use]
pub fn is_cancellable(app: &App, booking: &booking::Booking, status: BookingStatus) -> bool {
    let today = app.clock.today(app.config.timezone);
    let days = cancellation_days(policy_of(app, booking));
    match status {
        BookingStatus::OnHold => true,
        BookingStatus::Confirmed => booking.days_before_start(today) >= i64::from(days),
        _ => false,
    }
}

impl Booking {
    #[must_use]
    pub fn new(
        app: &App,
        resold: &Resold,
        claim: Option<&Claim>,
        availability: Option<Availability>,
    ) -> Self {
        let Resold {
            stored,
            details,
            booking,
        } = resold;
        let status = status_of(booking, claim, app.clock.now());
        let moved_to = |to: Stored| {
            let mut changes = booking.status_changes.iter().rev();
            let change = changes.find(|change| change.status == to);
            utc(change.map_or(booking.updated_at, |change| change.at))
        };
        let is_held = matches!(status, BookingStatus::OnHold | BookingStatus::Expired);
        let expires_at = claim.and_then(|claim| claim.expires_at).filter(|_| is_held);
        let redeemed_at = (status == BookingStatus::Redeemed).then(|| moved_to(Stored::Completed));
        let cancellation = (status == BookingStatus::Cancelled).then(|| Cancellation {
            refund: refund(booking),
            reason: details.cancellation_reason.clone(),
            utc_cancelled_at: moved_to(Stored::Cancelled),
        });
        Self {
            id: booking.id,
            uuid: stored.uuid,
            test_mode: false,
            reseller_reference: stored.reseller_reference.clone(),
            supplier_reference: booking.reference.clone(),
            status,
            utc_created_at: utc(booking.created_at),
            utc_updated_at: utc(booking.updated_at),
            utc_expires_at: expires_at.map(utc),
            utc_redeemed_at: redeemed_at.clone(),
            utc_confirmed_at: booking.payment.paid_at.map(utc),
            product_id: booking.trek.id,
            option_id: booking.route.id,
            cancellable: is_cancellable(app, booking, status),
            cancellation,
            freesale: false,
            availability_id: booking.departure(),
            availability,
            contact: (&details.contact).into(),
            notes: booking.notes.clone(),
            delivery_methods: ["VOUCHER"],
            voucher: voucher(booking, status, redeemed_at),
            unit_items: details
                .unit_items
                .iter()
                .map(|item| UnitItem {
                    uuid: item.uuid,
                    reseller_reference: item.reseller_reference.clone(),
                    supplier_reference: None,
                    unit_id: UNIT_ID,
                    status,
                    utc_redeemed_at: None,
                    contact: (&item.contact).into(),
                    ticket: None,
                })
                .collect(),
        }
    }
}

/// The part of the price that the reseller does not owe.
fn refund(booking: &booking::Booking) -> &'static str {
    let payment = &booking.payment;
    let back = payment.refunded.minor() + payment.refunding.minor();
    match back {
        _ if back >= booking.paid().minor() => "FULL",
        0 => "NONE",
        _ => "PARTIAL",
    }
}

fn voucher(
    booking: &booking::Booking,
    status: BookingStatus,
    utc_redeemed_at: Option<String>,
) -> Ticket {
    let is_valid = matches!(status, BookingStatus::Confirmed | BookingStatus::Redeemed);
    let reference = is_valid.then(|| DeliveryOption {
        delivery_format: "QRCODE",
        delivery_value: booking.reference.clone(),
    });
    Ticket {
        redemption_method: REDEMPTION,
        utc_redeemed_at,
        delivery_options: reference.into_iter().collect(),
    }
}
