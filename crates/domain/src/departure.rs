//! Departures: dated runs of a route that are sold by the seat (operations §1, §2).

use chrono::{Datelike, Days, Months, NaiveDate, Weekday};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::booking::MAX_YEARS_AHEAD;
use crate::guest::MAX_GUESTS;
use crate::money::Money;
use crate::problem::{Problem, has_control_character, has_control_character_besides_breaks};
use crate::trek::Route;

pub const MAX_CAPACITY: u32 = 1000;
pub const MAX_CUTOFF_DAYS: u32 = 365;
pub const MAX_SERIES_DATES: usize = 400;
pub const MAX_NOTES_LENGTH: usize = 2000;
pub const MAX_CLOSURES: usize = 200;
pub const MAX_REASON_LENGTH: usize = 200;
/// From this number of free seats down, a departure is shown as `LIMITED` and with its number of free seats.
pub const LIMITED_SEATS: u32 = 5;

/// How a trek is sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SoldAs {
    /// A party walks by itself on a date of its choice.
    #[default]
    Private,
    /// Only by the seat, on the dates of the agency.
    Departures,
    Both,
}

impl SoldAs {
    #[must_use]
    pub fn has_private_dates(self) -> bool {
        self != Self::Departures
    }

    #[must_use]
    pub fn has_departures(self) -> bool {
        self != Self::Private
    }
}

/// Who walks together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DepartureKind {
    /// Strangers who bought single seats.
    Group,
    /// The party of one booking, which chose the date.
    Private,
}

impl DepartureKind {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Group => "group",
            Self::Private => "private",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Group, Self::Private]
            .into_iter()
            .find(|kind| kind.as_str() == word)
    }
}

/// What the agency decided about a departure. Whether it runs or is over follows from its dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DepartureState {
    Open,
    /// Not sold any more. Its bookings stay.
    Closed,
    Cancelled,
}

impl DepartureState {
    pub const ALL: [Self; 3] = [Self::Open, Self::Closed, Self::Cancelled];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Cancelled => "cancelled",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

/// The status of a departure on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DepartureStatus {
    Open,
    Closed,
    Running,
    Completed,
    Cancelled,
}

/// What a traveller can expect, in the words of OCTO.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Availability {
    Available,
    Limited,
    SoldOut,
    Closed,
}

/// A dated run of one route. Its seats are counted in a pool, which other departures may share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Departure {
    pub id: Uuid,
    pub pool_id: Uuid,
    pub trek_id: Uuid,
    pub route_id: Uuid,
    pub kind: DepartureKind,
    pub start_date: NaiveDate,
    /// The last day.
    pub end_date: NaiveDate,
    /// From this number of sold seats on, it is guaranteed.
    pub minimum: u32,
    /// `None`: the price of the route.
    pub price_per_head: Option<Money>,
    /// Sales end this many days before the start.
    pub cutoff_days: u32,
    /// The day by which the agency guarantees or cancels it.
    pub decide_by: Option<NaiveDate>,
    pub state: DepartureState,
    /// Never withdrawn.
    pub is_guaranteed: bool,
    /// Internal notes of the agency.
    pub notes: Option<String>,
    pub version: i64,
}

impl Departure {
    #[must_use]
    pub fn status(&self, today: NaiveDate) -> DepartureStatus {
        match self.state {
            DepartureState::Cancelled => DepartureStatus::Cancelled,
            _ if self.end_date < today => DepartureStatus::Completed,
            _ if self.start_date <= today => DepartureStatus::Running,
            DepartureState::Closed => DepartureStatus::Closed,
            DepartureState::Open => DepartureStatus::Open,
        }
    }

    /// The last day on which seats are sold.
    #[must_use]
    pub fn last_sale_date(&self) -> NaiveDate {
        let days = Days::new(u64::from(self.cutoff_days));
        self.start_date
            .checked_sub_days(days)
            .unwrap_or(NaiveDate::MIN)
    }

