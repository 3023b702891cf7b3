//! Limits of an enquiry, its messages and saved replies.

use domain::enquiry::{
    EnquiryStatus, MAX_MESSAGE_LENGTH, MAX_QUESTION_LENGTH, MAX_REPLY_TITLE_LENGTH, SavedReply,
    check_message, check_question,
};
use uuid::Uuid;

fn wrong(name: &str, email: &str, question: &str) -> Vec<String> {
    let found = check_question(name, email, question);
    found.into_iter().map(|problem| problem.field).collect()
}

#[test]
fn a_question_needs_a_name_an_address_and_text_within_its_limits() {
    let (name, email) = ("Maya Gurung", "maya@example.com");
    let longest = "ल".repeat(MAX_QUESTION_LENGTH);
    assert!(wrong(name, email, &longest).is_empty());
    assert!(wrong(name, email, "Is it cold?\nVery?").is_empty());
    assert_eq!(wrong("M", "maya", ""), ["name", "email", "question"]);
    assert_eq!(wrong(name, email, &(longest + "!")), ["question"]);
    assert_eq!(wrong(name, email, "NUL \0"), ["question"]);
}

#[test]
fn a_message_and_a_saved_reply_have_limits() {
    assert_eq!(check_message(&"x".repeat(MAX_MESSAGE_LENGTH)), None);
    for text in [
        String::new(),
        "x".repeat(MAX_MESSAGE_LENGTH + 1),
        "\u{7}".to_owned(),
    ] {
        assert_eq!(
            check_message(&text).map(|problem| problem.field),
            Some("text".to_owned())
        );
    }
    let reply = |title: &str, text: &str| {
        let reply = SavedReply {
            id: Uuid::nil(),
            title: title.to_owned(),
            text: text.to_owned(),
            version: 1,
        };
        let found = reply.check().into_iter().map(|problem| problem.field);
        found.collect::<Vec<_>>()
    };
    assert!(reply(&"x".repeat(MAX_REPLY_TITLE_LENGTH), "Yes.").is_empty());
    assert_eq!(reply("", ""), ["title", "text"]);
    assert_eq!(
        reply(&"x".repeat(MAX_REPLY_TITLE_LENGTH + 1), "Yes."),
        ["title"]
    );
    assert_eq!(reply("two\nlines", "Yes."), ["title"]);
}

#[test]
fn a_status_has_one_word() {
    for status in EnquiryStatus::ALL {
        assert_eq!(EnquiryStatus::parse(status.as_str()), Some(status));
    }
    assert_eq!(EnquiryStatus::parse("waiting"), None);
}
