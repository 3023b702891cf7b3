//! Series of departures.

use chrono::{NaiveDate, Weekday};
use domain::departure::{Every, series_dates};
use serde_json::{Value, from_value, json};

// operations §2: the desk shows how many dates come before it sends the series.
#[test]
fn the_dates_of_a_series_are_those_of_the_golden_cases() {
    let text = include_str!("../../../../contract/series-cases.json");
    let golden: Value = serde_json::from_str(text).expect("JSON");
    for case in golden["cases"].as_array().expect("cases") {
        let series = &case["series"];
        let day = |field: &str| from_value::<NaiveDate>(series[field].clone()).expect("a day");
        let every: Every = from_value(series["every"].clone()).expect("an interval");
        let weekday = series["weekday"].as_u64().expect("a number") as u8 - 1;
        let weekday = Weekday::try_from(weekday).expect("a weekday");
        match series_dates(day("from"), day("to"), every, weekday) {
            Ok(dates) => assert_eq!(json!(dates), case["dates"], "{case}"),
            Err(problem) => assert_eq!(problem.message, case["problem"], "{case}"),
        }
    }
}
