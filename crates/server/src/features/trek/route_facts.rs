//! Texts about a route on the page of its trek. The app and the server-rendered page show the same texts, so that their
//! rules exist once.

use domain::itinerary::Route;
use domain::trek::Trek;
use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::format;

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];
const METRES_PER_KILOMETRE: u64 = 1_000;

/// One cell of the strip under the banner, as in `Highest point`, `5,545 m`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Fact {
    pub label: &'static str,
    pub value: String,
}

/// In the order of the strip. Unknown facts are left out.
pub fn route_facts(trek: &Trek, route: &Route) -> Vec<Fact> {
    let seasons = seasons_text(&trek.best_seasons);
    [
        ("Days", Some(route.number_of_days.to_string())),
        ("Nights", Some(route.number_of_nights.to_string())),
        ("Highest point", route.highest_point().map(format::metres)),
        ("On foot", distance_on_foot(route)),
        ("Difficulty", trek.difficulty.clone()),
        ("Best season", Some(seasons).filter(|it| !it.is_empty())),
    ]
    .into_iter()
    .filter_map(|(label, value)| value.map(|value| Fact { label, value }))
    .collect()
}

/// `12 days, highest point 5,545 m, 134 km on foot`
pub fn route_summary(route: &Route) -> String {
    let highest = route.highest_point().map(format::metres);
    [
        Some(format::count(route.number_of_days, "day")),
        highest.map(|height| format!("highest point {height}")),
        distance_on_foot(route).map(|distance| format!("{distance} on foot")),
    ]
    .into_iter()
    .flatten()
    .collect::<Vec<_>>()
    .join(", ")
}

/// In whole kilometres.
fn distance_on_foot(route: &Route) -> Option<String> {
    let metres = route.walking_metres().filter(|metres| *metres > 0)?;
    let kilometres = (metres + METRES_PER_KILOMETRE / 2) / METRES_PER_KILOMETRE;
    let kilometres = u32::try_from(kilometres).unwrap_or(u32::MAX);
    Some(format::kilometres(f64::from(kilometres)))
}

/// `Mar–May, Oct–Nov`: consecutive months are one season, also over the new year. If a word is not a month, the words
/// are listed as they are.
fn seasons_text(seasons: &[String]) -> String {
    let month_of = |season: &String| {
        let start = season.get(..3)?;
        MONTHS.iter().position(|month| *month == start)
    };
    let Some(months) = seasons.iter().map(month_of).collect::<Option<Vec<_>>>() else {
        return seasons.join(", ");
    };
    let is_chosen = |month: usize| months.contains(&(month % 12));
    if (0..12).all(is_chosen) {
        return "All year".to_owned();
    }
    (0..12)
        .filter(|month| is_chosen(*month) && !is_chosen(month + 11))
        .map(|start| {
            let end = (start..).take_while(|month| is_chosen(*month)).last();
            let end = end.unwrap_or(start) % 12;
            match start == end {
                true => MONTHS[start].to_owned(),
                false => format!("{}–{}", MONTHS[start], MONTHS[end]),
            }
        })
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use domain::itinerary::{Connection, Day, TransportMode, Waypoint};
    use domain::money::{Currency, Money};
    use uuid::Uuid;

    use super::*;

    fn trek() -> Trek {
        Trek::blank(Uuid::nil(), Currency::USD, DateTime::UNIX_EPOCH)
    }

    fn route(days: Vec<Day>) -> Route {
        Route {
            id: Uuid::nil(),
            name: "Classic".to_owned(),
            description: String::new(),
            price_per_head: Money::ZERO,
            number_of_days: 12,
            number_of_nights: 11,
            is_visible: true,
            daily_activities: days,
        }
    }

    fn day() -> Day {
        let waypoint = |altitude| Waypoint {
            altitude: Some(altitude),
            ..Waypoint::default()
        };
        let leg = |transport_mode, distance| Connection {
            transport_mode,
            distance: Some(distance),
            ..Connection::default()
        };
        Day {
            waypoints: vec![waypoint(2860), waypoint(5545)],
            connections: vec![
                leg(TransportMode::Walking, 7.8),
                leg(TransportMode::Flight, 140.0),
            ],
            ..Day::default()
        }
    }

    // TREK-17
    #[test]
    fn the_facts_are_those_of_the_route_and_what_is_unknown_is_left_out() {
        let told = |trek: &Trek, route: &Route| {
            let facts = route_facts(trek, route).into_iter();
            facts
                .map(|fact| format!("{}: {}", fact.label, fact.value))
                .collect::<Vec<_>>()
        };
        let known = Trek {
            difficulty: Some("Challenging".to_owned()),
            best_seasons: vec!["Oct".to_owned(), "Nov".to_owned()],
            ..trek()
        };
        assert_eq!(
            told(&known, &route(vec![day()])),
            [
                "Days: 12",
                "Nights: 11",
                "Highest point: 5,545\u{202f}m",
                "On foot: 8\u{202f}km",
                "Difficulty: Challenging",
                "Best season: Oct–Nov",
            ]
        );
        let blank = route(Vec::new());
        assert_eq!(told(&trek(), &blank), ["Days: 12", "Nights: 11"]);
        assert_eq!(
            route_summary(&route(vec![day()])),
            "12 days, highest point 5,545\u{202f}m, 8\u{202f}km on foot"
        );
        assert_eq!(route_summary(&blank), "12 days");
    }

    #[test]
    fn consecutive_months_are_one_season_also_over_the_new_year() {
        let text = |months: &[&str]| {
            let months: Vec<String> = months.iter().map(|&month| month.to_owned()).collect();
            seasons_text(&months)
        };
        assert_eq!(
            text(&["Mar", "Apr", "May", "Oct", "Nov"]),
            "Mar–May, Oct–Nov"
        );
        assert_eq!(text(&["Dec", "January", "Feb"]), "Dec–Feb");
        assert_eq!(text(&["Nov", "Dec", "Jan", "Feb"]), "Nov–Feb");
        assert_eq!(text(&["Jul"]), "Jul");
        assert_eq!(text(&MONTHS), "All year");
        assert_eq!(text(&["Spring", "Autumn"]), "Spring, Autumn");
        assert_eq!(text(&["Autumn", "é"]), "Autumn, é");
        assert_eq!(text(&[]), "");
    }
}
