//! JSON types of OCTO's products and availability.

use chrono::{DateTime, Days, NaiveDate, NaiveDateTime, NaiveTime, SecondsFormat, TimeZone, Utc};
use chrono_tz::Tz;
use domain::booking::RefundPolicy;
use domain::departure::{self, Departure};
use domain::guest::{MAX_AGE, MAX_GUESTS, MIN_AGE, MIN_GUESTS};
use domain::trek::{Route, Trek};
use serde::Serialize;
use store::seats::Usage;
use uuid::Uuid;

use crate::platform::app::App;

/// The id of the only unit. Every guest of a trek pays the same.
pub const UNIT_ID: &str = "adult";
/// The language that treks are described in.
const LOCALE: &str = "en";
/// A departure has a date, but no time of day.
const START_TIME: &str = "00:00";
const DATE_ENDS: NaiveTime = NaiveTime::from_hms_opt(23, 59, 0).expect("a time of day");

#[derive(Debug, Serialize)]
pub struct Supplier {
    pub id: String,
    pub name: String,
    pub endpoint: String,
    pub contact: SupplierContact,
}

#[derive(Debug, Serialize)]
pub struct SupplierContact {
    pub website: Option<String>,
    pub email: Option<String>,
    pub telephone: Option<String>,
    pub address: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Product {
    id: Uuid,
    internal_name: String,
    reference: Option<String>,
    locale: &'static str,
    time_zone: String,
    allow_freesale: bool,
    instant_confirmation: bool,
    instant_delivery: bool,
    availability_required: bool,
    availability_type: &'static str,
    delivery_formats: [&'static str; 1],
    delivery_methods: [&'static str; 1],
    redemption_method: &'static str,
    options: Vec<ProductOption>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ProductOption {
    id: Uuid,
    default: bool,
    internal_name: String,
    reference: Option<String>,
    availability_local_start_times: [&'static str; 1],
    cancellation_cutoff: String,
    cancellation_cutoff_amount: u32,
    cancellation_cutoff_unit: &'static str,
    required_contact_fields: [&'static str; 2],
    restrictions: OptionRestrictions,
    units: [Unit; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct OptionRestrictions {
    min_units: u32,
    /// No limit of the option: each departure has its own.
    max_units: Option<u32>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Unit {
    id: &'static str,
    internal_name: &'static str,
    reference: Option<String>,
    #[serde(rename = "type")]
    kind: &'static str,
    restrictions: UnitRestrictions,
    required_contact_fields: [&'static str; 0],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct UnitRestrictions {
    min_age: u8,
    max_age: u8,
    id_required: bool,
    min_quantity: Option<u32>,
    max_quantity: Option<u32>,
    pax_count: u32,
    accompanied_by: [&'static str; 0],
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Availability {
    pub id: Uuid,
    local_date_time_start: String,
    local_date_time_end: String,
    utc_cutoff_at: String,
    all_day: bool,
    pub available: bool,
    pub status: departure::Availability,
    pub vacancies: u32,
    pub capacity: u32,
    max_units: u32,
    opening_hours: [OpeningHours; 0],
}

#[derive(Debug, Clone, Serialize)]
pub struct OpeningHours {
    from: String,
    to: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CalendarDay {
    pub local_date: NaiveDate,
    pub available: bool,
    pub status: departure::Availability,
    pub vacancies: u32,
    pub capacity: u32,
    pub opening_hours: [OpeningHours; 0],
}

/// A moment as OCTO writes it, in whole seconds.
#[must_use]
pub fn utc(moment: DateTime<Utc>) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// A time of day in the agency's time zone. A time that a change of the clock skips becomes the next hour.
fn local(day: NaiveDate, time: NaiveTime, timezone: Tz) -> DateTime<Tz> {
    let at = NaiveDateTime::new(day, time);
    let found = timezone.from_local_datetime(&at).earliest();
    found.unwrap_or_else(|| timezone.from_utc_datetime(&at))
}

fn local_text(day: NaiveDate, time: NaiveTime, timezone: Tz) -> String {
    local(day, time, timezone).to_rfc3339_opts(SecondsFormat::Secs, false)
}

/// Days before the start until which a reseller can cancel: as long as the policy refunds anything.
#[must_use]
pub fn cancellation_days(policy: &RefundPolicy) -> u32 {
    let steps = policy.steps().iter();
    let refunds = steps.filter(|step| step.percent != domain::money::Percent::ZERO);
    refunds.map(|step| step.days).min().unwrap_or_default()
}

fn cancellation_text(policy: &RefundPolicy) -> String {
    let steps = policy.steps().iter().map(|step| {
        let (percent, days) = (step.percent.to_number(), step.days);
        format!("{percent} % refund until {days} days before the start")
    });
    let steps: Vec<String> = steps.collect();
    match steps.is_empty() {
        true => "No refund".to_owned(),
        false => steps.join(", "),
    }
}

impl Product {
    #[must_use]
    pub fn new(app: &App, trek: &Trek) -> Self {
        let routes = trek.visible_routes().enumerate();
        Self {
            id: trek.id,
            internal_name: trek.name.clone(),
            reference: None,
            locale: LOCALE,
            time_zone: app.config.timezone.name().to_owned(),
            allow_freesale: false,
            instant_confirmation: true,
            instant_delivery: true,
            availability_required: true,
            availability_type: "START_TIME",
            delivery_formats: ["QRCODE"],
            delivery_methods: ["VOUCHER"],
            redemption_method: "MANIFEST",
            options: routes
                .map(|(index, route)| {
                    ProductOption::new(route, index == 0, &app.config.cancellation_policy)
                })
                .collect(),
        }
    }
}

impl ProductOption {
    fn new(route: &Route, is_default: bool, policy: &RefundPolicy) -> Self {
        Self {
            id: route.id,
            default: is_default,
            internal_name: route.name.clone(),
            reference: None,
            availability_local_start_times: [START_TIME],
            cancellation_cutoff: cancellation_text(policy),
            cancellation_cutoff_amount: cancellation_days(policy),
            cancellation_cutoff_unit: "day",
            required_contact_fields: ["firstName", "lastName"],
            restrictions: OptionRestrictions {
                min_units: MIN_GUESTS,
                max_units: None,
            },
            units: [Unit {
                id: UNIT_ID,
                internal_name: "Adult",
                reference: None,
                kind: "ADULT",
                restrictions: UnitRestrictions {
                    min_age: MIN_AGE,
                    max_age: MAX_AGE,
                    id_required: false,
                    min_quantity: None,
                    max_quantity: None,
                    pax_count: 1,
                    accompanied_by: [],
                },
                required_contact_fields: [],
            }],
        }
    }
}

impl Availability {
    /// A departure, for a number of guests if the reseller has named one.
    #[must_use]
    pub fn new(app: &App, departure: &Departure, usage: Usage, guests: Option<u32>) -> Self {
        let timezone = app.config.timezone;
        let left = usage.left();
        let status = match departure.availability(left, app.clock.today(timezone)) {
            departure::Availability::Available | departure::Availability::Limited
                if guests.is_some_and(|guests| guests > left) =>
            {
                departure::Availability::SoldOut
            }
            status => status,
        };
        let last = departure.last_sale_date();
        let cutoff = last.checked_add_days(Days::new(1)).unwrap_or(last);
        Self {
            id: departure.id,
            local_date_time_start: local_text(departure.start_date, NaiveTime::MIN, timezone),
            local_date_time_end: local_text(departure.end_date, DATE_ENDS, timezone),
            utc_cutoff_at: utc(local(cutoff, NaiveTime::MIN, timezone).to_utc()),
            all_day: false,
            available: is_available(status),
            status,
            vacancies: left,
            capacity: usage.capacity,
            max_units: left.min(MAX_GUESTS),
            opening_hours: [],
        }
    }
}

fn is_available(status: departure::Availability) -> bool {
    use departure::Availability::{Available, Limited};
    matches!(status, Available | Limited)
}

impl CalendarDay {
    /// The day of the departures that start on it. Without one, the day is closed.
    #[must_use]
    pub fn new(local_date: NaiveDate, found: &[Availability]) -> Self {
        let best = found
            .iter()
            .max_by_key(|one| (one.available, one.vacancies));
        Self {
            local_date,
            available: best.is_some_and(|best| best.available),
            status: best.map_or(departure::Availability::Closed, |best| best.status),
            vacancies: best.map_or(0, |best| best.vacancies),
            capacity: best.map_or(0, |best| best.capacity),
            opening_hours: [],
        }
    }
}
