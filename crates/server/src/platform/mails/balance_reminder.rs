//! The reminder of a balance, before its due date and after.

use askama::Template;

use super::booking_confirmed::Line;
use super::{MailTemplate, Sender};

pub struct BalanceReminderMail {
    pub name: String,
    pub balance: String,
    /// For example `is due on Mar 01, 2027`.
    pub due: String,
    /// The due date has passed.
    pub is_overdue: bool,
    /// The agency takes the balance in cash when the party arrives.
    pub is_on_arrival: bool,
    pub reference: String,
    pub trek: String,
    pub dates: String,
    pub guests: String,
    pub total: String,
    pub paid: String,
    /// The URL at which it is paid without signing in. Empty once the trek is over.
    pub pay_link: String,
    /// The URL of the booking.
    pub link: String,
    pub my_bookings: String,
}

impl BalanceReminderMail {
    fn facts(&self) -> Vec<Line> {
        let fact = |label, amount: &str| Line {
            label,
            amount: amount.to_owned(),
        };
        vec![
            fact("Booking", &self.reference),
            fact("Trek", &self.trek),
            fact("Dates", &self.dates),
            fact("Guests", &self.guests),
            fact("Total", &self.total),
            fact("Paid", &self.paid),
            fact("Left to pay", &self.balance),
        ]
    }

    /// How to pay, or what to do if it was paid already.
    fn advice(&self) -> &'static str {
        let is_online = !self.pay_link.is_empty();
        match (self.is_overdue, self.is_on_arrival) {
            (false, true) if is_online => "Pay now, or in cash when you arrive.",
            (false, true) => "You can pay it in cash when you arrive.",
            (false, false) if is_online => "You need no account to pay.",
            (false, false) => "Write to us to ask how you can pay.",
            (true, true) if is_online => {
                "Pay now, or in cash at our office. If you have paid already, please ignore this email."
            }
            (true, true) => {
                "You can pay it in cash at our office. If you have paid already, please ignore this email."
            }
            (true, false) => "If you have paid in the last few days, please ignore this email.",
        }
    }
}

mail_template!(
    BalanceReminderMail,
    "balance_reminder/subject.txt",
    "balance_reminder/body.txt",
    "balance_reminder/body.html"
);
