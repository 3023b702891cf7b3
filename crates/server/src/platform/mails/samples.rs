//! A sample of each email with the longest and most unusual values, and tests of all emails.

use domain::mail_reply::REPLY_LINE;

use super::agency_event::AgencyEventMail;
use super::balance_reminder::BalanceReminderMail;
use super::booking_confirmed::{BookingConfirmedMail, DayLine, Line};
use super::campaign::CampaignMail;
use super::custom_trek::{CustomTrekAskedMail, CustomTrekReceivedMail};
use super::departure_change::DepartureChangeMail;
use super::enquiry::{EnquiryAnswerMail, EnquiryMessageMail, EnquiryReceivedMail};
use super::payment_instructions::{BankAccount, PaymentInstructionsMail};
use super::profile::{
    AccountCodeMail, AccountDeletedMail, EmailChangeOnKnownAddressMail, EmailChangedMail,
    IdentityLinkedMail, LeftBooking, TravellerLeftMail,
};
use super::proposal::{ProposalMail, ProposalWithdrawnMail};
use super::receipt::ReceiptMail;
use super::refund::{BookingCancelledMail, RefundMail};
use super::review_request::ReviewRequestMail;
use super::seats::{DepartureGuaranteedMail, SeatOfferMail, WaitlistNoticeMail};
use super::settings_test::SettingsTestMail;
use super::staff::StaffInvitationMail;
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

