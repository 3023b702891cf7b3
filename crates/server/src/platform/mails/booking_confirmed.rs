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
    /// The dates before the agency moved it; may be empty.
    pub earlier: String,
    /// Whether staff have changed the booking.
    pub is_changed: bool,
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
    /// What was paid so far.
    pub paid: String,
    /// What is left to pay and when, for example `$800.00, due by Sep 01, 2027`; empty if nothing is.
    pub left: String,
    /// Until when a cancellation refunds how much, for example `Full refund until Jan 30, 2027`.
    pub cancellation: Vec<String>,
    /// In which these days end, for example `Asia/Kathmandu`.
    pub timezone: String,
    /// For example ` with Visa ending in 4242`; empty if unknown.
    pub paid_with: String,
    pub link: String,
    /// Where what is left is paid without a login. Empty if the link takes no payment.
    pub balance_link: String,
    pub my_bookings: String,
    /// Whether the agency runs the departure for certain. False for a party that walks by itself.
    pub is_guaranteed: bool,
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
        ];
        if !self.earlier.is_empty() {
            facts.push(fact("Moved from", &self.earlier));
        }
        facts.extend([
            fact("Guests", &self.guests),
            fact("Booking", &self.booking_id),
            fact("Invoice", &self.invoice_number),
        ]);
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
