//! A proposal for a custom trek, the reminder of its end, and its withdrawal.

use askama::Template;

use super::booking_confirmed::Line;
use super::{MailTemplate, Sender};

/// Contains no text of the request, because its address may not be the sender's own.
pub struct ProposalMail {
    pub is_reminder: bool,
    /// It replaces an earlier one.
    pub is_new_version: bool,
    pub title: String,
    pub dates: String,
    pub length: String,
    pub guests: String,
    pub total: String,
    /// What is due with the booking. Empty if everything is.
    pub deposit: String,
    pub valid_until: String,
    /// The URL at which it is read and accepted.
    pub link: String,
}

impl ProposalMail {
    fn lead(&self) -> &'static str {
        match (self.is_reminder, self.is_new_version) {
            (true, _) => "Your proposal can be accepted for a few more days.",
            (false, true) => "We have changed our proposal for you. It replaces the earlier one.",
            (false, false) => {
                "Thank you for your request. Here is the trek that we propose to you."
            }
        }
    }

    fn facts(&self) -> Vec<Line> {
        let fact = |label, amount: &str| Line {
            label,
            amount: amount.to_owned(),
        };
        let mut facts = vec![
            fact("Trek", &self.title),
            fact("Dates", &self.dates),
            fact("Length", &self.length),
            fact("Guests", &self.guests),
            fact("Total", &self.total),
        ];
        if !self.deposit.is_empty() {
            facts.push(fact("Deposit", &self.deposit));
        }
        facts.push(fact("Valid until", &self.valid_until));
        facts
    }
}

mail_template!(
    ProposalMail,
    "proposal/subject.txt",
    "proposal/body.txt",
    "proposal/body.html"
);

/// Contains no text of the request either.
pub struct ProposalWithdrawnMail {
    pub title: String,
}

mail_template!(
    ProposalWithdrawnMail,
    "proposal_withdrawn/subject.txt",
    "proposal_withdrawn/body.txt",
    "proposal_withdrawn/body.html"
);
