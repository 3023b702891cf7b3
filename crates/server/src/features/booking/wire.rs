//! JSON types of bookings, in both formats of the documents (document 2 §3, decisions §5).

use chrono::{DateTime, NaiveDate, Utc};
use domain::booking;
use domain::booking_action::{self, Viewer};
use domain::money::{Currency, Money};
use serde::Serialize;
use serde_json::Number;
use store::travel_credits;
use utoipa::ToSchema;
use uuid::Uuid;

use super::cancellation_terms::{CancellationDeadline, deadlines, policy_of};
use super::invoice::credit_note::CreditNoteLine;
use super::payment::ways::{self, BankDetails, WayToPay};
use super::refund::limit;
use super::refund::wire::BookedRefund;
pub use super::wire_guest::{Gender, Guest, GuestDetails};
use super::wire_price::payment;
pub use super::wire_price::{BookingPayment, Installment, PaymentStatus, PriceBreakdown};
pub use super::wire_status::{BookingAction, BookingStatus};
use super::wire_trek::{BookedDates, BookedRoute, BookedTrek, route};
use crate::features::balance::link as balance_link;
use crate::features::npr_rate::NprRate;
use crate::features::promotion::applied::AppliedPromotion;
use crate::features::proposal;
use crate::features::trek::wire::Coordinates;
use crate::http::auth::SignedIn;
use crate::platform::app::App;

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Customer {
    pub name: String,
    pub email: String,
}

/// What a booking was before it was moved or changed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EarlierDates {
    pub moved_at: DateTime<Utc>,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    /// The price then.
    #[schema(value_type = f64)]
    pub amount: Number,
    /// The number of guests, if staff changed the booking. Absent: the agency moved the departure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub guests: Option<u32>,
    /// The invoice that was replaced because the price became another one, and its credit note.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub invoice_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub credit_note_number: Option<String>,
}

/// The amount paid for a cancelled booking, kept for a later one.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TravelCredit {
    /// For example `TC-2026-00042`.
    pub number: String,
    #[schema(value_type = f64)]
    pub amount: Number,
    pub currency: String,
    /// The last day on which it is valid.
    pub expires_on: NaiveDate,
}

/// The travel credit that pays a booking.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreditUse {
    pub number: String,
    /// What it pays of the price.
    #[schema(value_type = f64)]
    pub amount: Number,
}

impl From<&travel_credits::TravelCredit> for TravelCredit {
    fn from(credit: &travel_credits::TravelCredit) -> Self {
        Self {
            number: credit.number.clone(),
            amount: credit.amount.to_number(credit.currency),
            currency: credit.currency.code().to_owned(),
            expires_on: credit.expires_on,
        }
    }
}

/// A question about the booking that waits for an answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenChoice {
    /// The token of the link that the traveller got. Absent for administrators, who do not answer for travellers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub token: Option<String>,
    /// The last day to answer.
    pub answer_by: NaiveDate,
}

