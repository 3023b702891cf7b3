//! A sample of each email with the longest and most unusual values, and tests of all emails.

use super::agency_event::AgencyEventMail;
use super::booking_confirmed::{BookingConfirmedMail, DayLine, Line};
use super::custom_trek::{CustomTrekAskedMail, CustomTrekReceivedMail};
use super::profile::{
    AccountCodeMail, AccountDeletedMail, EmailChangeOnKnownAddressMail, EmailChangedMail,
    IdentityLinkedMail, LeftBooking, TravellerLeftMail,
};
use super::refund::{BookingCancelledMail, RefundMail};
use super::{
    MailTemplate, NewsletterWelcomeMail, OneTimeCodeMail, PasswordChangedMail, ResetCodeMail,
    Sender, SignupOnKnownAddressMail,
};

/// A name with markup characters, long enough to break a narrow column.
const NAME: &str = "<b>Maya</b> & Chimamanda-Krishnamoorthy Gurung";
const ID: &str = "019de6a4-0000-7000-8000-000000000001";
const FROM: Sender = Sender {
    name: "Chautari",
    url: "https://treks.chautari.example",
    contact_email: "hello@chautari.example",
};

fn code() -> (String, String, String) {
    (
        NAME.to_owned(),
        "012345".to_owned(),
        "one minute".to_owned(),
    )
}

fn booking() -> BookingConfirmedMail {
    let line = |label, amount: &str| Line {
        label,
        amount: amount.to_owned(),
    };
    BookingConfirmedMail {
        name: NAME.to_owned(),
        trek: "Annapurna Circuit with Tilicho Lake & Thorong La".to_owned(),
        location: "Annapurna Conservation Area, Gandaki".to_owned(),
        route: "Classic way over the pass".to_owned(),
        start: "Mar 01, 2027".to_owned(),
        end: "Mar 18, 2027".to_owned(),
        duration: "18 days, 17 nights".to_owned(),
        guests: "12 guests".to_owned(),
        reference: "KD-1207".to_owned(),
        booking_id: ID.to_owned(),
        wishes: "Meals, Porter".to_owned(),
        notes: format!("No nuts. {NAME}"),
        invoice_number: "INV-2026-00042".to_owned(),
        days: vec![DayLine {
            label: "Day 1, Mar 01, 2027".to_owned(),
            what: "Kathmandu to Besisahar & on to the Marshyangdi, by a jeep that shakes"
                .to_owned(),
        }],
        lines: vec![
            line("Base price", "$15,006.00"),
            line("Group discount", "−$1,500.60"),
            line("Tax", "$1,755.70"),
        ],
        total: "$15,261.10".to_owned(),
        card: " with American Express ending in 0005".to_owned(),
        link: format!("https://treks.chautari.example/dashboard/bookings/{ID}"),
        my_bookings: "https://treks.chautari.example/dashboard?section=my-bookings".to_owned(),
    }
}

/// Emails to the traveller about refunds.
fn money_back() -> Vec<(&'static str, Box<dyn MailTemplate>)> {
    let link = format!("https://treks.chautari.example/dashboard/bookings/{ID}");
    let my_bookings = "https://treks.chautari.example/dashboard?section=my-bookings";
    let (trek, reference) = ("Annapurna Circuit & Thorong La", "KD-1207");
    let how = "The refund goes to the card you paid with. Most banks show it within 5 to 10 days.";
    vec![
        (
            "booking cancelled",
            Box::new(BookingCancelledMail {
                name: NAME.to_owned(),
                trek: trek.to_owned(),
                start: "Mar 01, 2027".to_owned(),
                end: "Mar 18, 2027".to_owned(),
                reference: reference.to_owned(),
                booking_id: ID.to_owned(),
                invoice_number: "INV-2026-00042".to_owned(),
                credit_note_number: "CN-2026-00007".to_owned(),
                paid: "$15,261.10".to_owned(),
                refund: "$7,630.55".to_owned(),
                how: how.to_owned(),
                link: link.clone(),
                my_bookings: my_bookings.to_owned(),
            }),
        ),
        (
            "refund",
            Box::new(RefundMail {
                name: NAME.to_owned(),
                opening: "We sent you a refund for your booking.".to_owned(),
                trek: trek.to_owned(),
                start: "Mar 01, 2027".to_owned(),
                end: "Mar 18, 2027".to_owned(),
                reference: reference.to_owned(),
                booking_id: ID.to_owned(),
                refund: "$500.00".to_owned(),
                reason: "A day less & no yak".to_owned(),
                how: how.to_owned(),
                link,
                my_bookings: my_bookings.to_owned(),
            }),
        ),
    ]
}

fn agency_event() -> AgencyEventMail {
    AgencyEventMail {
        headline: "New paid booking",
        explanation: "A booking was paid and is confirmed.",
        trek: "Annapurna Circuit with Tilicho Lake & Thorong La".to_owned(),
        reference: "KD-1207".to_owned(),
        facts: vec![Line {
            label: "Booked by",
            amount: NAME.to_owned(),
        }],
        link: format!("https://treks.chautari.example/admin?section=all-bookings&booking={ID}"),
    }
}