const BALANCE_LINK: &str =
    "https://treks.chautari.example/balance/AZuXqRjQS5yQfbHBGCmkF0pLwZ2kqVn1Tr0yEo5Jp3w";

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
        earlier: "Feb 27, 2027 to Mar 16, 2027".to_owned(),
        is_changed: false,
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
        paid: "$3,052.22".to_owned(),
        left: "$12,208.88, due by Jan 30, 2027".to_owned(),
        cancellation: vec![
            "Full refund until Jan 30, 2027".to_owned(),
            "50% refund until Feb 22, 2027".to_owned(),
            "No refund after that".to_owned(),
        ],
        timezone: "Asia/Kathmandu".to_owned(),
        paid_with: " with American Express ending in 0005".to_owned(),
        link: format!("https://treks.chautari.example/dashboard/bookings/{ID}"),
        balance_link: BALANCE_LINK.to_owned(),
        my_bookings: "https://treks.chautari.example/dashboard?section=my-bookings".to_owned(),
        is_guaranteed: true,
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
                terms: "Full refund until Jan 30, 2027; 50% refund until Feb 22, 2027".to_owned(),
                travel_credit: "TC-2026-00003, $7,630.55, valid until Nov 20, 2028".to_owned(),
                how: how.to_owned(),
                link: link.clone(),
                my_bookings: my_bookings.to_owned(),
            }),
        ),
        (
            "balance_reminder",
            Box::new(BalanceReminderMail {
                name: NAME.to_owned(),
                balance: "$2,444.94".to_owned(),
                due: "is due on Mar 01, 2027".to_owned(),
                is_overdue: false,
                is_on_arrival: false,
                reference: reference.to_owned(),
                trek: trek.to_owned(),
                dates: "Mar 01, 2027 to Mar 18, 2027".to_owned(),
                guests: "2 guests".to_owned(),
                total: "$3,056.18".to_owned(),
                paid: "$611.24".to_owned(),
                pay_link: "https://treks.chautari.example/balance/AZ3mpAAAcACAAAAAAAAAAYy5cZ4"
                    .to_owned(),
                link: link.clone(),
                my_bookings: my_bookings.to_owned(),
            }),
        ),
        (
            "receipt",
            Box::new(ReceiptMail {
                name: NAME.to_owned(),
                number: "R-2027-00042".to_owned(),
                amount: "$500.00".to_owned(),
                method: "Bank transfer".to_owned(),
                received: "Feb 01, 2027".to_owned(),
                note: "FT 27 & 28".to_owned(),
                reference: reference.to_owned(),
                trek: trek.to_owned(),
                start: "Mar 01, 2027".to_owned(),
                end: "Mar 18, 2027".to_owned(),
                rest: "Left to pay: $700.00.".to_owned(),
                link: link.clone(),
                balance_link: BALANCE_LINK.to_owned(),
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

/// How to pay by bank transfer, at the agency and by card.
fn payment_instructions() -> Vec<(&'static str, Box<dyn MailTemplate>)> {
    let mail = |bank, pay_link: &str| PaymentInstructionsMail {
        name: NAME.to_owned(),
        amount: "$3,052.22".to_owned(),
        pay_by: "Nov 27, 2026 at 14:30 (UTC+05:45)".to_owned(),
        bank,
        pay_link: pay_link.to_owned(),
        address: "Thamel, Kathmandu, Nepal".to_owned(),
        reference: "KD-1207".to_owned(),
        trek: "Annapurna Circuit & Thorong La".to_owned(),
        start: "Mar 01, 2027".to_owned(),
        end: "Mar 18, 2027".to_owned(),
        guests: "12 guests".to_owned(),
        total: "$15,261.10".to_owned(),
        link: format!("https://treks.chautari.example/dashboard/bookings/{ID}"),
        my_bookings: "https://treks.chautari.example/dashboard?section=my-bookings".to_owned(),
    };
    let account = BankAccount {
        account_name: "Chautari Treks & Expeditions Pvt. Ltd.".to_owned(),
        account_number: "01 2345 6789 0123 4567".to_owned(),
        bank: "Himalayan Bank Limited, Thamel Branch, Kathmandu".to_owned(),
        swift: "HIMANPKA".to_owned(),
        note: "You pay the charges of all banks (OUR)".to_owned(),
    };
    vec![
        (
            "payment by bank transfer",
            Box::new(mail(Some(account), "")),
        ),
        ("payment at the agency", Box::new(mail(None, ""))),
        (
            "payment by card with a link",
            Box::new(mail(
                None,
                "https://treks.chautari.example/balance/eyJhbGciOi",
            )),
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
        action: "Open the booking",
    }
}

/// About seats of departures.
fn seats() -> Vec<(&'static str, Box<dyn MailTemplate>)> {
    let trek = || "Annapurna Circuit with Tilicho Lake & Thorong La".to_owned();
    let (start, end) = ("Mar 01, 2027".to_owned(), "Mar 18, 2027".to_owned());
    let link = format!(
        "https://treks.chautari.example/package/{ID}?departure={ID}&guests=12&offer={ID}{ID}"
    );
    let notice = |reason: &str, other_dates: &[&str]| WaitlistNoticeMail {
        headline: "The departure you are waiting for is cancelled".to_owned(),
        name: NAME.to_owned(),
        opening: "We had to cancel this departure, so its waitlist has ended. We are sorry."
            .to_owned(),
        trek: trek(),
        start: start.clone(),
        end: end.clone(),
        guests: "12 guests".to_owned(),
        reason: reason.to_owned(),
        other_dates: other_dates.iter().map(|&dates| dates.to_owned()).collect(),
        action: "See dates and prices".to_owned(),
        link: format!("https://treks.chautari.example/package/{ID}"),
        closing: "Nothing was charged.".to_owned(),
    };
    let other_dates = [
        "Apr 04, 2027 to Apr 21, 2027",
        "Oct 10, 2027 to Oct 27, 2027",
    ];
    let cancelled = notice("The pass is closed & the lodges, too", &other_dates);
    let lapsed = notice("", &[]);
    vec![
        ("waitlist notice", Box::new(cancelled)),
        ("waitlist notice without other dates", Box::new(lapsed)),
        (
            "seat offer",
            Box::new(SeatOfferMail {
                name: NAME.to_owned(),
                trek: trek(),
                start: start.clone(),
                end: end.clone(),
                guests: "12 guests".to_owned(),
                expires: "Nov 20, 2026 at 09:15 (UTC+05:45)".to_owned(),
                link,
            }),
        ),
        (
            "departure guaranteed",
            Box::new(DepartureGuaranteedMail {
                name: NAME.to_owned(),
                trek: trek(),
                start,
                end,
                reference: "KD-1207".to_owned(),
                link: format!("https://treks.chautari.example/dashboard/bookings/{ID}"),
            }),
        ),
    ]
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

/// To a verified and an unverified address, with and without replies by email, and to the agency.
fn enquiries() -> Vec<(&'static str, Box<dyn MailTemplate>)> {
    let trek = || "Annapurna Circuit & Thorong La".to_owned();
    let link = || format!("https://treks.chautari.example/enquiry/{ID}{ID}");
    let text = || format!("Is it <b>cold</b>?\r\n\r\n\r\nFrom {NAME}");
    let received = |name: &str, question: String, reply_line| EnquiryReceivedMail {
        name: name.to_owned(),
        trek: trek(),
        question,
        link: link(),
        reply_line,
    };
    let answer = |name: &str, asked: String, reply_line| EnquiryAnswerMail {
        name: name.to_owned(),
        trek: trek(),
        answer: "Yes & no.\n\nIn May it is warm.".to_owned(),
        answered_by: "Pemba & Dawa".to_owned(),
        asked,
        link: link(),
        reply_line,
    };
    vec![
        (
            "enquiry received",
            Box::new(received(NAME, text(), REPLY_LINE)),
        ),
        (
            "a stranger's enquiry",
            Box::new(received("", String::new(), "")),
        ),
        ("enquiry answer", Box::new(answer(NAME, text(), REPLY_LINE))),
        (
            "answer to a stranger",
            Box::new(answer("", String::new(), "")),
        ),
        (
            "enquiry to the agency",
            Box::new(EnquiryMessageMail {
                name: NAME.to_owned(),
                email: "maya@example.com".to_owned(),
                trek: trek(),
                text: text(),
                link: format!(
                    "https://treks.chautari.example/admin?section=enquiries&enquiry={ID}"
                ),
            }),
        ),
    ]
}

/// To a subscriber, and to the customer of a departure.
fn campaigns() -> Vec<(&'static str, Box<dyn MailTemplate>)> {
    let mail = |name: &str, departure: &str, unsubscribe_page: &str| CampaignMail {
        subject: "Snow & sun".to_owned(),
        name: name.to_owned(),
        paragraphs: vec![
            "The pass is <closed> & cold.\nBring boots.".to_owned(),
            "Read https://snow.example/pass?a=1&b=2, please.".to_owned(),
        ],
        departure: departure.to_owned(),
        unsubscribe_page: unsubscribe_page.to_owned(),
    };
    let page = format!("https://treks.chautari.example/newsletter/unsubscribe?token={ID}{ID}");
    let departure = "Annapurna Circuit & Thorong La, Mar 01, 2027";
    vec![
        ("campaign to a subscriber", Box::new(mail("", "", &page))),
        (
            "campaign to a departure",
            Box::new(mail(NAME, departure, "")),
        ),
    ]
}

/// To the traveller of a departure that was moved, and of one that was cancelled.
fn departure_changes() -> Vec<(&'static str, Box<dyn MailTemplate>)> {
    let mail = |headline: &str, new_dates: &str, reason: &str| DepartureChangeMail {
        name: NAME.to_owned(),
        headline: headline.to_owned(),
        opening: "The flight to Lukla did not go, so the departure was moved.".to_owned(),
        trek: "Annapurna Circuit & Thorong La".to_owned(),
        reference: "KD-1207".to_owned(),
        dates: "Mar 01, 2027 to Mar 18, 2027".to_owned(),
        new_dates: new_dates.to_owned(),
        reason: reason.to_owned(),
        options: vec![
            "accept the new dates".to_owned(),
            "get a full refund".to_owned(),
        ],
        silence: "If you do not answer by Feb 27, 2027, you walk on the new dates.".to_owned(),
        link: format!("https://treks.chautari.example/choices/{ID}.{ID}"),
        my_bookings: "https://treks.chautari.example/dashboard?section=my-bookings".to_owned(),
    };
    let moved = mail(
        "New dates for your trek",
        "Mar 03, 2027 to Mar 20, 2027",
        "No flights & no helicopters",
    );
    let cancelled = mail("Your departure is cancelled", "", "");
    vec![
        ("moved", Box::new(moved)),
        ("cancelled", Box::new(cancelled)),
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
    letters.push((
        "settings test",
        Box::new(SettingsTestMail {
            sender: "<b>Treks</b> & Co <hello@treks.example>".to_owned(),
        }),
    ));
    letters.push((
        "staff invitation",
        Box::new(StaffInvitationMail {
            invited_by: name(),
            role: "a guide: you read the lists of the departures that you lead".to_owned(),
            expires: moment(),
            link: format!("https://treks.chautari.example/invitation/{ID}.{ID}"),
        }),
    ));
    letters.push((
        "review request",
        Box::new(ReviewRequestMail {
            name: name(),
            trek: "Annapurna Circuit & Thorong La".to_owned(),
            start: "Mar 01, 2027".to_owned(),
            end: "Mar 18, 2027".to_owned(),
            link: "https://treks.chautari.example/review/AZ3mpAAAcACAAAAAAAAAAYy5cZ4".to_owned(),
            my_bookings: "https://treks.chautari.example/dashboard?section=my-bookings".to_owned(),
        }),
    ));
    letters.extend([false, true].map(|is_reminder| {
        let letter = ProposalMail {
            is_reminder,
            is_new_version: false,
            title: "Upper Dolpo <in March>".to_owned(),
            dates: "Mar 01, 2027 to Mar 18, 2027".to_owned(),
            length: "18 days".to_owned(),
            guests: "2 guests".to_owned(),
            total: "$2,901.00".to_owned(),
            deposit: "$580.20".to_owned(),
            valid_until: "Dec 10, 2026".to_owned(),
            link: format!("https://treks.chautari.example/proposal/{ID}"),
        };
        ("proposal", Box::new(letter) as Box<dyn MailTemplate>)
    }));
    letters.push((
        "withdrawn proposal",
        Box::new(ProposalWithdrawnMail {
            title: "Upper Dolpo <in March>".to_owned(),
        }),
    ));
    letters.extend(money_back());
    letters.extend(payment_instructions());
    letters.extend(codes());
    letters.extend(custom_treks());
    letters.extend(enquiries());
    letters.extend(campaigns());
    letters.extend(seats());
    letters.extend(departure_changes());
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
