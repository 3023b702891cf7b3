//! The emails about seats of departures: an offer to a waiting party, what becomes of its
//! waitlist, and the guarantee of a departure.

use askama::Template;

use super::{MailTemplate, Sender};

/// To a party that waited for seats.
pub struct SeatOfferMail {
    pub name: String,
    pub trek: String,
    pub start: String,
    pub end: String,
    /// For example `2 guests`.
    pub guests: String,
    /// Until when the seats are held, formatted in the agency's time zone.
    pub expires: String,
    /// The page on which the seats can be booked.
    pub link: String,
}
mail_template!(
    SeatOfferMail,
    "seat_offer/subject.txt",
    "seat_offer/body.txt",
    "seat_offer/body.html"
);

/// To a party whose waitlist ended or has other dates.
pub struct WaitlistNoticeMail {
    pub headline: String,
    pub name: String,
    /// What happened, in one or two sentences.
    pub opening: String,
    pub trek: String,
    pub start: String,
    pub end: String,
    /// For example `2 guests`.
    pub guests: String,
    /// Why the agency cancelled the departure. Empty if nothing was said.
    pub reason: String,
    /// Other departures with enough seats, for example `Mar 01, 2027 to Mar 18, 2027`.
    pub other_dates: Vec<String>,
    /// The text of the button.
    pub action: String,
    pub link: String,
    pub closing: String,
}
mail_template!(
    WaitlistNoticeMail,
    "waitlist_notice/subject.txt",
    "waitlist_notice/body.txt",
    "waitlist_notice/body.html"
);

/// To the customers of a departure that is guaranteed now.
pub struct DepartureGuaranteedMail {
    pub name: String,
    pub trek: String,
    pub start: String,
    pub end: String,
    pub reference: String,
    /// The URL of the booking.
    pub link: String,
}
mail_template!(
    DepartureGuaranteedMail,
    "departure_guaranteed/subject.txt",
    "departure_guaranteed/body.txt",
    "departure_guaranteed/body.html"
);
