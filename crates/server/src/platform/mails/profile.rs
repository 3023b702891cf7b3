//! The emails of the account page.

use askama::Template;

use super::{MailTemplate, Sender};

/// The code that verifies a new address, or confirms the deletion of an account without a password.
pub struct AccountCodeMail {
    /// Empty while the address is not verified: no submitted text is sent to an unverified address.
    pub name: String,
    pub deletes: bool,
    /// Whether it confirms a change of email address or password.
    pub confirms: bool,
    pub code: String,
    /// In words, for example `60 seconds`.
    pub lifetime: String,
}
mail_template!(
    AccountCodeMail,
    "account_code/subject.txt",
    "account_code/body.txt",
    "account_code/body.html"
);

/// To the owner of an account, after an attempt to use its address for another account.
pub struct EmailChangeOnKnownAddressMail {
    pub name: String,
}
mail_template!(
    EmailChangeOnKnownAddressMail,
    "email_change_on_known_address/subject.txt",
    "email_change_on_known_address/body.txt",
    "email_change_on_known_address/body.html"
);

/// To the previous address of an account.
pub struct EmailChangedMail {
    /// Empty if the account was deleted since.
    pub name: String,
    pub moment: String,
}
mail_template!(
    EmailChangedMail,
    "email_changed/subject.txt",
    "email_changed/body.txt",
    "email_changed/body.html"
);

/// To the owner of an account that was linked to a sign-in provider.
pub struct IdentityLinkedMail {
    pub name: String,
    /// For example `Google`.
    pub provider: String,
    /// Formatted, in the agency's time zone.
    pub moment: String,
}
mail_template!(
    IdentityLinkedMail,
    "identity_linked/subject.txt",
    "identity_linked/body.txt",
    "identity_linked/body.html"
);

/// To the address of a deleted account. Contains no name, because none is stored any more.
pub struct AccountDeletedMail;
mail_template!(
    AccountDeletedMail,
    "account_deleted/subject.txt",
    "account_deleted/body.txt",
    "account_deleted/body.html"
);

/// To the agency, when the traveller of paid bookings deleted the account.
pub struct TravellerLeftMail {
    pub bookings: Vec<LeftBooking>,
}

pub struct LeftBooking {
    pub id: String,
    pub trek: String,
    pub start: String,
    pub guests: u32,
}
mail_template!(
    TravellerLeftMail,
    "traveller_left/subject.txt",
    "traveller_left/body.txt",
    "traveller_left/body.html"
);
