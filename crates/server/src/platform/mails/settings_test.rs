//! The email that an owner sends to test the sender.

use askama::Template;

use super::{MailTemplate, Sender};

pub struct SettingsTestMail {
    /// As in the setting, `Name <address>`.
    pub sender: String,
}

mail_template!(
    SettingsTestMail,
    "settings_test/subject.txt",
    "settings_test/body.txt",
    "settings_test/body.html"
);
