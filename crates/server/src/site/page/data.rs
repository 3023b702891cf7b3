//! The first answers of a page, in the page: what its calls would say, under their addresses. The app
//! reads them instead of asking (web/src/api/initial-data.ts).

use crate::features::branding::Site;
use crate::features::branding::serve::text_of;
use crate::http::error::{ApiError, ApiResult};
use serde::Serialize;

/// More than that is not put into the page: the app fetches its prepared, compressed copy meanwhile.
const MOST_BYTES: usize = 128 * 1024;

/// Calls and what they answer, as JSON.
#[derive(Default)]
pub struct Data(Vec<(String, String)>);

impl Data {
    pub fn add(
        &mut self,
        call: impl Into<String>,
        answer: &impl Serialize,
    ) -> serde_json::Result<()> {
        self.add_text(call, serde_json::to_string(answer)?);
        Ok(())
    }

    pub fn add_text(&mut self, call: impl Into<String>, answer: String) {
        if answer.len() <= MOST_BYTES {
            self.0.push((call.into(), answer));
        }
    }

    /// One JSON object that can stand in a script element.
    pub fn script_text(&self) -> String {
        let entries: Vec<String> = self
            .0
            .iter()
            .map(|(call, answer)| format!("{}:{answer}", serde_json::Value::from(call.as_str())))
            .collect();
        script_safe(&format!("{{{}}}", entries.join(",")))
    }
}

/// JSON in which no text can end the script element that it stands in, or begin anything else. These
/// characters stand only inside the strings of JSON, where an escape means the same.
pub fn script_safe(json: &str) -> String {
    let mut safe = String::with_capacity(json.len() + json.len() / 16);
    for letter in json.chars() {
        match letter {
            '<' => safe.push_str("\\u003c"),
            '>' => safe.push_str("\\u003e"),
            '&' => safe.push_str("\\u0026"),
            '\u{2028}' => safe.push_str("\\u2028"),
            '\u{2029}' => safe.push_str("\\u2029"),
            letter => safe.push(letter),
        }
    }
    safe
}

pub fn add(data: &mut Data, call: impl Into<String>, answer: &impl Serialize) -> ApiResult<()> {
    data.add(call, answer).map_err(ApiError::internal)
}

/// One of the agency's own texts, which the page shows.
pub fn add_text(data: &mut Data, site: &Site, name: &str) -> ApiResult<()> {
    match text_of(site, name) {
        Some(answer) => add(data, format!("/api/site/texts/{name}"), &answer),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_stays_text_and_comes_back_as_it_was() {
        let hostile = "</script><script>alert(1)</script><!-- & \u{2028}\u{2029} \"";
        let mut data = Data::default();
        data.add("/api/a?b=1&c=2", &hostile).expect("JSON");
        let text = data.script_text();
        assert!(
            !text.contains(['<', '>', '&', '\u{2028}', '\u{2029}']),
            "{text}"
        );
        let back: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(back["/api/a?b=1&c=2"], hostile);
    }

    #[test]
    fn what_is_too_large_is_left_to_the_call() {
        let mut data = Data::default();
        data.add("/api/a", &"x".repeat(MOST_BYTES)).expect("JSON");
        assert_eq!(data.script_text(), "{}");
    }
}
