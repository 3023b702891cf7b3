//! The group departures of the demo: nine months from the day of the first load.
//!
//! Dates and ids depend on that day alone, so two demos that are loaded on the same day have the same departures.

use std::collections::HashMap;

use chrono::{DateTime, Days, Months, NaiveDate, NaiveTime, TimeDelta, Utc};
use domain::booking::end_date;
use domain::departure::{Departure, DepartureKind, DepartureState, series_dates};
use domain::money::Money;
use domain::trek::Trek;
use uuid::Uuid;

use super::Calendar;
use super::closures::closures;
use super::departure_table::{
    Change, RUNNING, RUNNING_DAYS, RUNNING_ROUTES, SERIES, SHARED, SPECIALS, Series, Special,
    count_sold,
};
use super::treks::Stored;
use crate::platform::app::StartError;

const MONTHS_AHEAD: u32 = 9;
/// Later than the cutoff of every departure, so that all of them are on sale on the first day.
const FIRST_START_DAYS: u64 = 10;
const CUTOFF_DAYS: u32 = 7;
const RUNNING_MINIMUM: u32 = 4;
const RUNNING_CAPACITY: u32 = 10;
const DECIDE_DAYS: u64 = 42;
/// As early before that day the agency has decided, so that a new demo begins without reminders.
const DECIDED_DAYS: u64 = 14;
const PUBLISHED_DAYS: i64 = 120;

/// A departure with its name in the table, if it has one, and the capacity of its pool.
pub struct Planned {
    pub name: Option<&'static str>,
    pub departure: Departure,
    pub capacity: u32,
}

/// The agency published its programme before the first load.
pub fn published(today: NaiveDate) -> DateTime<Utc> {
    today.and_time(NaiveTime::MIN).and_utc() - TimeDelta::days(PUBLISHED_DAYS)
}

/// Every departure, the owner of a pool before those that share it.
pub fn plan(
    calendar: Calendar,
    today: NaiveDate,
    treks: &HashMap<String, Stored>,
) -> Result<Vec<Planned>, StartError> {
    let planner = Planner {
        calendar,
        today,
        treks,
    };
    let mut planned = Vec::new();
    for series in SERIES {
        planned.extend(planner.plan_series(series)?);
    }
    planned.push(planner.plan_shared(&planned)?);
    planned.push(planner.plan_running()?);
    for Planned {
        name, departure, ..
    } in &mut planned
    {
        let sold = name.map(count_sold).unwrap_or_default();
        departure.is_guaranteed |= sold >= departure.minimum;
    }
    Ok(planned)
}

struct Planner<'a> {
    calendar: Calendar,
    today: NaiveDate,
    treks: &'a HashMap<String, Stored>,
}

impl Planner<'_> {
    fn trek(&self, key: &str) -> Result<&Stored, StartError> {
        self.treks.get(key).ok_or_else(|| unknown(key))
    }

    /// The start dates of a series, in season and not closed.
    fn dates(&self, series: &Series) -> Result<Vec<NaiveDate>, StartError> {
        let from = self.today + Days::new(FIRST_START_DAYS);
        let to = self.today + Months::new(MONTHS_AHEAD);
        let dates = series_dates(from, to, series.every, series.weekday)
            .map_err(|problem| StartError::Demo(problem.message))?;
        let trek = &self.trek(series.trek)?.trek;
        let closed = closures(series.trek, self.today);
        let is_offered = |day: &NaiveDate| {
            is_in_season(trek, *day) && !closed.iter().any(|closure| closure.contains(*day))
        };
        Ok(dates.into_iter().filter(is_offered).collect())
    }

    fn plan_series(&self, series: &Series) -> Result<Vec<Planned>, StartError> {
        let mut planned = Vec::new();
        let route = (series.trek, series.route);
        for (position, start) in self.dates(series)?.into_iter().enumerate() {
            let mut departure = self.departure(route, start, series.minimum)?;
            let special = SPECIALS
                .iter()
                .find(|special| (special.1, special.2) == (route, position));
            if let Some(Special(.., change)) = special {
                apply(change, &mut departure);
            }
            planned.push(Planned {
                name: special.map(|special| special.0),
                departure,
                capacity: series.capacity,
            });
        }
        Ok(planned)
    }

    fn plan_shared(&self, planned: &[Planned]) -> Result<Planned, StartError> {
        let (name, with, route) = SHARED;
        let owner = planned.iter().find(|planned| planned.name == Some(with));
        let special = SPECIALS.iter().find(|special| special.0 == with);
        let (owner, special) = owner.zip(special).ok_or_else(|| unknown(with))?;
        let route = (special.1.0, route);
        let Planned { departure, .. } = owner;
        let shared = self.departure(route, departure.start_date, departure.minimum)?;
        Ok(Planned {
            name: Some(name),
            departure: Departure {
                pool_id: departure.pool_id,
                ..shared
            },
            capacity: owner.capacity,
        })
    }

    fn plan_running(&self) -> Result<Planned, StartError> {
        let start = self.today - Days::new(RUNNING_DAYS);
        for (trek, route) in RUNNING_ROUTES {
            if is_in_season(&self.trek(trek)?.trek, start) {
                return Ok(Planned {
                    name: Some(RUNNING),
                    departure: self.departure((trek, route), start, RUNNING_MINIMUM)?,
                    capacity: RUNNING_CAPACITY,
                });
            }
        }
        Err(unknown(RUNNING))
    }

    /// Guaranteed when the day of the decision is near or has passed.
    fn departure(
        &self,
        (trek, route): (&str, &str),
        start: NaiveDate,
        minimum: u32,
    ) -> Result<Departure, StartError> {
        let stored = self.trek(trek)?;
        let route_id = stored.routes.get(route).ok_or_else(|| unknown(route))?;
        let mut routes = stored.trek.routes.iter();
        let found = routes.find(|found| found.id == *route_id);
        let length = found.ok_or_else(|| unknown(route))?.number_of_days;
        let id = self.id(&format!("departure/{trek}/{route}/{start}"));
        let decide_by = start - Days::new(DECIDE_DAYS);
        Ok(Departure {
            id,
            pool_id: id,
            trek_id: stored.trek.id,
            route_id: *route_id,
            kind: DepartureKind::Group,
            start_date: start,
            end_date: end_date(start, length),
            minimum,
            price_per_head: None,
            cutoff_days: CUTOFF_DAYS,
            decide_by: Some(decide_by),
            state: DepartureState::Open,
            is_guaranteed: decide_by <= self.today + Days::new(DECIDED_DAYS),
            notes: None,
            version: 1,
        })
    }

    fn id(&self, key: &str) -> Uuid {
        self.calendar.id(published(self.today), key)
    }
}

