//! What the staff of the agency need and may do.

use domain::money::{Currency, Money};

use super::charges::amount;
use super::read::word;
use crate::platform::settings::{BadSetting, Values};

pub(super) fn needs_second_step(values: &Values) -> Result<bool, BadSetting> {
    Ok(word(values, "staff_second_step", &["off", "required"])? == "required")
}

/// None if it is `off`.
pub(super) fn refund_limit(
    values: &Values,
    currency: Currency,
) -> Result<Option<Money>, BadSetting> {
    match values.get("staff_refund_limit") {
        Some("off") => Ok(None),
        _ => amount(values, "staff_refund_limit", currency).map(Some),
    }
}
