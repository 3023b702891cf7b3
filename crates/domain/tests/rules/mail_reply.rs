//! The new text of email replies as mail programs write them.

use domain::mail_reply::{REPLY_LINE, new_text};

const QUOTED: &str = "> Please write your reply above this line\n>\n> Namaste,\n> yes, it is cold.";

#[test]
fn quoted_lines_and_their_introduction_are_removed() {
    let introductions = [
        "On Fri, 20 Nov 2026 at 09:15, Chautari <hello@chautari.example> wrote:",
        "On Fri, 20 Nov 2026 at 09:15, Chautari Treks and Expeditions\n<hello@chautari.example> wrote:",
        "Am 20.11.2026 um 09:15 schrieb Chautari:",
        "Le ven. 20 nov. 2026 à 09:15, Chautari <hello@chautari.example> a écrit\u{a0}:",
        "2026年11月20日 09:15、Chautari <hello@chautari.example> のメール:",
    ];
    for introduction in introductions {
        let body =
            format!("Thank you!\r\n\r\nAnd in May?\r\n\r\n{introduction}\r\n\r\n{QUOTED}\r\n");
        assert_eq!(
            new_text(&body),
            "Thank you!\n\nAnd in May?",
            "{introduction}"
        );
    }
}

#[test]
fn text_below_and_between_quoted_lines_is_kept() {
    let body = "> Is it cold?\nYes, very.\n> And wet?\nNo: dry.\n\nMaya";
    assert_eq!(new_text(body), "Yes, very.\nNo: dry.\n\nMaya");
    // A line with a colon that introduces nothing stays.
    assert_eq!(
        new_text("My question:\n> old\nHow high?"),
        "My question:\nHow high?"
    );
}

#[test]
fn an_unmarked_email_is_cut_at_the_reply_line_and_its_headers() {
    let headers = "From: Chautari <hello@chautari.example>\nSent: Friday, 20 November 2026 09:15\nTo: Maya\nSubject: Re: Your question";
    for between in [
        format!("________________________________\n{headers}\n"),
        format!("\n{headers}\n"),
        "On Fri, 20 Nov 2026, Chautari wrote:\n".to_owned(),
        "-----Ursprüngliche Nachricht-----\nVon: Chautari\n".to_owned(),
        String::new(),
    ] {
        let body = format!("In May.\n\n{between}\n{REPLY_LINE}\n\nNamaste, when?");
        assert_eq!(new_text(&body), "In May.", "{between}");
    }
}

#[test]
fn a_reply_without_new_text_is_empty_and_control_characters_are_removed() {
    assert_eq!(new_text(QUOTED), "");
    assert_eq!(new_text(""), "");
    assert_eq!(new_text("  \r\n\t"), "");
    assert_eq!(new_text("Y\u{0}es\u{7}\tplease\rnow"), "Yes\tplease\nnow");
}
