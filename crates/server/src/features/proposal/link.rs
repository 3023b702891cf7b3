//! The link of a proposal. It is signed, so that only the recipient of the email has it.

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use crate::features::report::period::start_of_day;
use crate::platform::app::App;
use crate::platform::signed_id;

/// The page on which a proposal is read and accepted.
#[must_use]
pub fn proposal_url(app: &App, id: Uuid) -> String {
    format!("{}/proposal/{}", app.config.public_url, sign(app, id))
}

/// The token of the link.
#[must_use]
pub fn sign(app: &App, id: Uuid) -> String {
    signed_id::sign(&app.secrets.proposal_link_key(), id)
}

/// The proposal of a token that this server signed.
#[must_use]
pub fn read(app: &App, token: &str) -> Option<Uuid> {
    signed_id::read(&app.secrets.proposal_link_key(), token)
}

/// The moment at which the last day of validity ends.
#[must_use]
pub fn end_of(app: &App, valid_until: NaiveDate) -> DateTime<Utc> {
    let next = valid_until.succ_opt().unwrap_or(valid_until);
    start_of_day(next, app.config.timezone)
}
