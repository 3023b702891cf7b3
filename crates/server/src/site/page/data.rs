//! Initial API responses of a page, embedded in it under their URLs. The app reads them instead of sending requests
//! (web/src/api/initial-data.ts).

use crate::features::branding::Site;
use crate::features::branding::serve::text_of;
use crate::http::error::{ApiError, ApiResult};
use serde::Serialize;

/// Larger responses are not embedded; the app requests their compressed copy instead.
const MAX_BYTES: usize = 128 * 1024;

/// URLs and responses, as JSON.
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
        if answer.len() <= MAX_BYTES {
            self.0.push((call.into(), answer));
        }
    }

    /// A JSON object that is safe in a script element.
    pub fn script_text(&self) -> String {
        let entries: Vec<String> = self
            .0
            .iter()
            .map(|(call, answer)| format!("{}:{answer}", serde_json::Value::from(call.as_str())))
            .collect();
        script_safe(&format!("{{{}}}", entries.join(",")))
    }
}

/// Escapes JSON so that no text can end the script element or start another. These characters occur only inside JSON
/// strings, where the escapes are equivalent.
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

/// Adds a text of the agency, if there is one.
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
        data.add("/api/a", &"x".repeat(MAX_BYTES)).expect("JSON");
        assert_eq!(data.script_text(), "{}");
    }
}
