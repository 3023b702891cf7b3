//! The settings at the desk (operations §6): an owner reads them, changes those of the agency, and sends a test email.

pub mod change;
pub mod history;
pub mod list;
pub mod test_mail;
pub mod wire;

/// The kind of the subject in the audit log.
const SUBJECT: &str = "setting";
