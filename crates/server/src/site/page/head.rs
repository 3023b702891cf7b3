//! Head of a page: title, description, canonical URL, Open Graph, schema.org.

use askama::Template;
use serde_json::{Value, json};

use super::data::script_safe;
use super::hero_image::Lead;
use crate::platform::config::Config;

/// Characters; search engines cut longer descriptions.
pub const DESCRIPTION_LETTERS: usize = 160;

pub struct Head {
    pub title: String,
    pub description: String,
    /// Absolute URL of the page.
    pub url: String,
    /// Type in Open Graph: website, article or product.
    pub kind: &'static str,
    pub site: String,
    /// Absolute URL.
    pub image: Option<String>,
    /// Candidates for the first visible picture: several if windows or themes show different ones.
    pub leads: Vec<Lead>,
    /// Objects of schema.org.
    pub graph: Vec<Value>,
}

#[derive(Template)]
#[template(path = "head.html")]
struct HeadTemplate<'a> {
    head: &'a Head,
}

impl Head {
    pub fn html(&self) -> askama::Result<String> {
        HeadTemplate { head: self }.render()
    }

    fn schema_text(&self) -> String {
        let all = json!({"@context": "https://schema.org", "@graph": self.graph});
        script_safe(&all.to_string())
    }
}

/// Head of a page that search engines do not index: the name of the agency, to which the app prepends its titles.
#[derive(Template)]
#[template(
    source = "<title>{{ name }}</title>\n<meta name=\"application-name\" content=\"{{ name }}\">",
    ext = "html"
)]
pub struct ScreenHead<'a> {
    pub name: &'a str,
}

/// The absolute URL of a path on this site.
pub fn absolute(config: &Config, path: &str) -> String {
    format!("{}{path}", config.public_url)
}

/// The absolute URL of a picture; none if it is not an http(s) URL or an absolute path.
pub fn picture(config: &Config, address: &str) -> Option<String> {
    if address.starts_with('/') && !address.starts_with("//") {
        return Some(absolute(config, address));
    }
    (address.starts_with("https://") || address.starts_with("http://")).then(|| address.to_owned())
}

/// The beginning of a text on one line, cut between words.
pub fn shorten(text: &str, letters: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((end, _)) = line.char_indices().nth(letters) else {
        return line;
    };
    let cut = line.get(..end).unwrap_or_default();
    let cut = cut
        .rsplit_once(' ')
        .map_or(cut, |(whole_words, _)| whole_words);
    format!("{}…", cut.trim_end_matches([',', ';', ':', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_one_line_cut_at_a_word() {
        assert_eq!(shorten(" Up\n\nand   down ", 160), "Up and down");
        let long = "ступа ".repeat(60);
        let short = shorten(&long, DESCRIPTION_LETTERS);
        assert!(short.chars().count() <= DESCRIPTION_LETTERS + 1, "{short}");
        assert!(short.ends_with("ступа…"), "{short}");
        assert_eq!(
            shorten(&"x".repeat(500), DESCRIPTION_LETTERS)
                .chars()
                .count(),
            DESCRIPTION_LETTERS + 1
        );
    }
}
