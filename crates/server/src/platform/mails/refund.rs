//! The emails about refunds: with a cancellation, or on their own.

use askama::Template;

use super::booking_confirmed::Line;
use super::{MailTemplate, Sender};

pub struct BookingCancelledMail {
    pub name: String,
    pub trek: String,
    pub start: String,
    pub end: String,
    pub reference: String,
    pub booking_id: String,
    pub invoice_number: String,
    pub credit_note_number: String,
    pub paid: String,
    /// An amount, or a text that nothing is refunded.
    pub refund: String,
    /// Until when the policy refunds how much; empty if the policy did not decide the refund.
    pub terms: String,
    /// Number, amount and last day of a travel credit; empty without one.
    pub travel_credit: String,
    /// How and when the money arrives.
    pub how: String,
    /// The URL of the booking.
    pub link: String,
    pub my_bookings: String,
}

pub struct RefundMail {
    pub name: String,
    /// What happened, in a sentence.
    pub opening: String,
    pub trek: String,
    pub start: String,
    pub end: String,
    pub reference: String,
    pub booking_id: String,
    pub refund: String,
    pub reason: String,
    pub how: String,
    /// The URL of the booking.
    pub link: String,
    pub my_bookings: String,
}

fn fact(label: &'static str, amount: &str) -> Line {
    Line {
        label,
        amount: amount.to_owned(),
    }
}

impl BookingCancelledMail {
    fn facts(&self) -> Vec<Line> {
        let mut facts = vec![
            fact("Reference", &self.reference),
            fact("Trek", &self.trek),
            fact("Dates", &format!("{} to {}", self.start, self.end)),
            fact("Booking", &self.booking_id),
        ];
        if !self.credit_note_number.is_empty() {
            let text = format!(
                "{} for invoice {}",
                self.credit_note_number, self.invoice_number
            );
            facts.push(fact("Credit note", &text));
        }
        facts.push(fact("Paid", &self.paid));
        facts.push(fact("Refund", &self.refund));
        if !self.terms.is_empty() {
            facts.push(fact("Terms", &self.terms));
        }
        if !self.travel_credit.is_empty() {
            facts.push(fact("Travel credit", &self.travel_credit));
        }
        facts
    }
}

impl RefundMail {
    fn facts(&self) -> Vec<Line> {
        vec![
            fact("Reference", &self.reference),
            fact("Trek", &self.trek),
            fact("Dates", &format!("{} to {}", self.start, self.end)),
            fact("Booking", &self.booking_id),
            fact("Refund", &self.refund),
            fact("Reason", &self.reason),
        ]
    }
}

mail_template!(
    BookingCancelledMail,
    "booking_cancelled/subject.txt",
    "booking_cancelled/body.txt",
    "booking_cancelled/body.html"
);
mail_template!(
    RefundMail,
    "refund/subject.txt",
    "refund/body.txt",
    "refund/body.html"
);
