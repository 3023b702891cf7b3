//! The link of an enquiry and the address for replies to its emails. Both are signed, so that they cannot be guessed.

use uuid::Uuid;

use crate::platform::app::App;
use crate::platform::signed_id;

/// The page of an enquiry.
#[must_use]
pub fn page_of(app: &App, enquiry_id: Uuid) -> String {
    let token = signed_id::sign(&app.secrets.enquiry_key(), enquiry_id);
    format!("{}/enquiry/{token}", app.config.public_url)
}

/// The enquiry of a token that this server signed.
#[must_use]
pub fn read(app: &App, token: &str) -> Option<Uuid> {
    signed_id::read(&app.secrets.enquiry_key(), token)
}

/// The address that stores a reply in the enquiry, for example `enquiry+0190…@agency.example`. None if no inbox is set.
#[must_use]
pub fn reply_address(app: &App, enquiry_id: Uuid) -> Option<String> {
    let (name, host) = app.config.enquiry_inbox.as_ref()?.split_once('@')?;
    let token = signed_id::sign_short(&app.secrets.enquiry_reply_key(), enquiry_id);
    Some(format!("{name}+{token}@{host}"))
}

/// The enquiry of a reply address that this server signed.
#[must_use]
pub fn read_reply_address(app: &App, address: &str) -> Option<Uuid> {
    let (name, _) = address.rsplit_once('@')?;
    let (_, token) = name.split_once('+')?;
    signed_id::read_short(&app.secrets.enquiry_reply_key(), token)
}
