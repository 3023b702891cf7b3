//! Limits and text of an email to many recipients.

use chrono::DateTime;
use domain::campaign::{
    Audience, Campaign, CampaignStatus, MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH, RecipientStatus,
    paragraphs, parts,
};
use uuid::Uuid;

fn wrong(subject: &str, body: &str) -> Vec<String> {
    let campaign = Campaign {
        id: Uuid::nil(),
        subject: subject.to_owned(),
        body: body.to_owned(),
        audience: Audience::Subscribers,
        status: CampaignStatus::Draft,
        version: 1,
        created_by: "Ang Rita".to_owned(),
        created_at: DateTime::UNIX_EPOCH,
        started_at: None,
    };
    let found = campaign.check().into_iter();
    found.map(|problem| problem.field).collect()
}

#[test]
fn a_campaign_needs_a_subject_of_one_line_and_text() {
    let (subject, body) = ("x".repeat(MAX_SUBJECT_LENGTH), "ल".repeat(MAX_BODY_LENGTH));
    assert!(wrong(&subject, &body).is_empty());
    assert!(wrong("Snow", "Two\nlines").is_empty());
    assert_eq!(wrong("", ""), ["subject", "body"]);
    assert_eq!(wrong("two\nlines", "NUL \0"), ["subject", "body"]);
    assert_eq!(wrong(&(subject + "x"), &(body + "x")), ["subject", "body"]);
}

#[test]
fn a_status_has_one_word() {
    for status in RecipientStatus::ALL {
        assert_eq!(RecipientStatus::parse(status.as_str()), Some(status));
    }
    assert_eq!(
        CampaignStatus::parse("sending"),
        Some(CampaignStatus::Sending)
    );
    assert_eq!(CampaignStatus::parse("Sent"), None);
}

#[test]
fn blank_lines_separate_paragraphs() {
    let body = "\r\nOne,\r\nstill one.  \r\n\r\n \r\nTwo.\n";
    assert_eq!(paragraphs(body), ["One,\nstill one.", "Two."]);
    assert!(paragraphs(" \n\n").is_empty());
}

#[test]
fn web_addresses_are_links_without_the_punctuation_of_the_sentence() {
    let shown = |text: &str| -> String {
        let parts = parts(text);
        let shown = parts.iter().map(|part| match part.is_link {
            true => format!("[{}]", part.text),
            false => part.text.to_owned(),
        });
        shown.collect()
    };
    for (text, wanted) in [
        ("No address.", "No address."),
        ("https://a.example", "[https://a.example]"),
        (
            "See https://a.example/b?c=1&d=2, or (http://e.example).",
            "See [https://a.example/b?c=1&d=2], or ([http://e.example]).",
        ),
        (
            "https:// and javascript:alert(1)",
            "https:// and javascript:alert(1)",
        ),
        ("x\"https://a.example\"y", "x\"[https://a.example]\"y"),
        (
            "https://नेपाल.example/यात्रा!",
            "[https://नेपाल.example/यात्रा]!",
        ),
    ] {
        assert_eq!(shown(text), wanted);
    }
}