fn apply(change: &Change, departure: &mut Departure) {
    match change {
        Change::Booked => {}
        Change::Price(dollars) => {
            departure.price_per_head = Some(Money::from_minor(dollars * 100));
        }
        Change::Guaranteed => departure.is_guaranteed = true,
        Change::Closed(why) => {
            departure.state = DepartureState::Closed;
            departure.notes = Some((*why).to_owned());
        }
        Change::Cancelled(why) => {
            departure.state = DepartureState::Cancelled;
            departure.is_guaranteed = false;
            departure.notes = Some((*why).to_owned());
        }
    }
}

fn is_in_season(trek: &Trek, day: NaiveDate) -> bool {
    let month = day.format("%b").to_string();
    trek.best_seasons.contains(&month)
}

fn unknown(key: &str) -> StartError {
    StartError::Demo(format!("departures: {key} does not exist"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::features::demo::departure_table::SEATS;
    use crate::features::demo::treks;

    // A demo that is loaded on any day of the year has every departure of the table, on sale and with enough seats.
    #[test]
    fn every_day_of_the_year_has_all_departures_of_the_table() {
        let newyear = DateTime::from_timestamp(1_798_761_600, 0).expect("a time");
        let calendar = Calendar {
            first_loaded_at: newyear,
        };
        let treks: HashMap<String, Stored> = treks::read_all(calendar)
            .expect("treks")
            .into_iter()
            .collect();
        for day in 0..366 {
            let today = newyear.date_naive() + Days::new(day);
            let planned = plan(calendar, today, &treks).expect("planned");
            let names: HashSet<&str> = planned.iter().filter_map(|one| one.name).collect();
            for name in SPECIALS
                .iter()
                .map(|special| special.0)
                .chain([SHARED.0, RUNNING])
            {
                assert!(names.contains(name), "{today} {name}");
            }
            let ids: HashSet<Uuid> = planned.iter().map(|one| one.departure.id).collect();
            assert_eq!(ids.len(), planned.len(), "{today}");
            for Planned {
                name, departure, ..
            } in &planned
            {
                let is_sellable = departure.state == DepartureState::Open && *name != Some(RUNNING);
                assert!(
                    !is_sellable || departure.is_on_sale(today),
                    "{today} {name:?}"
                );
            }
        }
    }

    #[test]
    fn the_bookings_of_the_table_fit_into_their_departures() {
        for seats in SEATS {
            let special = SPECIALS.iter().find(|special| special.0 == seats.0);
            let is_known = special.is_some() || [SHARED.0, RUNNING].contains(&seats.0);
            assert!(is_known, "{}", seats.0);
        }
        let full = SPECIALS
            .iter()
            .find(|special| special.0 == "base-camp, sold out");
        let full = full.expect("a departure that is sold out");
        let series = SERIES
            .iter()
            .find(|series| (series.trek, series.route) == full.1);
        assert_eq!(
            series.map(|series| series.capacity),
            Some(count_sold(full.0))
        );
    }
}
