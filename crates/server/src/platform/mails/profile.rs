//! The mails of the account page.

use askama::Template;

use super::{Letter, Sender};

/// The code that shows that a new address is the owner's, or that deletes an account without a password.
pub struct AccountCodeMail {
    /// Empty where nobody has shown yet that the address is theirs: no text of a stranger's goes there.
    pub name: String,
    pub deletes: bool,
    /// Confirms a change of the account's e-mail or password.
    pub confirms: bool,
    pub code: String,
    /// In words, as `60 seconds`.
    pub lifetime: String,
}
letter!(
    AccountCodeMail,
    "account_code/subject.txt",
    "account_code/body.txt",
    "account_code/body.html"
);

/// To the owner of an account when somebody wants its address for another one.
pub struct EmailChangeOnKnownAddressMail {
    pub name: String,
}
letter!(
    EmailChangeOnKnownAddressMail,
    "email_change_on_known_address/subject.txt",
    "email_change_on_known_address/body.txt",
    "email_change_on_known_address/body.html"
);

/// To the address that an account had before.
pub struct EmailChangedMail {
    /// Empty where the account is gone since.
    pub name: String,
    pub moment: String,
}
letter!(
    EmailChangedMail,
    "email_changed/subject.txt",
    "email_changed/body.txt",
    "email_changed/body.html"
);

/// To the owner of an account that somebody can now sign in to through a third party.
pub struct IdentityLinkedMail {
    pub name: String,
    /// As `Google`.
    pub provider: String,
    /// In words, in the agency's time zone.
    pub moment: String,
}
letter!(
    IdentityLinkedMail,
    "identity_linked/subject.txt",
    "identity_linked/body.txt",
    "identity_linked/body.html"
);

/// To the address of an account that was deleted. It names nobody: we know no name any more.
pub struct AccountDeletedMail;
letter!(
    AccountDeletedMail,
    "account_deleted/subject.txt",
    "account_deleted/body.txt",
    "account_deleted/body.html"
);

/// To the agency when the traveller of paid bookings has deleted the account.
pub struct TravellerLeftMail {
    pub bookings: Vec<LeftBooking>,
}

pub struct LeftBooking {
    pub id: String,
    pub trek: String,
    pub start: String,
    pub guests: u32,
}
letter!(
    TravellerLeftMail,
    "traveller_left/subject.txt",
    "traveller_left/body.txt",
    "traveller_left/body.html"
);
