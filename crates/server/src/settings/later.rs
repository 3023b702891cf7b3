//! The settings of decisions §1 that this version does not know yet. Passed over in silence some of them
//! would do harm: an agency that sets its Stripe keys must not sell treks against test cards.

use super::{BadSetting, Values, variable};

const STRIPE_KEYS: [&str; 3] = [
    "stripe_secret_key",
    "stripe_publishable_key",
    "stripe_webhook_secret",
];

/// Without these everything else works as the documents say: they are told in the log.
const HARMLESS: [&str; 1] = ["metrics_listen"];

pub(super) const LATER: [&str; 6] = [
    STRIPE_KEYS[0],
    STRIPE_KEYS[1],
    STRIPE_KEYS[2],
    "stripe_api_url",
    "storage_url",
    HARMLESS[0],
];

/// Stops the start where one of them would be believed to do something that matters.
pub fn refuse(values: &Values) -> Result<(), BadSetting> {
    refuse_stripe(values)?;
    // There are no uploads yet, so a folder elsewhere loses nothing; a bucket would be relied upon.
    if values
        .get("storage_url")
        .is_some_and(|url| !url.starts_with("file:"))
    {
        let problem = "may be file://, this version stores nothing elsewhere; leave it out";
        return Err(BadSetting::new(variable("storage_url"), problem));
    }
    Ok(())
}

fn refuse_stripe(values: &Values) -> Result<(), BadSetting> {
    let is_set = |name: &&str| values.get(name).is_some();
    let Some(set) = STRIPE_KEYS
        .iter()
        .chain(&["stripe_api_url"])
        .copied()
        .find(|name| is_set(name))
    else {
        return Ok(());
    };
    let missing: Vec<String> = STRIPE_KEYS
        .iter()
        .filter(|name| !is_set(name))
        .map(|name| variable(name))
        .collect();
    let problem = if missing.is_empty() {
        "this version does not take payments through Stripe, only the sandbox provider; leave Stripe's keys out"
            .to_owned()
    } else {
        format!(
            "Stripe's keys are set in part, {} missing; this version works without all of them only",
            missing.join(" and ") + if missing.len() == 1 { " is" } else { " are" }
        )
    };
    Err(BadSetting::new(variable(set), problem))
}

/// Those that were set and do nothing.
#[must_use]
pub fn without_effect(values: &Values) -> Vec<String> {
    HARMLESS
        .iter()
        .filter(|name| values.get(name).is_some())
        .map(|name| variable(name))
        .collect()
}
