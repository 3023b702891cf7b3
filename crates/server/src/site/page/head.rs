//! What a page says of itself in its head: title, description, canonical address, Open Graph, schema.org.

use askama::Template;
use serde_json::{Value, json};

use super::data::script_safe;
use super::hero_image::Lead;
use crate::platform::config::Config;

/// Search engines show about so many letters.
pub const DESCRIPTION_LETTERS: usize = 160;

pub struct Head {
    pub title: String,
    pub description: String,
    /// Of the page, absolute.
    pub url: String,
    /// Of Open Graph: website, article or product.
    pub kind: &'static str,
    pub site: String,
    /// Absolute.
    pub image: Option<String>,
    /// The first picture in sight; more than one where windows or themes begin with different ones.
    pub leads: Vec<Lead>,
    /// The things that schema.org has words for.
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

/// Head of a screen that is not for search engines: the agency's name, which the app puts its titles before.
#[derive(Template)]
#[template(
    source = "<title>{{ name }}</title>\n<meta name=\"application-name\" content=\"{{ name }}\">",
    ext = "html"
)]
pub struct ScreenHead<'a> {
    pub name: &'a str,
}

/// An address of this site as others write it.
pub fn absolute(config: &Config, path: &str) -> String {
    format!("{}{path}", config.public_url)
}

/// A picture's address as others write it; what is no address of the web is none.
pub fn picture(config: &Config, address: &str) -> Option<String> {
    if address.starts_with('/') && !address.starts_with("//") {
        return Some(absolute(config, address));
    }
    (address.starts_with("https://") || address.starts_with("http://")).then(|| address.to_owned())
}

/// The beginning of a text on one line, cut at a word.
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
