//! Profile and preferences of a traveller, and names of devices derived from the user agent.

use domain::device::device_name;
use domain::preferences::merge;
use domain::profile::{parse_emergency_contact, parse_nationality, parse_phone};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        other => panic!("{other} is no object"),
    }
}

// DECIDE-133: guests and accounts share one rule for phone numbers.
#[test]
fn a_phone_number_is_optional_and_follows_the_rule_of_guests() {
    assert_eq!(parse_phone("  "), Ok(None));
    assert_eq!(
        parse_phone(" +977 980-1234567 "),
        Ok(Some("+977 980-1234567".to_owned()))
    );
    for wrong in ["123456789", "98012345678x", "+", "९८०१२३४५६७"] {
        let problem = parse_phone(wrong).expect_err(wrong);
        assert_eq!(
            (problem.field.as_str(), problem.message.as_str()),
            ("phone", "Please enter a valid phone number")
        );
    }
}

#[test]
fn nationality_and_emergency_contact_are_single_lines_of_limited_length() {
    assert_eq!(parse_nationality(" नेपाल "), Ok(Some("नेपाल".to_owned())));
    assert_eq!(parse_nationality(""), Ok(None));
    assert!(parse_nationality(&"é".repeat(100)).is_ok());
    let problem = parse_nationality(&"é".repeat(101)).expect_err("too long");
    assert_eq!(
        problem.message,
        "Nationality must be at most 100 characters"
    );
    assert!(parse_emergency_contact(&"é".repeat(200)).is_ok());
    let problem = parse_emergency_contact(&"é".repeat(201)).expect_err("too long");
    assert_eq!(
        (problem.field.as_str(), problem.message.as_str()),
        (
            "emergencyContact",
            "Emergency contact must be at most 200 characters"
        )
    );
    for wrong in ["a\nb", "a\u{0}b", "a\u{7f}b"] {
        let problem = parse_emergency_contact(wrong).expect_err(wrong);
        assert_eq!(
            problem.message,
            "Emergency contact has characters that cannot be used"
        );
    }
}

#[test]
fn preferences_merge_key_by_key_and_null_removes_a_key() {
    let mut kept = object(json!({"theme": "dark", "mails": {"offers": true}, "tour": 3}));
    let changes = json!({"theme": "system", "mails": {"tripReminders": false}, "tour": null, "list": [1, null]});
    merge(&mut kept, &object(changes)).expect("merged");
    let expected = json!({"theme": "system", "mails": {"offers": true, "tripReminders": false}, "list": [1, null]});
    assert_eq!(Value::Object(kept), expected);
    let mut text = object(json!({"view": "grid"}));
    merge(
        &mut text,
        &object(json!({"view": {"columns": 2, "gone": null}})),
    )
    .expect("merged");
    assert_eq!(Value::Object(text), json!({"view": {"columns": 2}}));
}

#[test]
fn known_preferences_accept_only_valid_values() {
    for (changes, field) in [
        (json!({"currency": "usd"}), "preferences.currency"),
        (json!({"currency": 1}), "preferences.currency"),
        (json!({"theme": "pink"}), "preferences.theme"),
        (json!({"mails": true}), "preferences.mails"),
        (
            json!({"mails": {"offers": "no"}}),
            "preferences.mails.offers",
        ),
        (json!({"long": "x".repeat(9000)}), "preferences"),
    ] {
        let mut kept = object(json!({"theme": "dark"}));
        let problems = merge(&mut kept, &object(changes)).expect_err(field);
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].field, field);
        assert_eq!(
            Value::Object(kept),
            json!({"theme": "dark"}),
            "nothing is merged"
        );
    }
    // The limit of 8 kB applies to the merged preferences, not to each change.
    let mut kept = Map::new();
    merge(&mut kept, &object(json!({"a": "x".repeat(5000)}))).expect("merged");
    assert!(merge(&mut kept, &object(json!({"b": "x".repeat(5000)}))).is_err());
}

proptest! {
    #[test]
    fn merging_preferences_twice_equals_merging_once(key in "[a-z]{1,3}", word in "[a-z]{0,8}", number in any::<i64>()) {
        let changes = object(json!({key.clone(): {"word": word, "number": number, "gone": null}, "x": null}));
        let mut once = object(json!({"x": 1, "y": {"z": true}}));
        let merged = merge(&mut once, &changes);
        let mut twice = once.clone();
        prop_assert_eq!(merge(&mut twice, &changes), merged);
        prop_assert_eq!(once, twice);
    }
}

// ACCT-03: user agents contain the names of other browsers, so the order of the checks matters.
#[test]
fn a_device_is_named_by_its_real_browser_and_system() {
    for (said, name) in [
        (
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
            "Chrome on Android",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
            "Firefox on Windows",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
            "Safari on Mac",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1",
            "Chrome on iPhone",
        ),
        (
            "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/145.0 Mobile/15E148 Safari/605.1.15",
            "Firefox on iPad",
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
            "Samsung Internet on Android",
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 OPR/120.0.0.0",
            "Opera on Linux",
        ),
        (
            "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
            "Chrome on ChromeOS",
        ),
        ("curl/8.5.0", "curl"),
        ("Mozilla/5.0 (Linux; Android 10)", "A browser on Android"),
        ("something else", "Unknown device"),
        ("", "Unknown device"),
    ] {
        assert_eq!(device_name(Some(said)), name, "{said}");
    }
    assert_eq!(device_name(None), "Unknown device");
}
