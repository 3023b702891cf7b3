//! Settings of enquiries.

use domain::account::Email;

use super::read::bad;
use crate::platform::settings::{BadSetting, Values};
use crate::platform::signed_id::SHORT_TOKEN_LENGTH;

/// RFC 5321 permits 64 characters before the @. A plus and the token follow the name.
const MAX_INBOX_NAME_LENGTH: usize = 64 - 1 - SHORT_TOKEN_LENGTH;

/// The digits of the number as links to WhatsApp contain them.
pub(super) fn whatsapp_number(values: &Values) -> Result<Option<String>, BadSetting> {
    let Some(text) = values.get("whatsapp_number") else {
        return Ok(None);
    };
    let is_permitted = |letter: char| letter.is_ascii_digit() || " +-()".contains(letter);
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    // E.164 has at most 15 digits and no leading zero.
    if text.chars().all(is_permitted)
        && (8..=15).contains(&digits.len())
        && !digits.starts_with('0')
    {
        return Ok(Some(digits));
    }
    bad(
        "whatsapp_number",
        format!("'{text}' must be a number with its country code, for example +977 9841234567"),
    )
}

pub(super) fn inbox(values: &Values) -> Result<Option<String>, BadSetting> {
    let Some(text) = values.get("enquiry_inbox") else {
        return Ok(None);
    };
    let name = text.split_once('@').map_or("", |(name, _)| name);
    let is_short = !name.contains('+') && name.len() <= MAX_INBOX_NAME_LENGTH;
    match Email::parse(text) {
        Ok(email) if is_short => Ok(Some(email.as_str().to_owned())),
        _ => bad(
            "enquiry_inbox",
            format!(
                "'{text}' must be an address with at most {MAX_INBOX_NAME_LENGTH} characters before the @ and without a \
                 plus, for example enquiry@agency.example"
            ),
        ),
    }
}