/// The review that the customer can write, or change until it is published.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenReview {
    /// The token of the link to its page.
    pub token: String,
    pub is_written: bool,
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
    /// The group departure whose seats it has. Absent: the party walks by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub departure_id: Option<Uuid>,
    /// Whether the group departure will run in any case.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub is_guaranteed: Option<bool>,
    /// Until when the seats of an unpaid booking are held. Absent while a payment is being processed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub hold_expires_at: Option<DateTime<Utc>>,
    /// True when only the end of its hold cancelled the booking, else absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub is_hold_ended: bool,
    pub booking_details: BookedDates,
    pub total_guests: u32,
    pub guest_details: GuestDetails,
    pub price_breakdown: PriceBreakdown,
    /// The promotion code that is part of the price.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub promotion: Option<AppliedPromotion>,
    /// What is left to pay.
    #[schema(value_type = f64)]
    pub balance: Number,
    /// The rate at which it can be paid in NPR. Absent: it cannot be, or its currency is NPR.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rate: Option<NprRate>,
    /// What is left to pay in whole rupees, at the locked rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub balance_in_rupees: Option<Number>,
    /// The day on which the next part of the price is due. Absent once everything is paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub due_at: Option<NaiveDate>,
    /// The token of the link with which the balance is paid, while it can be. Absent for staff, who ask for the link.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub balance_token: Option<String>,
    /// What of the price is due when.
    pub schedule: Vec<Installment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub additional_notes: Option<String>,
    /// The PAN or VAT number of the company that the invoice is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub buyer_pan: Option<String>,
    pub include_meals: bool,
    pub include_porter: bool,
    #[schema(value_type = f64)]
    pub refunded: Number,
    /// The amount that can still be refunded: paid minus refunds made and refunds in progress.
    #[schema(value_type = f64)]
    pub refundable: Number,
    /// The most that the caller may refund now, if the caller is staff with a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    pub refund_limit: Option<Number>,
    /// Actions that the caller may take now.
    pub allowed_actions: Vec<BookingAction>,
    /// When the unpaid booking is cancelled automatically.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pay_by: Option<DateTime<Utc>>,
    /// How the traveller chose to pay what confirms the booking.
    #[schema(required = false)]
    pub pay_with: WayToPay,
    /// What confirms the unpaid booking: the price or its deposit, without what was paid of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false)]
    pub amount_due: Option<Number>,
    /// The same in rupees, at the locked rate, as a wallet charges it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub amount_due_in_rupees: Option<Number>,
    /// What is left to pay of a booking that only the end of its hold cancelled: staff can still record a payment. Absent
    /// for travellers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub late_balance: Option<Number>,
    /// The same in whole rupees, at the locked rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub late_balance_in_rupees: Option<Number>,
    /// Where the money of an unpaid booking goes, for a bank transfer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bank_details: Option<BankDetails>,
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
    /// What the credit note says, oldest first. A replaced invoice has a credit note of its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub credit_note_lines: Vec<CreditNoteLine>,
    /// What staff still have to pay out by hand.
    #[schema(value_type = f64)]
    pub owed_by_hand: Number,
    /// The same in whole rupees, at the locked rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub owed_by_hand_in_rupees: Option<Number>,
    /// Oldest first.
    pub refunds: Vec<BookedRefund>,
    /// What it was before the agency moved or changed it, oldest first.
    #[schema(required = false)]
    pub earlier_dates: Vec<EarlierDates>,
    /// The travel credit that paid a part of it or all of it. While the booking is unpaid, it is reserved. If the hold
    /// ended, the one that was reserved, so that the traveller can use it when they book again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub credit_used: Option<CreditUse>,
    /// The amount paid as a travel credit, if the traveller chose one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub travel_credit: Option<TravelCredit>,
    /// The question that the traveller has not answered, after the agency moved or cancelled the departure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub open_choice: Option<OpenChoice>,
    /// The review of a trek that has ended, for its customer. Absent once it is published.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub open_review: Option<OpenReview>,
    pub customer: Customer,
    /// The name of the reseller that sold the booking and is invoiced for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reseller: Option<String>,
    /// Tags by staff. Absent for travellers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub tags: Vec<String>,
    pub created_at: DateTime<Utc>,
    /// Becomes another one with every change that is stored.
    pub version: i64,
}

