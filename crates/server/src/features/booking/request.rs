//! The booking request and its validation, which reports all problems at once (document 2 §3, §5; decisions §10
//! "Booking request").

use chrono::NaiveDate;
use chrono_tz::Tz;
use domain::booking::{check_buyer_pan, check_notes, check_start_date};
use domain::guest::{self, BookingFlow, Gender, Party, parse_age};
use domain::problem::Problem;
use domain::schedule::Pay;
use domain::trek::RouteChoice;
use domain::way::Way;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::day::day;

pub const INVALID: &str = "Invalid booking data";

/// Statuses, `endDate` and `numberOfDays` in the request are ignored; amounts are only compared.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookingRequest {
    pub user_id: Option<String>,
    pub trek_id: String,
    pub route_details: RouteDetails,
    pub booking_details: BookingDetails,
    pub guest_details: AskedGuests,
    pub payment: AskedPayment,
    pub additional_notes: Option<String>,
    /// The PAN or VAT number of the company that the invoice is for: nine digits. Printed on invoices in Nepal's mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buyer_pan: Option<String>,
    pub include_meals: Option<bool>,
    pub include_porter: Option<bool>,
    pub price_breakdown: Option<AskedBreakdown>,
    /// The traveller's own unpaid booking that this one replaces. It is cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// The group departure whose seats are booked. Absent: the party walks by itself on `startDate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub departure_id: Option<String>,
    /// The token of an offer to the traveller's waiting party: the booking takes over the seats that are held for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<String>,
    /// The token of the proposal that the booking accepts. Trek, route and price are those of the proposal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<String>,
    /// `deposit` or `all`. Absent: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pay: Option<String>,
    /// `card`, `bank`, `arrival`, `esewa` or `khalti`, if it is among `waysToPay` of `GET /api/config`. Absent: card, or
    /// the only way that is offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pay_with: Option<String>,
    /// The number of the traveller's travel credit that pays as much as it can, for example `TC-2026-00042`. The unpaid
    /// booking reserves it. If it pays everything that is due with the booking, the booking is confirmed at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub travel_credit: Option<String>,
    /// A promotion code that is part of the price. The booking takes one of its uses, and gives it back if it ends unpaid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion_code: Option<String>,
    /// The traveller chooses the way to pay afterwards, with `POST /api/bookings/{id}/payment-intent`. Until then the
    /// booking waits no longer than one that is paid by card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choose_way_later: Option<bool>,
    /// Staff book for a caller, whose account the booking belongs to. No payment is opened: staff record it, or the caller
    /// pays in the way of `payWith`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_behalf_of: Option<OnBehalfOf>,
}

/// Who a booking is for.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct OnBehalfOf {
    pub name: String,
    pub email: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
}

