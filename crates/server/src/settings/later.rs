//! The settings of decisions §1 that this version does not know yet. Passed over in silence they would leave
//! the operator waiting for what never comes.

use super::{Values, variable};

/// Without these everything else works as the documents say: they are told in the log.
const HARMLESS: [&str; 1] = ["metrics_listen"];

pub(super) const LATER: [&str; 1] = HARMLESS;

/// Those that were set and do nothing.
#[must_use]
pub fn without_effect(values: &Values) -> Vec<String> {
    HARMLESS
        .iter()
        .filter(|name| values.get(name).is_some())
        .map(|name| variable(name))
        .collect()
}