    #[must_use]
    pub fn is_on_sale(&self, today: NaiveDate) -> bool {
        self.kind == DepartureKind::Group
            && self.state == DepartureState::Open
            && today <= self.last_sale_date()
    }

    #[must_use]
    pub fn availability(&self, seats_left: u32, today: NaiveDate) -> Availability {
        if !self.is_on_sale(today) {
            return Availability::Closed;
        }
        match seats_left {
            0 => Availability::SoldOut,
            1..=LIMITED_SEATS => Availability::Limited,
            _ => Availability::Available,
        }
    }
}

/// What one guest pays, before taxes and fees: the price of the departure if it has one of its own.
#[must_use]
pub fn price_per_head(departure: Option<&Departure>, route: &Route) -> Money {
    let own = departure.and_then(|departure| departure.price_per_head);
    own.unwrap_or(route.price_per_head)
}

/// The places left in words; the exact number only when few are left. The app has the same texts
/// (web/src/lib/departures.ts); both run contract/departure-cases.json.
#[must_use]
pub fn places_text(availability: Availability, seats_left: u32) -> String {
    match (availability, seats_left) {
        (Availability::Available, _) => "Places available".to_owned(),
        (Availability::Limited, 1) => "1 place left".to_owned(),
        (Availability::Limited, left) => format!("{left} places left"),
        (Availability::SoldOut, _) => "Sold out".to_owned(),
        (Availability::Closed, _) => "Booking closed".to_owned(),
    }
}

/// What staff enter to create a departure or change one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepartureTerms {
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub capacity: u32,
    pub minimum: u32,
    pub cutoff_days: u32,
    pub decide_by: Option<NaiveDate>,
    pub notes: Option<String>,
}

impl DepartureTerms {
    /// All problems at once. `today` is the day in the agency's time zone.
    #[must_use]
    pub fn check(&self, today: NaiveDate) -> Vec<Problem> {
        let last = today
            .checked_add_months(Months::new(12 * MAX_YEARS_AHEAD))
            .unwrap_or(NaiveDate::MAX);
        let notes = self.notes.as_deref().unwrap_or_default();
        let rules = [
            (
                self.start_date < today,
                "startDate",
                "Start date must be today or later",
            ),
            (
                self.start_date > last,
                "startDate",
                "Start date must be within three years",
            ),
            (
                self.end_date < self.start_date,
                "endDate",
                "End date must not be before the start date",
            ),
            (
                !(1..=MAX_CAPACITY).contains(&self.capacity),
                "capacity",
                "Capacity must be between 1 and 1000 seats",
            ),
            (
                self.minimum == 0,
                "minimum",
                "Minimum must be at least 1 seat",
            ),
            (
                self.minimum > self.capacity,
                "minimum",
                "Minimum must not be above the capacity",
            ),
            (
                self.cutoff_days > MAX_CUTOFF_DAYS,
                "cutoffDays",
                "Sales must end at most 365 days before the start",
            ),
            (
                self.decide_by.is_some_and(|day| day > self.start_date),
                "decideBy",
                "The decision must not be later than the start date",
            ),
            (
                notes.chars().count() > MAX_NOTES_LENGTH,
                "notes",
                "Notes must be at most 2000 characters",
            ),
            (
                has_control_character_besides_breaks(notes),
                "notes",
                "Notes have characters that cannot be used",
            ),
        ];
        rules
            .into_iter()
            .filter(|(is_broken, ..)| *is_broken)
            .map(|(_, field, message)| Problem::new(field, message))
            .collect()
    }
}

/// How often a series of departures starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Every {
    #[serde(rename = "week")]
    Week,
    #[serde(rename = "2 weeks")]
    TwoWeeks,
    /// On the first such weekday of the month.
    #[serde(rename = "month")]
    Month,
}

