//! Tags that staff give to bookings, for example `vegetarian` or `returning guest`.

use crate::problem::{Problem, has_control_character};

pub const MAX_TAGS: usize = 10;
pub const MAX_TAG_LENGTH: usize = 30;

/// A tag as it is stored: in lower case, with single spaces between its words.
#[must_use]
pub fn tidy_tag(tag: &str) -> String {
    let words: Vec<&str> = tag.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// The tags as they are stored: each once, in alphabetical order.
#[must_use]
pub fn tidy_tags(tags: &[String]) -> Vec<String> {
    let mut tags: Vec<String> = tags.iter().map(|tag| tidy_tag(tag)).collect();
    tags.retain(|tag| !tag.is_empty());
    tags.sort_unstable();
    tags.dedup();
    tags
}

/// Checks number, length and characters of tidy tags.
#[must_use]
pub fn check_tags(tags: &[String]) -> Option<Problem> {
    let message = if tags.len() > MAX_TAGS {
        format!("A booking has at most {MAX_TAGS} tags")
    } else if tags.iter().any(|tag| tag.chars().count() > MAX_TAG_LENGTH) {
        format!("A tag has at most {MAX_TAG_LENGTH} characters")
    } else if tags.iter().any(|tag| has_control_character(tag)) {
        "A tag has characters that cannot be used".to_owned()
    } else {
        return None;
    };
    Some(Problem::new("tags", message))
}
