//! Limits of a custom trek request, and of the state and notes that the agency sets.

use chrono::NaiveDate;
use domain::custom_trek::{CustomTrekStatus, Wish, check_agency_notes};
use domain::problem::Problem;

fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 20).unwrap()
}

fn wish() -> Wish {
    Wish {
        name: "Maya Gurung".to_owned(),
        email: "maya@example.com".to_owned(),
        phone: None,
        destination: "Upper Dolpo".to_owned(),
        start_date: None,
        days: None,
        guests: 1,
        message: None,
    }
}

fn wrong(wish: &Wish) -> Vec<String> {
    let name = |problem: Problem| problem.field;
    wish.check(today()).into_iter().map(name).collect()
}

// DECIDE-15: the last accepted values and the first rejected ones.
#[test]
fn a_custom_trek_request_is_accepted_up_to_its_limits() {
    let most = Wish {
        name: "म".repeat(100),
        phone: Some("+977 9841123456".to_owned()),
        destination: "ल".repeat(200),
        start_date: NaiveDate::from_ymd_opt(2029, 11, 20),
        days: Some(60),
        guests: 100,
        message: Some("ह\n".repeat(1000)),
        ..wish()
    };
    assert_eq!(wrong(&most), [""; 0]);
    let least = Wish {
        name: "Li".to_owned(),
        destination: "x".to_owned(),
        start_date: Some(today()),
        days: Some(1),
        ..wish()
    };
    assert_eq!(wrong(&least), [""; 0]);
    let over = Wish {
        name: "म".repeat(101),
        email: "maya@example".to_owned(),
        phone: Some(String::new()),
        destination: "ल".repeat(201),
        start_date: NaiveDate::from_ymd_opt(2029, 11, 21),
        days: Some(61),
        guests: 101,
        message: Some("ह".repeat(2001)),
    };
    let all = [
        "name",
        "email",
        "phone",
        "destination",
        "startDate",
        "days",
        "guests",
        "message",
    ];
    assert_eq!(wrong(&over), all);
}

// ADMIN-18
#[test]
fn a_state_is_one_of_three_values_and_notes_are_limited() {
    for word in ["New", "Answered", "Closed"] {
        let status = CustomTrekStatus::parse(word).unwrap();
        assert_eq!(status.as_str(), word);
    }
    for word in ["", "new", "Lost"] {
        assert_eq!(CustomTrekStatus::parse(word), None);
    }
    assert_eq!(check_agency_notes(&"न".repeat(2000)), None);
    assert!(check_agency_notes(&"न".repeat(2001)).is_some());
    assert!(check_agency_notes("\u{7}").is_some());
}