/// The start dates of a series between two days, both included.
pub fn series_dates(
    from: NaiveDate,
    to: NaiveDate,
    every: Every,
    weekday: Weekday,
) -> Result<Vec<NaiveDate>, Problem> {
    if to < from {
        return Err(Problem::new(
            "to",
            "The last date must not be before the first",
        ));
    }
    let mut dates = Vec::new();
    let mut next = first_of_series(from, every, weekday);
    while let Some(date) = next.filter(|date| *date <= to) {
        if dates.len() == MAX_SERIES_DATES {
            let message = "A series may have at most 400 dates";
            return Err(Problem::new("to", message));
        }
        dates.push(date);
        next = match every {
            Every::Week => date.checked_add_days(Days::new(7)),
            Every::TwoWeeks => date.checked_add_days(Days::new(14)),
            Every::Month => month_after(date).and_then(|month| first_in_month(month, weekday)),
        };
    }
    if dates.is_empty() {
        return Err(Problem::new(
            "to",
            "No date of the series is in this period",
        ));
    }
    Ok(dates)
}

fn first_of_series(from: NaiveDate, every: Every, weekday: Weekday) -> Option<NaiveDate> {
    if every == Every::Month {
        let first = first_in_month(from, weekday)?;
        if first >= from {
            return Some(first);
        }
        return first_in_month(month_after(from)?, weekday);
    }
    let days = (7 + weekday.num_days_from_monday() - from.weekday().num_days_from_monday()) % 7;
    from.checked_add_days(Days::new(u64::from(days)))
}

fn first_in_month(day: NaiveDate, weekday: Weekday) -> Option<NaiveDate> {
    NaiveDate::from_weekday_of_month_opt(day.year(), day.month(), weekday, 1)
}

fn month_after(day: NaiveDate) -> Option<NaiveDate> {
    day.with_day(1)?.checked_add_months(Months::new(1))
}

/// A period in which a trek cannot start. Both days are included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Closure {
    pub from: NaiveDate,
    pub to: NaiveDate,
    pub reason: String,
}

impl Closure {
    #[must_use]
    pub fn contains(&self, day: NaiveDate) -> bool {
        (self.from..=self.to).contains(&day)
    }
}

/// The closures that staff enter for a trek.
#[must_use]
pub fn check_closures(closures: &[Closure]) -> Vec<Problem> {
    let mut problems = Vec::new();
    if closures.len() > MAX_CLOSURES {
        let message = "A trek may have at most 200 closures";
        problems.push(Problem::new("closures", message));
    }
    for (index, closure) in closures.iter().enumerate() {
        if closure.to < closure.from {
            let message = "The last day must not be before the first";
            problems.push(Problem::new(format!("closures[{index}].to"), message));
        }
        let reason = &closure.reason;
        if reason.chars().count() > MAX_REASON_LENGTH || has_control_character(reason) {
            let message = "The reason must be one line of at most 200 characters";
            problems.push(Problem::new(format!("closures[{index}].reason"), message));
        }
    }
    problems
}

/// Whether a party may start by itself on a day, besides the rules for all bookings.
#[must_use]
pub fn check_private_start(
    start: NaiveDate,
    today: NaiveDate,
    minimum_notice_days: u32,
    closures: &[Closure],
) -> Option<Problem> {
    if let Some(closure) = closures.iter().find(|closure| closure.contains(start)) {
        let message = match closure.reason.trim() {
            "" => "The trek cannot start on this date".to_owned(),
            reason => format!("The trek cannot start on this date: {reason}"),
        };
        return Some(Problem::new("bookingDetails.startDate", message));
    }
    let notice = Days::new(u64::from(minimum_notice_days));
    let earliest = today.checked_add_days(notice)?;
    (start < earliest).then(|| {
        let message = match minimum_notice_days {
            1 => "Book at least 1 day before the start".to_owned(),
            days => format!("Book at least {days} days before the start"),
        };
        Problem::new("bookingDetails.startDate", message)
    })
}

/// A party that may wait for seats.
#[must_use]
pub fn check_waiting_party(guests: u32, capacity: u32) -> Option<Problem> {
    let most = capacity.min(MAX_GUESTS);
    if (1..=most).contains(&guests) {
        return None;
    }
    let message = format!("Guests must be between 1 and {most}");
    Some(Problem::new("guests", message))
}
