//! The email that asks a traveller what happens to the booking, after the agency moved or cancelled its departure.

use askama::Template;

use super::booking_confirmed::Line;
use super::{MailTemplate, Sender};

pub struct DepartureChangeMail {
    pub name: String,
    /// For example `New dates for your trek`.
    pub headline: String,
    /// What happened, in a sentence.
    pub opening: String,
    pub trek: String,
    pub reference: String,
    pub dates: String,
    /// Empty for a cancelled departure.
    pub new_dates: String,
    /// Empty if the agency gave none.
    pub reason: String,
    /// What can be chosen, each to follow `You can`.
    pub options: Vec<String>,
    /// What happens without an answer, and from when on.
    pub silence: String,
    /// The URL of the page with the choices.
    pub link: String,
    pub my_bookings: String,
}

impl DepartureChangeMail {
    fn facts(&self) -> Vec<Line> {
        let facts = [
            ("Reference", &self.reference),
            ("Trek", &self.trek),
            ("Booked dates", &self.dates),
            ("New dates", &self.new_dates),
            ("Reason", &self.reason),
        ];
        let given = facts.into_iter().filter(|(_, text)| !text.is_empty());
        given
            .map(|(label, text)| Line {
                label,
                amount: text.clone(),
            })
            .collect()
    }
}

mail_template!(
    DepartureChangeMail,
    "departure_change/subject.txt",
    "departure_change/body.txt",
    "departure_change/body.html"
);
