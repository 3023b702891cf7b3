//! The confirmation email of a booking.

use askama::Template;

use super::{MailTemplate, Sender};

pub struct BookingConfirmedMail {
    pub name: String,
    pub trek: String,
    pub location: String,
    pub route: String,
    pub start: String,
    pub end: String,
    /// For example `12 days, 11 nights`.
    pub duration: String,
    pub guests: String,
    /// For example `KD-1207`.
    pub reference: String,
    pub booking_id: String,
    /// Requested extras, for example `Meals, a porter`; may be empty.
    pub wishes: String,
    /// The traveller's notes; may be empty.
    pub notes: String,
    pub invoice_number: String,
    pub days: Vec<DayLine>,
    /// All lines of the price.
    pub lines: Vec<Line>,
    pub total: String,
    /// For example ` with Visa ending in 4242`; empty if unknown.
    pub card: String,
    pub link: String,
    pub my_bookings: String,
}

pub struct Line {
    pub label: &'static str,
    pub amount: String,
}

/// A day of the itinerary.
pub struct DayLine {
    /// For example `Day 1, Mar 01, 2027`.
    pub label: String,
    pub what: String,
}

impl BookingConfirmedMail {
    fn facts(&self) -> Vec<Line> {
        let fact = |label, amount: &str| Line {
            label,
            amount: amount.to_owned(),
        };
        let mut facts = vec![
            fact("Reference", &self.reference),
            fact("Trek", &self.trek),
            fact("Location", &self.location),
            fact("Route", &self.route),
            fact(
                "Dates",
                &format!("{} to {} ({})", self.start, self.end, self.duration),
            ),
            fact("Guests", &self.guests),
            fact("Booking", &self.booking_id),
            fact("Invoice", &self.invoice_number),
        ];
        if !self.wishes.is_empty() {
            facts.push(fact("Requested", &self.wishes));
        }
        if !self.notes.is_empty() {
            facts.push(fact("Your notes", &self.notes));
        }
        facts
    }
}

mail_template!(
    BookingConfirmedMail,
    "booking_confirmed/subject.txt",
    "booking_confirmed/body.txt",
    "booking_confirmed/body.html"
);
