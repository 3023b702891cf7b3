//! How to pay a booking by bank transfer, at the agency or by card with a link, until when, and what to state.

use askama::Template;

use super::booking_confirmed::Line;
use super::{MailTemplate, Sender};

pub struct PaymentInstructionsMail {
    pub name: String,
    /// What confirms the booking.
    pub amount: String,
    /// Time with its offset.
    pub pay_by: String,
    /// `None`: the traveller pays at the agency, or by card.
    pub bank: Option<BankAccount>,
    /// Where the traveller pays by card. Empty for another way to pay.
    pub pay_link: String,
    /// The address of the agency.
    pub address: String,
    pub reference: String,
    pub trek: String,
    pub start: String,
    pub end: String,
    pub guests: String,
    /// The total, if `amount` is a part of it.
    pub total: String,
    /// The URL of the booking.
    pub link: String,
    pub my_bookings: String,
}

pub struct BankAccount {
    pub account_name: String,
    pub account_number: String,
    pub bank: String,
    pub swift: String,
    pub note: String,
}

impl PaymentInstructionsMail {
    fn opening(&self) -> String {
        let (amount, by, reference) = (&self.amount, &self.pay_by, &self.reference);
        match self.bank {
            Some(_) => format!("Transfer {amount} by {by}, and state {reference}."),
            None if !self.pay_link.is_empty() => format!("Pay {amount} by card by {by}."),
            None => format!("Pay {amount} at our office by {by}, and bring {reference}."),
        }
    }

    fn facts(&self) -> Vec<Line> {
        let mut facts = vec![("Amount", self.amount.as_str())];
        match &self.bank {
            Some(bank) => facts.extend([
                ("Account holder", bank.account_name.as_str()),
                ("Account number", &bank.account_number),
                ("Bank", &bank.bank),
                ("SWIFT", &bank.swift),
                ("Reference", &self.reference),
                ("Note", &bank.note),
            ]),
            None if !self.pay_link.is_empty() => {}
            None => facts.extend([("Where", self.address.as_str()), ("Bring", &self.reference)]),
        }
        facts.extend([("Pay by", self.pay_by.as_str()), ("Trek", &self.trek)]);
        let dates = format!("{} to {}, {}", self.start, self.end, self.guests);
        facts.extend([("Dates", dates.as_str()), ("Total", &self.total)]);
        let known = facts.into_iter().filter(|(_, value)| !value.is_empty());
        known
            .map(|(label, value)| Line {
                label,
                amount: value.to_owned(),
            })
            .collect()
    }

    fn closing(&self) -> &'static str {
        match self.bank {
            Some(_) => {
                "Your places are kept until then. We confirm your booking by email when the money has arrived."
            }
            None => "Your places are kept until then. We confirm your booking when you have paid.",
        }
    }
}

mail_template!(
    PaymentInstructionsMail,
    "payment_instructions/subject.txt",
    "payment_instructions/body.txt",
    "payment_instructions/body.html"
);
