//! Golden cases of departures, which the app runs, too (contract/departure-cases.json).

use chrono::NaiveDate;
use domain::departure::{
    Closure, Departure, DepartureKind, DepartureState, check_private_start, places_text,
    price_per_head,
};
use domain::money::{Currency, Money};
use serde::Deserialize;
use serde_json::{Number, Value, json};
use uuid::Uuid;

use crate::sample;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Golden {
    departures: Vec<Case>,
    private_starts: Vec<Start>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    name: String,
    departure: Written,
    today: NaiveDate,
    capacity: u32,
    held: u32,
    taken: u32,
    route_price: Number,
    expect: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Written {
    state: DepartureState,
    start_date: NaiveDate,
    end_date: NaiveDate,
    cutoff_days: u32,
    price_per_head: Option<Number>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Start {
    name: String,
    today: NaiveDate,
    minimum_notice_days: u32,
    closures: Vec<Closure>,
    start: NaiveDate,
    message: Option<String>,
}

fn golden() -> Golden {
    serde_json::from_str(include_str!("../../../../contract/departure-cases.json"))
        .expect("golden cases")
}

fn money(number: &Number) -> Money {
    Money::from_number(number, Currency::USD).expect("an amount")
}

#[test]
fn availability_and_price_of_a_departure_are_those_of_the_golden_cases() {
    for case in golden().departures {
        let departure = Departure {
            id: Uuid::nil(),
            pool_id: Uuid::nil(),
            trek_id: Uuid::nil(),
            route_id: Uuid::nil(),
            kind: DepartureKind::Group,
            start_date: case.departure.start_date,
            end_date: case.departure.end_date,
            minimum: 1,
            price_per_head: case.departure.price_per_head.as_ref().map(money),
            cutoff_days: case.departure.cutoff_days,
            decide_by: None,
            state: case.departure.state,
            is_guaranteed: false,
            notes: None,
            version: 1,
        };
        let mut trek = sample::trek();
        trek.routes[0].price_per_head = money(&case.route_price);
        let left = case.capacity - case.held - case.taken;
        let availability = departure.availability(left, case.today);
        let price = price_per_head(Some(&departure), &trek.routes[0]);
        let found = json!({
            "status": departure.status(case.today),
            "availability": availability,
            "seatsLeft": left,
            "places": places_text(availability, left),
            "pricePerHead": price.to_number(Currency::USD),
        });
        let expected = json!({
            "status": case.expect["status"],
            "availability": case.expect["availability"],
            "seatsLeft": case.expect["seatsLeft"],
            "places": case.expect["places"],
            "pricePerHead": case.expect["pricePerHead"].as_number().map(money).map(|price| price.to_number(Currency::USD)),
        });
        assert_eq!(found, expected, "{}", case.name);
    }
}

#[test]
fn a_private_party_starts_on_the_days_of_the_golden_cases() {
    for case in golden().private_starts {
        let problem = check_private_start(
            case.start,
            case.today,
            case.minimum_notice_days,
            &case.closures,
        );
        let message = problem.map(|problem| problem.message);
        assert_eq!(message, case.message, "{}", case.name);
    }
}