/// To a verified address, to an unverified address, and to the agency.
fn custom_treks() -> Vec<(&'static str, Box<dyn MailTemplate>)> {
    let facts = || {
        let line = |label, amount: &str| Line {
            label,
            amount: amount.to_owned(),
        };
        vec![line("Start", "Mar 01, 2027"), line("Guests", "12")]
    };
    let message = || format!("We are <b>twelve</b>.\r\n\r\n\r\nFrom {NAME}");
    vec![
        (
            "custom trek",
            Box::new(CustomTrekReceivedMail {
                name: NAME.to_owned(),
                facts: facts(),
                message: message(),
            }),
        ),
        (
            "a stranger's custom trek",
            Box::new(CustomTrekReceivedMail {
                name: String::new(),
                facts: facts(),
                message: String::new(),
            }),
        ),
        (
            "custom trek to the agency",
            Box::new(CustomTrekAskedMail {
                destination: "Upper Dolpo & Shey Gompa".to_owned(),
                facts: facts(),
                message: message(),
                link: format!(
                    "https://treks.chautari.example/admin?section=custom-treks&request={ID}"
                ),
            }),
        ),
    ]
}

fn codes() -> Vec<(&'static str, Box<dyn MailTemplate>)> {
    let (name, code, lifetime) = code();
    let account_code = |deletes, confirms| AccountCodeMail {
        name: if deletes || confirms {
            NAME.to_owned()
        } else {
            String::new()
        },
        deletes,
        confirms,
        code: code.clone(),
        lifetime: lifetime.clone(),
    };
    vec![
        ("email change", Box::new(account_code(false, false))),
        ("deletion", Box::new(account_code(true, false))),
        ("change", Box::new(account_code(false, true))),
        (
            "recovery",
            Box::new(ResetCodeMail {
                name,
                code: code.clone(),
                lifetime: lifetime.clone(),
            }),
        ),
        ("sign-up", Box::new(OneTimeCodeMail { code, lifetime })),
    ]
}

fn all() -> Vec<(&'static str, Box<dyn MailTemplate>)> {
    let name = || NAME.to_owned();
    let moment = || "Nov 20, 2026 at 09:15 (+0545)".to_owned();
    let left = LeftBooking {
        id: ID.to_owned(),
        trek: "Annapurna Circuit with Tilicho Lake".to_owned(),
        start: "Mar 01, 2027".to_owned(),
        guests: 12,
    };
    let unsubscribe_page =
        format!("https://treks.chautari.example/newsletter/unsubscribe?token={ID}{ID}");
    let mut letters: Vec<(&'static str, Box<dyn MailTemplate>)> = vec![
        ("booking", Box::new(booking())),
        (
            "known address",
            Box::new(SignupOnKnownAddressMail { name: name() }),
        ),
        (
            "password changed",
            Box::new(PasswordChangedMail {
                name: name(),
                moment: moment(),
            }),
        ),
        (
            "newsletter",
            Box::new(NewsletterWelcomeMail { unsubscribe_page }),
        ),
        (
            "address in use",
            Box::new(EmailChangeOnKnownAddressMail { name: name() }),
        ),
        (
            "email changed",
            Box::new(EmailChangedMail {
                name: name(),
                moment: moment(),
            }),
        ),
        (
            "identity linked",
            Box::new(IdentityLinkedMail {
                name: name(),
                provider: "Google".to_owned(),
                moment: moment(),
            }),
        ),
        ("account deleted", Box::new(AccountDeletedMail)),
        (
            "traveller left",
            Box::new(TravellerLeftMail {
                bookings: vec![left],
            }),
        ),
    ];
    letters.push(("agency event", Box::new(agency_event())));
    letters.extend(money_back());
    letters.extend(codes());
    letters.extend(custom_treks());
    letters
}

#[test]
fn every_mail_says_the_same_in_text_and_html_and_escapes_what_was_typed() {
    for (what, letter) in all() {
        let (text, html) = (
            letter.text(&FROM).expect(what),
            letter.html(&FROM).expect(what),
        );
        assert!(!html.contains("<b>Maya"), "{what}: {html}");
        assert_eq!(
            text.contains(NAME),
            html.contains("&#60;b&#62;Maya"),
            "{what}"
        );
        for part in [&text, &html] {
            assert!(
                part.contains(FROM.url) && part.contains(FROM.contact_email),
                "{what}: {part}"
            );
            assert!(
                !part.contains("{{") && !part.contains("{%"),
                "{what}: {part}"
            );
        }
        let subject = letter.subject(&FROM).expect(what);
        assert_eq!(subject.trim().lines().count(), 1, "{what}: {subject}");
        assert!(!text.contains("\n\n\n"), "{what}: {text}");
    }
}

// Works in old and narrow clients: loads nothing, needs no horizontal scrolling, has dark colours.
#[test]
fn every_mail_loads_nothing_and_follows_light_and_dark() {
    for (what, letter) in all() {
        let html = letter.html(&FROM).expect(what);
        for word in ["<img", "<script", "<link", "@import", "url("] {
            assert!(!html.contains(word), "{what} has {word}");
        }
        assert!(
            html.contains("width=device-width") && html.contains("max-width:560px"),
            "{what}"
        );
        assert!(html.contains("prefers-color-scheme: dark"), "{what}");
        // An element with an inline colour needs a class, so that dark mode can override it.
        for tag in html
            .split('<')
            .filter(|tag| tag.contains("style=") && tag.contains(" color:#14212b"))
        {
            assert!(
                tag.contains("class=\"ink")
                    || tag.contains("class=\"code")
                    || tag.contains("class=\"card"),
                "{what}: <{tag}"
            );
        }
    }
}

#[test]
fn every_code_stands_in_the_subject_and_alone_on_its_line() {
    for (what, letter) in codes() {
        let subject = letter.subject(&FROM).expect(what);
        assert!(
            subject.starts_with("012345 is your Chautari"),
            "{what}: {subject}"
        );
        let text = letter.text(&FROM).expect(what);
        assert!(text.contains("\n    012345\n"), "{what}: {text}");
    }
}
