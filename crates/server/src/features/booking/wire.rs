//! JSON types of bookings, in both formats of the documents (document 2 §3, decisions §5).

use chrono::{DateTime, NaiveDate, Utc};
use domain::booking::{self, RefundPolicy};
use domain::booking_action::{self, Viewer};
use domain::money::Currency;
use serde::Serialize;
use serde_json::Number;
use utoipa::ToSchema;
use uuid::Uuid;

pub use super::wire_guest::{Gender, Guest, GuestDetails};
use super::wire_price::payment;
pub use super::wire_price::{BookingPayment, PaymentStatus, PriceBreakdown};
use super::wire_refund::BookedRefund;
use crate::features::trek::wire::Coordinates;
use crate::http::auth::SignedIn;
use crate::platform::app::App;

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub enum BookingStatus {
    Pending,
    Confirmed,
    Completed,
    Cancelled,
}

impl From<booking::BookingStatus> for BookingStatus {
    fn from(status: booking::BookingStatus) -> Self {
        match status {
            booking::BookingStatus::Pending => Self::Pending,
            booking::BookingStatus::Confirmed => Self::Confirmed,
            booking::BookingStatus::Completed => Self::Completed,
            booking::BookingStatus::Cancelled => Self::Cancelled,
        }
    }
}

/// An action that the caller may take on a booking now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum BookingAction {
    Pay,
    Confirm,
    Complete,
    Cancel,
    Refund,
    ResendMail,
}

impl From<booking_action::BookingAction> for BookingAction {
    fn from(action: booking_action::BookingAction) -> Self {
        match action {
            booking_action::BookingAction::Pay => Self::Pay,
            booking_action::BookingAction::Confirm => Self::Confirm,
            booking_action::BookingAction::Complete => Self::Complete,
            booking_action::BookingAction::Cancel => Self::Cancel,
            booking_action::BookingAction::Refund => Self::Refund,
            booking_action::BookingAction::ResendMail => Self::ResendMail,
        }
    }
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookedTrek {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    pub location: String,
    pub banner_image: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub coordinates: Option<Coordinates>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookedRoute {
    pub route_id: Uuid,
    pub route_name: String,
    pub number_of_days: u32,
    pub number_of_nights: u32,
    #[schema(value_type = f64)]
    pub price_per_head: Number,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookedDates {
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub total_guests: u32,
    pub status: BookingStatus,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Customer {
    pub name: String,
    pub email: String,
}

/// The last day on which a cancellation refunds this share of the amount paid.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CancellationDeadline {
    pub until: NaiveDate,
    /// Days before the start.
    pub days: u32,
    #[schema(value_type = f64)]
    pub percent: Number,
}

/// A booking. Trek, route and price are those of its snapshot.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Booking {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Human-readable reference, for example `KD-1207`.
    pub reference: String,
    pub user_id: Uuid,
    pub check_in: NaiveDate,
    pub check_out: NaiveDate,
    #[schema(value_type = f64)]
    pub amount: Number,
    pub currency: String,
    pub status: BookingStatus,
    pub payment: BookingPayment,
    pub trek: BookedTrek,
    pub route_details: BookedRoute,
    pub booking_details: BookedDates,
    pub total_guests: u32,
    pub guest_details: GuestDetails,
    pub price_breakdown: PriceBreakdown,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub additional_notes: Option<String>,
    pub include_meals: bool,
    pub include_porter: bool,
    #[schema(value_type = f64)]
    pub refunded: Number,
    /// The amount that can still be refunded: paid minus refunds made and refunds in progress.
    #[schema(value_type = f64)]
    pub refundable: Number,
    /// Actions that the caller may take now.
    pub allowed_actions: Vec<BookingAction>,
    /// When the unpaid booking is cancelled automatically.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pay_by: Option<DateTime<Utc>>,
    /// The last day of a full refund. Absent once it has passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub free_cancellation_until: Option<NaiveDate>,
    /// Earliest first. After the last one nothing is refunded.
    pub cancellation_deadlines: Vec<CancellationDeadline>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub invoice_number: Option<String>,
    /// Reverses the invoice in whole or in part.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub credit_note_number: Option<String>,
    /// Oldest first.
    pub refunds: Vec<BookedRefund>,
    pub customer: Customer,
    pub created_at: DateTime<Utc>,
}

impl Booking {
    /// Creates the JSON form that `me` may see.
    #[must_use]
    pub fn new(app: &App, me: &SignedIn, booking: booking::Booking) -> Self {
        let currency = booking.quote.currency;
        let viewer = Viewer {
            is_owner: booking.user_id == me.id,
            is_admin: me.is_admin(),
        };
        let config = &app.config;
        let pay_by = booking
            .is_payable()
            .then(|| booking.created_at + config.unpaid_for);
        let today = app.clock.today(config.timezone);
        let policy = &config.cancellation_policy;
        let free_cancellation_until = policy
            .free_until(booking.start_date)
            .filter(|day| today <= *day);
        let cancellation_deadlines = deadlines(policy, booking.start_date);
        let refundable = booking.refundable().to_number(currency);
        let actions = booking.allowed_actions(viewer).into_iter();
        let allowed_actions = actions.map(BookingAction::from).collect();
        let breakdown = PriceBreakdown::from(&booking.quote);
        let (guests, status) = (booking.party.size(), booking.status.into());
        Self {
            id: booking.id,
            reference: booking.reference,
            user_id: booking.user_id,
            check_in: booking.start_date,
            check_out: booking.end_date,
            amount: breakdown.total.clone(),
            currency: breakdown.currency.clone(),
            status,
            payment: payment(&breakdown, booking.payment.clone()),
            trek: BookedTrek {
                id: booking.trek.id,
                name: booking.trek.name,
                location: booking.trek.location,
                banner_image: booking.trek.banner_image,
                coordinates: booking.trek.coordinates.map(Coordinates::from),
            },
            route_details: route(booking.route, currency),
            booking_details: BookedDates {
                start_date: booking.start_date,
                end_date: booking.end_date,
                total_guests: guests,
                status,
            },
            total_guests: guests,
            guest_details: GuestDetails {
                primary_guest: booking.party.primary.into(),
                additional_guests: booking
                    .party
                    .additional
                    .into_iter()
                    .map(Guest::from)
                    .collect(),
            },
            price_breakdown: breakdown,
            additional_notes: booking.notes,
            include_meals: booking.include_meals,
            include_porter: booking.include_porter,
            refunded: booking.payment.refunded.to_number(currency),
            refundable,
            allowed_actions,
            pay_by,
            free_cancellation_until,
            cancellation_deadlines,
            invoice_number: booking.invoice_number,
            credit_note_number: booking.credit_note_number,
            refunds: Vec::new(),
            customer: Customer {
                name: booking.customer.name,
                email: booking.customer.email,
            },
            created_at: booking.created_at,
        }
    }
}

fn deadlines(policy: &RefundPolicy, start: NaiveDate) -> Vec<CancellationDeadline> {
    let deadlines = policy.deadlines(start).into_iter();
    deadlines
        .map(|(until, step)| CancellationDeadline {
            until,
            days: step.days,
            percent: step.percent.to_number(),
        })
        .collect()
}

fn route(route: booking::RouteSnapshot, currency: Currency) -> BookedRoute {
    BookedRoute {
        route_id: route.id,
        route_name: route.name,
        number_of_days: route.number_of_days,
        number_of_nights: route.number_of_nights,
        price_per_head: route.price_per_head.to_number(currency),
    }
}
