//! The settings of decisions §1 that this version does not know yet. Passed over in silence some of them
//! would do harm: an agency that keeps its pictures in a bucket must not find them in a folder.

use super::{BadSetting, Values, variable};

/// Without these everything else works as the documents say: they are told in the log.
const HARMLESS: [&str; 1] = ["metrics_listen"];

pub(super) const LATER: [&str; 2] = ["storage_url", HARMLESS[0]];

/// Stops the start where one of them would be believed to do something that matters.
pub fn refuse(values: &Values) -> Result<(), BadSetting> {
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

/// Those that were set and do nothing.
#[must_use]
pub fn without_effect(values: &Values) -> Vec<String> {
    HARMLESS
        .iter()
        .filter(|name| values.get(name).is_some())
        .map(|name| variable(name))
        .collect()
}