impl Booking {
    /// Creates the JSON form that `me` may see.
    #[must_use]
    pub fn new(app: &App, me: &SignedIn, booking: booking::Booking) -> Self {
        let currency = booking.quote.currency;
        let refund_limit = limit::of(app, me);
        let viewer = Viewer {
            is_owner: booking.user_id == me.id,
            is_staff: me.is_staff(),
            refund_limit,
        };
        let config = &app.config;
        let pay_by = booking
            .is_payable()
            .then(|| booking.pay_by(config.unpaid_for));
        let amount_due = booking
            .is_payable()
            .then(|| booking.amount_to_confirm().to_number(currency));
        let due = booking.is_payable().then(|| booking.amount_to_confirm());
        let amount_due_in_rupees = due
            .and_then(|due| booking.in_rupees(due))
            .map(|due| due.to_number(Currency::NPR));
        let bank_details = ways::bank_details(app, &booking);
        let pay_with = booking.payment.way.into();
        let today = app.clock.today(config.timezone);
        let policy = policy_of(app, &booking);
        let free_cancellation_until = policy
            .free_until(booking.start_date)
            .filter(|day| today <= *day);
        let cancellation_deadlines = deadlines(policy, booking.start_date);
        let refundable = booking.refundable().to_number(currency);
        let is_limited = me.is_staff() && refund_limit.is_some();
        let refund_limit =
            is_limited.then(|| booking.refundable_within(refund_limit).to_number(currency));
        let rupees = |amount| Some(booking.in_rupees(amount)?.to_number(Currency::NPR));
        let balance_in_rupees = rupees(booking.balance());
        let owed_by_hand_in_rupees = rupees(Money::ZERO);
        let (balance, due_at) = (booking.balance().to_number(currency), booking.due_on());
        let schedule =
            Installment::list(&booking.installments(), booking.paid_of_price(), currency);
        let has_ways = balance_link::has_ways(app);
        let pay_balance = booking_action::BookingAction::PayBalance;
        let can_pay = viewer.is_owner && booking.allows(pay_balance) && has_ways;
        let balance_token = can_pay.then(|| balance_link::sign(app, booking.id));
        let actions = booking.allowed_actions(viewer).into_iter();
        let actions = actions.filter(|it| *it != pay_balance || has_ways);
        let allowed_actions = actions.map(BookingAction::from).collect();
        let is_paid_or_open = booking.payment.status != booking::PaymentStatus::Failed;
        let credit = booking.payment.credit_used.as_ref();
        let can_be_late = me.is_staff() && today <= booking.end_date;
        let late_balance = late_balance(&booking).filter(|_| can_be_late);
        let late_balance_in_rupees = late_balance.and_then(rupees);
        let late_balance = late_balance.map(|left| left.to_number(currency));
        let is_hold_ended = booking.payment.hold_ended_at.is_some();
        let is_shown = is_paid_or_open || is_hold_ended;
        let credit_used = credit.filter(|_| is_shown).map(|used| CreditUse {
            number: used.number.clone(),
            amount: used.amount.to_number(currency),
        });
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
                proposal_token: booking
                    .trek
                    .is_private
                    .then(|| proposal::link::sign(app, booking.trek.id)),
            },
            route_details: route(booking.route, currency),
            departure_id: booking.departure_id,
            is_guaranteed: None,
            hold_expires_at: None,
            is_hold_ended,
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
            promotion: booking.promotion.as_ref().map(AppliedPromotion::from),
            balance,
            rate: booking.rate.map(NprRate::from),
            balance_in_rupees,
            due_at,
            balance_token,
            schedule,
            additional_notes: booking.notes,
            buyer_pan: booking.buyer_pan,
            include_meals: booking.include_meals,
            include_porter: booking.include_porter,
            refunded: refunded_of_price(&booking.payment).to_number(currency),
            refundable,
            refund_limit,
            allowed_actions,
            pay_by,
            pay_with,
            amount_due,
            amount_due_in_rupees,
            late_balance,
            late_balance_in_rupees,
            bank_details,
            free_cancellation_until,
            cancellation_deadlines,
            invoice_number: booking.invoice_number,
            credit_note_number: booking.credit_note_number,
            credit_note_lines: Vec::new(),
            owed_by_hand: Money::ZERO.to_number(currency),
            owed_by_hand_in_rupees,
            refunds: Vec::new(),
            earlier_dates: booking
                .earlier_dates
                .into_iter()
                .map(|earlier| EarlierDates {
                    moved_at: earlier.at,
                    start_date: earlier.start_date,
                    end_date: earlier.end_date,
                    amount: earlier.total.to_number(currency),
                    guests: earlier.guests,
                    invoice_number: earlier.invoice_number,
                    credit_note_number: earlier.credit_note_number,
                })
                .collect(),
            credit_used,
            travel_credit: None,
            open_choice: None,
            open_review: None,
            customer: Customer {
                name: booking.customer.name,
                email: booking.customer.email,
            },
            reseller: booking.reseller,
            tags: Vec::new(),
            created_at: booking.created_at,
            version: booking.version,
        }
    }
}

fn late_balance(booking: &booking::Booking) -> Option<Money> {
    let mut reopened = booking.can_reopen().then(|| booking.clone())?;
    reopened.reopen();
    Some(reopened.balance())
}

/// What was refunded of the price as it is now. The refund of what a move lowered it by is listed with the others.
fn refunded_of_price(payment: &booking::Payment) -> Money {
    let refunded = payment.refunded.minor() - payment.lowered_by.minor();
    Money::from_minor(refunded.max(0))
}
