//! A valid trek, which tests change to break one rule at a time.

use chrono::{DateTime, NaiveDate, Utc};
use domain::guest::{Gender, Guest, Party};
use domain::itinerary::{
    Accommodation, Connection, Coordinates, Day, FoodDetails, Place, Route, TransportMode, Waypoint,
};
use domain::money::{Currency, Money};
use domain::trek::{Images, Trek};
use uuid::Uuid;

pub fn moment() -> DateTime<Utc> {
    "2026-11-20T06:00:00Z".parse().expect("a moment")
}

pub fn date(text: &str) -> NaiveDate {
    text.parse().expect("a date")
}

pub fn usd(text: &str) -> Money {
    Money::parse_major(text, Currency::USD).expect("an amount of dollars")
}

fn place(name: &str, latitude: f64, longitude: f64) -> Place {
    let coordinates = Coordinates {
        latitude,
        longitude,
    };
    Place {
        name: name.to_owned(),
        coordinates,
    }
}

fn texts(items: &[&str]) -> Vec<String> {
    items.iter().map(|item| (*item).to_owned()).collect()
}

/// A walk between two places, each a name and an altitude, with its distance in kilometres.
pub fn day(from: (&str, i32), to: (&str, i32), kilometres: f64) -> Day {
    let waypoint = |(name, altitude): (&str, i32), is_start: bool| Waypoint {
        name: name.to_owned(),
        coordinates: Coordinates {
            latitude: 27.8,
            longitude: 86.7,
        },
        is_start_point: is_start,
        is_end_point: !is_start,
        altitude: Some(altitude),
    };
    Day {
        waypoints: vec![waypoint(from, true), waypoint(to, false)],
        connections: vec![Connection {
            to_waypoint_index: 1,
            transport_mode: TransportMode::Walking,
            description: "Along the river".to_owned(),
            duration: Some(132),
            distance: Some(kilometres),
            ..Connection::default()
        }],
        accommodation: Accommodation {
            title: "Riverside Lodge".to_owned(),
            description: "Twin rooms and a stove".to_owned(),
            features: texts(&["Hot shower"]),
        },
        food_details: FoodDetails {
            breakfast: texts(&["Porridge"]),
            lunch: texts(&["Dal bhat"]),
            dinner: texts(&["Noodle soup"]),
        },
    }
}

pub fn route(number: u128, name: &str, price: &str, is_visible: bool) -> Route {
    Route {
        id: Uuid::from_u128(number),
        name: name.to_owned(),
        description: "Up one valley, down the next".to_owned(),
        price_per_head: usd(price),
        number_of_days: 2,
        number_of_nights: 1,
        is_visible,
        daily_activities: vec![
            day(("Phakding", 2610), ("Namche Bazaar", 3440), 11.3),
            day(("Namche Bazaar", 3440), ("Khumjung", 3790), 5.2),
        ],
    }
}

/// Three routes: Classic at 1450, a hidden one, Winter, at 900, and Short at 1200.
pub fn trek() -> Trek {
    Trek {
        name: "Everest Base Camp".to_owned(),
        description: "To the foot of the highest mountain.\n\nTwelve days.".to_owned(),
        location: "Khumbu".to_owned(),
        features: texts(&["Monasteries", "Glaciers"]),
        images: Images {
            banner_image: "/pictures/everest.svg".to_owned(),
            secondary_images: texts(&["/pictures/namche.svg"]),
        },
        routes: vec![
            route(1, "Classic", "1450", true),
            route(2, "Winter", "900", false),
            route(3, "Short", "1200", true),
        ],
        starting_place: place("Kathmandu", 27.7154, 85.3123),
        ending_place: place("Kathmandu", 27.7154, 85.3123),
        difficulty: Some("Challenging".to_owned()),
        best_seasons: texts(&["Mar", "Apr"]),
        region: Some("Everest".to_owned()),
        included: texts(&["Guide", "Permits"]),
        not_included: texts(&["Drinks"]),
        ..Trek::blank(Uuid::from_u128(1000), Currency::USD, moment())
    }
}

pub fn guest(name: &str) -> Guest {
    Guest {
        name: name.to_owned(),
        age: 34,
        gender: Gender::Female,
        phone_number: Some("+977 984-1234567".to_owned()),
    }
}

pub fn party(size: usize) -> Party {
    let additional = (1..size).map(|n| Guest {
        phone_number: None,
        ..guest(&format!("Guest number {n}"))
    });
    Party {
        primary: guest("Maya Gurung"),
        additional: additional.collect(),
    }
}
