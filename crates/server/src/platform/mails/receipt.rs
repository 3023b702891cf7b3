//! The receipt of a payment that came after the booking was confirmed, or before it could be.

use askama::Template;

use super::booking_confirmed::Line;
use super::{MailTemplate, Sender};

pub struct ReceiptMail {
    pub name: String,
    /// For example `R-2026-00042`.
    pub number: String,
    pub amount: String,
    /// For example `Cash`.
    pub method: String,
    /// The day on which the money came, in the agency's time zone.
    pub received: String,
    /// What staff noted, for example the number of a bank transfer.
    pub note: String,
    pub reference: String,
    pub trek: String,
    pub start: String,
    pub end: String,
    /// What is left to pay, in a sentence.
    pub rest: String,
    /// The URL of the booking.
    pub link: String,
    /// Where what is left is paid without a login. Empty if the link takes no payment.
    pub balance_link: String,
    pub my_bookings: String,
}

impl ReceiptMail {
    fn facts(&self) -> Vec<Line> {
        let fact = |label, amount: &str| Line {
            label,
            amount: amount.to_owned(),
        };
        let mut facts = vec![
            fact("Receipt", &self.number),
            fact("Received", &self.received),
            fact("Paid by", &self.method),
        ];
        if !self.note.is_empty() {
            facts.push(fact("Note", &self.note));
        }
        facts.extend([
            fact("Booking", &self.reference),
            fact("Trek", &self.trek),
            fact("Dates", &format!("{} to {}", self.start, self.end)),
        ]);
        facts
    }
}

mail_template!(
    ReceiptMail,
    "receipt/subject.txt",
    "receipt/body.txt",
    "receipt/body.html"
);
