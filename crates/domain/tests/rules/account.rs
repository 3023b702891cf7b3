//! Rules of email addresses, passwords, names and roles.

use std::collections::HashSet;

use domain::account::{Email, Password, PasswordError, Role, UserNameError, parse_user_name};

fn email(text: &str) -> Email {
    Email::parse(text).expect("an address")
}

#[test]
fn a_valid_email_address_is_trimmed_and_keeps_its_case() {
    for text in [
        "maya@chautari.example",
        "m@x.io",
        "first.last+tag@mail.example.co.uk",
        "o'brien_1@sub-domain.example.org",
        "x@xn--80ak6aa92e.com",
    ] {
        assert_eq!(email(text).as_str(), text);
    }
    assert_eq!(email("  Maya@Example.com \n").as_str(), "Maya@Example.com");
}

#[test]
fn a_malformed_email_address_is_refused() {
    let long_local = format!("{}@example.com", "a".repeat(65));
    let long_label = format!("a@{}.com", "b".repeat(64));
    let long = format!("a@{}com", "abcdefghi.".repeat(26));
    for text in [
        "",
        " ",
        "maya",
        "@",
        "maya@",
        "@example.com",
        "maya@example",
        "maya@localhost",
        "maya@@example.com",
        "maya@exa mple.com",
        "ma ya@example.com",
        "maya@example..com",
        ".maya@example.com",
        "maya.@example.com",
        "ma..ya@example.com",
        "maya@-example.com",
        "maya@example-.com",
        "maya@example.c",
        "maya@127.0.0.1",
        "maya@10.0.0.127",
        "maya@[127.0.0.1]",
        "\"maya\"@example.com",
        "Maya <maya@example.com>",
        "maya@example.com,eve@example.com",
        "maya@example.com\r\nBcc: eve@example.com",
        "ma\0ya@example.com",
        "maya@exämple.com",
        "mäya@example.com",
        &long_local,
        &long_label,
        &long,
    ] {
        assert!(Email::parse(text).is_err(), "{text:?}");
    }
    let refused = Email::parse("maya").expect_err("no address").to_string();
    assert_eq!(refused, "Please enter a valid email address");
}

#[test]
fn addresses_that_differ_in_case_are_one_account() {
    let (a, b) = (email("Maya@Example.com"), email("maya@example.COM"));
    assert_eq!(a, b);
    assert_eq!(a.key(), "maya@example.com");
    assert_eq!(HashSet::from([a, b]).len(), 1);
    assert_ne!(email("maya@example.com"), email("mia@example.com"));
    let kept: Email = serde_json::from_str("\"Maya@Example.com\"").expect("an address");
    assert_eq!(
        serde_json::to_string(&kept).expect("json"),
        "\"Maya@Example.com\""
    );
    assert!(serde_json::from_str::<Email>("\"maya\"").is_err());
}

#[test]
fn a_password_has_8_to_128_characters_of_any_kind() {
    let fault = |text: &str| Password::parse(text).err();
    assert_eq!(fault("seven77"), Some(PasswordError::Length));
    assert_eq!(fault(""), Some(PasswordError::Length));
    assert_eq!(fault(&"x1é".repeat(43)), Some(PasswordError::Length));
    for text in [
        "eight-88",
        "नमस्ते दुनिया",
        "  blanks count  ",
        "trail-maya-2026",
        "mountain-admin-2026",
    ] {
        assert_eq!(fault(text), None, "{text:?}");
    }
    assert_eq!(fault(&"xé".repeat(64)), None);
}

#[test]
fn the_most_common_passwords_are_refused_in_any_case() {
    for text in [
        "password",
        "PassWord1",
        "12345678",
        "qwertyuiop",
        "iloveyou",
        "Chautari123",
        "kathmandu",
        "Michelle",
        "1qaz2wsx",
        "trustno1",
    ] {
        assert_eq!(
            Password::parse(text).err(),
            Some(PasswordError::Common),
            "{text}"
        );
    }
}

// The web app passes the same golden cases.
#[test]
fn the_email_address_of_an_account_and_its_local_part_are_refused_as_its_password() {
    let text = include_str!("../../../../contract/password-cases.json");
    let golden: serde_json::Value = serde_json::from_str(text).expect("JSON");
    for case in golden["cases"].as_array().expect("cases") {
        let email = Email::parse(case["email"].as_str().expect("an address")).expect("an address");
        let password = case["password"].as_str().expect("a password");
        let refusal = case["refused"].as_bool().expect("true or false");
        let expected = refusal.then_some(PasswordError::OwnEmail);
        assert_eq!(
            Password::parse_for(password, &email).err(),
            expected,
            "{case}"
        );
    }
    let short = Email::parse("maya@example.com").expect("an address");
    let fault = Password::parse_for("maya", &short).err();
    assert_eq!(fault, Some(PasswordError::Length));
}

#[test]
fn every_listed_common_password_passes_the_length_rule() {
    let own = include_str!("../../src/common_passwords.txt");
    let leaked = include_str!("../../src/common_passwords_zxcvbn.txt");
    let all = || own.lines().chain(leaked.lines());
    let unique: HashSet<&str> = all().collect();
    assert!(unique.len() >= 10_000, "only {}", unique.len());
    assert_eq!(unique.len(), all().count());
    for common in unique {
        assert!(
            common.chars().count() >= 8,
            "{common} is refused for its length"
        );
        assert_eq!(common, common.to_lowercase().trim(), "compared folded");
    }
}

#[test]
fn debug_output_hides_a_password() {
    let password = Password::parse("trail-maya-2026").expect("a password");
    assert_eq!(format!("{password:?}"), "Password(…)");
    assert_eq!(password.as_str(), "trail-maya-2026");
}

#[test]
fn a_user_name_has_1_to_100_characters_after_trimming() {
    assert_eq!(
        parse_user_name("  Maya Gurung "),
        Ok("Maya Gurung".to_owned())
    );
    assert_eq!(parse_user_name("М"), Ok("М".to_owned()));
    assert_eq!(parse_user_name(" \t "), Err(UserNameError::Missing));
    assert_eq!(parse_user_name(&"é".repeat(100)), Ok("é".repeat(100)));
    assert_eq!(
        parse_user_name(&"é".repeat(101)),
        Err(UserNameError::TooLong)
    );
    for hostile in ["Ma\0ya", "Maya\r\nBcc: eve@example.com"] {
        assert_eq!(
            parse_user_name(hostile),
            Err(UserNameError::ControlCharacter)
        );
    }
}

#[test]
fn a_role_is_one_of_four_and_user_by_default() {
    assert_eq!(Role::default(), Role::User);
    for role in Role::ALL {
        assert_eq!(role.is_staff(), matches!(role, Role::Staff | Role::Admin));
        assert_eq!(Role::parse(role.as_str()), Some(role));
        let json = serde_json::to_string(&role).expect("json");
        assert_eq!(json, format!("\"{}\"", role.as_str()));
    }
    for word in ["Admin", "root", ""] {
        assert_eq!(Role::parse(word), None);
    }
}
