//! Preferences of a traveller: a JSON object of the client, merged key by key. Known keys are validated (document 1
//! §2 Account).

use serde_json::{Map, Value};

use crate::money::Currency;
use crate::problem::Problem;

/// Length as JSON in bytes. A preference is a word or a switch; this is room for about a hundred.
pub const MAX_LENGTH: usize = 8 * 1024;

const THEMES: [&str; 3] = ["light", "dark", "system"];

/// Merges `changes` into `preferences` as a JSON Merge Patch (RFC 7396): objects key by key, null removes a key. If
/// the result breaks a rule, the preferences stay unchanged.
pub fn merge(
    preferences: &mut Map<String, Value>,
    changes: &Map<String, Value>,
) -> Result<(), Vec<Problem>> {
    let mut merged = preferences.clone();
    merge_objects(&mut merged, changes);
    let problems = check(&merged);
    if problems.is_empty() {
        *preferences = merged;
        Ok(())
    } else {
        Err(problems)
    }
}

fn merge_objects(target: &mut Map<String, Value>, changes: &Map<String, Value>) {
    for (key, change) in changes {
        match change {
            Value::Null => {
                target.remove(key);
            }
            Value::Object(inner) => {
                let slot = target.entry(key).or_insert(Value::Null);
                if !slot.is_object() {
                    *slot = Value::Object(Map::new());
                }
                if let Value::Object(object) = slot {
                    merge_objects(object, inner);
                }
            }
            other => {
                target.insert(key.clone(), other.clone());
            }
        }
    }
}

fn check(preferences: &Map<String, Value>) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut wrong = |field: &str, may_be: &str| {
        problems.push(Problem::new(
            format!("preferences.{field}"),
            format!("{field} must be {may_be}"),
        ));
    };
    if let Some(currency) = preferences.get("currency") {
        let is_code = currency
            .as_str()
            .is_some_and(|code| Currency::parse(code).is_ok());
        if !is_code {
            wrong("currency", "a three-letter currency code");
        }
    }
    if let Some(theme) = preferences.get("theme")
        && !theme.as_str().is_some_and(|word| THEMES.contains(&word))
    {
        wrong("theme", "light, dark or system");
    }
    match preferences.get("mails") {
        Some(Value::Object(mails)) => {
            for (name, wanted) in mails {
                if !wanted.is_boolean() {
                    wrong(&format!("mails.{name}"), "true or false");
                }
            }
        }
        Some(_) => wrong("mails", "an object"),
        None => {}
    }
    let length = serde_json::to_string(preferences).map_or(usize::MAX, |text| text.len());
    if length > MAX_LENGTH {
        problems.push(Problem::new("preferences", "Preferences are too long"));
    }
    problems
}