/// The route: by id if given, else by name. The index counts visible routes and must agree.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RouteDetails {
    pub route_id: Option<String>,
    pub route_index: Option<usize>,
    pub name: Option<String>,
    pub route_name: Option<String>,
    pub number_of_days: Option<u32>,
    #[schema(value_type = Option<f64>)]
    pub price_per_head: Option<Number>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookingDetails {
    /// Optional with a departure, and then its start date; `yyyy-mm-dd`, or a timestamp that is converted to its day in the agency's time zone.
    #[serde(default)]
    pub start_date: String,
    pub end_date: Option<String>,
    pub total_guests: u32,
    pub status: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedGuests {
    pub primary_guest: AskedGuest,
    #[serde(default)]
    pub additional_guests: Vec<AskedGuest>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedGuest {
    pub name: String,
    #[schema(value_type = u32)]
    pub age: Number,
    #[schema(value_type = super::wire::Gender)]
    pub gender: String,
    pub phone_number: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedPayment {
    /// Before the discount.
    #[schema(value_type = Option<f64>)]
    pub base_amount: Option<Number>,
    #[schema(value_type = f64)]
    pub final_amount: Number,
    pub status: Option<String>,
    pub charges: Option<AskedCharges>,
}

/// A booking request with valid structure.
pub struct Asked {
    pub trek_id: Uuid,
    pub departure_id: Option<Uuid>,
    /// Always given without a departure.
    pub start_date: Option<NaiveDate>,
    pub party: Party,
    pub notes: Option<String>,
    pub buyer_pan: Option<String>,
    pub pay: Pay,
    pub pay_with: Option<Way>,
}

impl RouteDetails {
    /// Whether the request names a route at all.
    #[must_use]
    pub fn names_route(&self) -> bool {
        self.route_id.is_some()
            || self.route_index.is_some()
            || self.name.is_some()
            || self.route_name.is_some()
    }

    /// `None` for an invalid id, which matches no route.
    #[must_use]
    pub fn choice(&self) -> Option<RouteChoice> {
        let route_id = match self
            .route_id
            .as_deref()
            .map(str::trim)
            .filter(|id| !id.is_empty())
        {
            Some(id) => Some(Uuid::parse_str(id).ok()?),
            None => None,
        };
        let name = self.name.clone().or_else(|| self.route_name.clone());
        Some(RouteChoice {
            route_id,
            name,
            route_index: self.route_index,
        })
    }
}

impl BookingRequest {
    /// Validates everything that needs no lookup.
    pub fn read(
        &self,
        today: NaiveDate,
        timezone: Tz,
        flow: BookingFlow,
    ) -> Result<Asked, Vec<Problem>> {
        let mut problems = Vec::new();
        let trek_id = Uuid::parse_str(self.trek_id.trim());
        if trek_id.is_err() {
            problems.push(Problem::new("trekId", "Trek not found."));
        }
        let departure_id = self.read_departure_id(&mut problems);
        let start_date = day(&self.booking_details.start_date, timezone);
        let is_absent = self.booking_details.start_date.trim().is_empty();
        match start_date {
            Some(start) => problems.extend(check_start_date(start, today)),
            None if is_absent && departure_id.is_some() => {}
            None => problems.push(Problem::new(
                "bookingDetails.startDate",
                "Please select a date",
            )),
        }
        let party = self.guest_details.read(&mut problems);
        if self.booking_details.total_guests != party.size() {
            let message = "Total guests must be the primary guest and the additional guests";
            problems.push(Problem::new("bookingDetails.totalGuests", message));
        }
        problems.extend(party.check(flow));
        let notes = trimmed(self.additional_notes.as_deref());
        problems.extend(notes.and_then(check_notes));
        let buyer_pan = trimmed(self.buyer_pan.as_deref());
        problems.extend(buyer_pan.and_then(check_buyer_pan));
        let pay = read_pay(self.pay.as_deref(), &mut problems);
        let pay_with = read_way(self.pay_with.as_deref(), &mut problems);
        match trek_id {
            Ok(trek_id) if problems.is_empty() => Ok(Asked {
                pay,
                pay_with,
                trek_id,
                departure_id,
                start_date,
                party,
                notes: notes.map(str::to_owned),
                buyer_pan: buyer_pan.map(str::to_owned),
            }),
            _ => Err(problems),
        }
    }

    fn read_departure_id(&self, problems: &mut Vec<Problem>) -> Option<Uuid> {
        let text = self.departure_id.as_deref().map(str::trim)?;
        let id = Uuid::parse_str(text);
        if id.is_err() {
            problems.push(Problem::new("departureId", "Departure not found."));
        }
        id.ok()
    }
}

/// `None` for a blank text.
fn trimmed(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

pub fn read_pay(word: Option<&str>, problems: &mut Vec<Problem>) -> Pay {
    let pay = word.map_or(Some(Pay::All), Pay::parse);
    pay.unwrap_or_else(|| {
        problems.push(Problem::new("pay", "Pay must be deposit or all"));
        Pay::All
    })
}

pub fn read_way(word: Option<&str>, problems: &mut Vec<Problem>) -> Option<Way> {
    let word = word?;
    let way = Way::parse(word);
    if way.is_none() {
        let message = "The way to pay must be card, bank, arrival, esewa or khalti";
        problems.push(Problem::new("payWith", message));
    }
    way
}

impl AskedGuests {
    pub(super) fn read(&self, problems: &mut Vec<Problem>) -> Party {
        let primary = self
            .primary_guest
            .read("guestDetails.primaryGuest", problems);
        let additional = self
            .additional_guests
            .iter()
            .enumerate()
            .map(|(index, guest)| {
                guest.read(&format!("guestDetails.additionalGuests[{index}]"), problems)
            })
            .collect();
        Party {
            primary,
            additional,
        }
        .trimmed()
    }
}

impl AskedGuest {
    fn read(&self, path: &str, problems: &mut Vec<Problem>) -> guest::Guest {
        let gender = Gender::parse(&self.gender);
        if gender.is_none() {
            problems.push(Problem::new(
                format!("{path}.gender"),
                "Gender must be Male, Female or Other",
            ));
        }
        guest::Guest {
            name: self.name.clone(),
            age: parse_age(&self.age),
            gender: gender.unwrap_or_default(),
            phone_number: self.phone_number.clone(),
        }
    }
}

/// Amounts, not percentages.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedCharges {
    #[schema(value_type = Option<f64>)]
    pub gst: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub service_fee: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub insurance_fee: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub booking_fee: Option<Number>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedBreakdown {
    #[schema(value_type = Option<f64>)]
    pub base_price: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub discount: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    pub promotion: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub gst: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub service_fee: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub insurance: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub booking_fee: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub total: Option<Number>,
    pub currency: Option<String>,
}
