//! Guests: names, phones, ages and party size.

use domain::guest::{BookingFlow, Gender, Guest, Party, is_phone_number, parse_age};
use serde_json::Number;

use crate::sample::party;

fn problems(party: &Party, flow: BookingFlow) -> Vec<(String, String)> {
    let problems = party.check(flow).into_iter();
    problems.map(|p| (p.field, p.message)).collect()
}

fn of_primary(change: impl FnOnce(&mut Guest)) -> Vec<(String, String)> {
    let mut party = party(1);
    change(&mut party.primary);
    problems(&party, BookingFlow::Current)
}

fn one(field: &str, message: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), message.to_owned())]
}

// GUEST-03: 1 to 100 guests.
#[test]
fn a_party_has_one_to_a_hundred_people() {
    for size in [1, 2, 100] {
        assert_eq!(problems(&party(size), BookingFlow::Current), []);
        assert_eq!(party(size).size() as usize, size);
    }
    let refused = one(
        "bookingDetails.totalGuests",
        "Guests must be between 1 and 100",
    );
    assert_eq!(problems(&party(101), BookingFlow::Current), refused);
}

// GUEST-06: 'Name must be at least 2 characters'.
#[test]
fn a_name_has_at_least_two_characters_after_trimming() {
    let field = "guestDetails.primaryGuest.name";
    let short = one(field, "Name must be at least 2 characters");
    for name in ["", "M", "  M  ", " \u{a0} ", "म"] {
        assert_eq!(of_primary(|g| g.name = name.to_owned()), short, "{name:?}");
    }
    for name in ["Jo", "José", "माया गुरुङ", "O’Brien-Smith", "王芳"] {
        assert_eq!(of_primary(|g| g.name = name.to_owned()), [], "{name:?}");
    }
    assert_eq!(of_primary(|g| g.name = "a".repeat(100)), []);
    let long = one(field, "Name must be at most 100 characters");
    assert_eq!(of_primary(|g| g.name = "a".repeat(101)), long);
    let hostile = one(field, "Name has characters that cannot be used");
    for name in ["Ma\0ya", "Maya\r\nBcc: all", "Ma\u{1b}[31mya"] {
        assert_eq!(of_primary(|g| g.name = name.to_owned()), hostile);
    }
}

// GUEST-07: 'Please enter a valid phone number'.
#[test]
fn a_phone_number_is_an_optional_plus_and_ten_digits_among_spaces_and_hyphens() {
    for phone in [
        "9841234567",
        "+9779841234567",
        "+977 984-123-4567",
        "01-23 45-67 89",
        "- 0123456789",
    ] {
        assert!(is_phone_number(phone), "{phone}");
    }
    let endless = "1".repeat(41);
    for phone in [
        "",
        "+",
        "984123456",
        "+977-984123",
        "98412345-- ",
        "(984)1234567",
        "984.123.4567",
        "++9841234567",
        "9841234567+",
        "९८४१२३४५६७",
        "phone number",
        "98412345６7",
        &endless,
    ] {
        assert!(!is_phone_number(phone), "{phone}");
    }
}

// GUEST-07: required for the primary guest, optional for the others.
#[test]
fn the_primary_guest_needs_a_phone_and_the_others_may_have_one() {
    let message = "Please enter a valid phone number";
    let missing = one("guestDetails.primaryGuest.phoneNumber", message);
    assert_eq!(of_primary(|g| g.phone_number = None), missing);
    assert_eq!(
        of_primary(|g| g.phone_number = Some("  ".to_owned())),
        missing
    );
    let mut party = party(3);
    party.additional[0].phone_number = Some(String::new());
    party.additional[1].phone_number = Some("12".to_owned());
    let wrong = one("guestDetails.additionalGuests[1].phoneNumber", message);
    assert_eq!(problems(&party, BookingFlow::Current), wrong);
}

// GUEST-08: 'Age must be between 5 and 100 years'.
#[test]
fn an_age_is_5_to_100_years() {
    let refused = one(
        "guestDetails.primaryGuest.age",
        "Age must be between 5 and 100 years",
    );
    for (age, is_fine) in [
        (0, false),
        (4, false),
        (5, true),
        (100, true),
        (101, false),
        (255, false),
    ] {
        let found = of_primary(|g| g.age = age);
        assert_eq!(
            found,
            if is_fine { vec![] } else { refused.clone() },
            "{age}"
        );
    }
}

// DATA-17: in the earlier flow the primary guest's age is sent as 0.
#[test]
fn only_the_older_flow_and_only_the_primary_guest_may_have_age_zero() {
    let mut party = party(2);
    party.primary.age = 0;
    assert_eq!(problems(&party, BookingFlow::Legacy), []);
    assert_eq!(problems(&party, BookingFlow::Current).len(), 1);
    party.additional[0].age = 0;
    let field = "guestDetails.additionalGuests[0].age";
    let refused = one(field, "Age must be between 5 and 100 years");
    assert_eq!(problems(&party, BookingFlow::Legacy), refused);
    party.additional[0].age = 30;
    party.primary.age = 4;
    assert_eq!(problems(&party, BookingFlow::Legacy).len(), 1);
}

#[test]
fn an_age_that_is_not_a_whole_number_of_years_is_refused_by_every_flow() {
    let read = |json: &str| parse_age(&json.parse::<Number>().expect("a number"));
    assert_eq!(
        [read("0"), read("34"), read("34.0"), read("100")],
        [0, 34, 34, 100]
    );
    for json in [
        "-1",
        "5.5",
        "256",
        "1e3",
        "-0.5",
        "18446744073709551615",
        "1e300",
    ] {
        assert_eq!(read(json), u8::MAX, "{json}");
    }
}

#[test]
fn all_problems_of_all_guests_are_listed_at_once() {
    let mut party = party(3);
    party.primary.name = "M".to_owned();
    party.primary.phone_number = None;
    party.primary.age = 3;
    party.additional[1].name = String::new();
    let fields: Vec<String> = problems(&party, BookingFlow::Current)
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    assert_eq!(
        fields,
        [
            "guestDetails.primaryGuest.name",
            "guestDetails.primaryGuest.phoneNumber",
            "guestDetails.primaryGuest.age",
            "guestDetails.additionalGuests[1].name",
        ]
    );
}

// GUEST-10: the default gender of a new guest is Male.
#[test]
fn a_gender_is_one_of_three_values_and_male_by_default() {
    assert_eq!(Gender::default(), Gender::Male);
    for word in ["Male", "Female", "Other"] {
        assert_eq!(Gender::parse(word).map(Gender::as_str), Some(word));
    }
    for word in ["male", "", "MALE", "Unknown"] {
        assert_eq!(Gender::parse(word), None);
    }
}

#[test]
fn normalizing_a_party_trims_texts_and_drops_empty_phones() {
    let mut given = party(2);
    given.primary.name = "  Maya Gurung ".to_owned();
    given.primary.phone_number = Some(" 9841234567 ".to_owned());
    given.additional[0].phone_number = Some("   ".to_owned());
    let trimmed = given.trimmed();
    assert_eq!(trimmed.primary.name, "Maya Gurung");
    assert_eq!(trimmed.primary.phone_number.as_deref(), Some("9841234567"));
    assert_eq!(trimmed.additional[0].phone_number, None);
}
