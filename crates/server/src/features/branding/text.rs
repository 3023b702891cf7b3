//! `site.toml`: headline and sub-line of the home page, text and links of the footer.

use serde::Deserialize;

use super::MAX_TEXT_BYTES;

pub const MAX_HEADLINE_LETTERS: usize = 200;
pub const MAX_SUBLINE_LETTERS: usize = 400;
pub const MAX_FOOTER_LETTERS: usize = 600;
pub const MAX_LINKS: usize = 10;
pub const MAX_LABEL_LETTERS: usize = 60;
const MAX_URL_LETTERS: usize = 2000;

#[derive(Debug, Default, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Words {
    pub home: HomeWords,
    pub footer: FooterWords,
}

#[derive(Debug, Default, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HomeWords {
    pub headline: Option<String>,
    pub subline: Option<String>,
}

#[derive(Debug, Default, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FooterWords {
    pub text: Option<String>,
    pub links: Vec<FooterLink>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FooterLink {
    pub label: String,
    pub url: String,
}

/// The error is one line of text.
pub fn parse(toml: &str) -> Result<Words, String> {
    debug_assert!(toml.len() <= MAX_TEXT_BYTES);
    let words: Words = toml::from_str(toml)
        .map_err(|error| error.to_string().lines().collect::<Vec<_>>().join(" "))?;
    let lines = [
        ("home.headline", &words.home.headline, MAX_HEADLINE_LETTERS),
        ("home.subline", &words.home.subline, MAX_SUBLINE_LETTERS),
        ("footer.text", &words.footer.text, MAX_FOOTER_LETTERS),
    ];
    for (name, text, most) in lines {
        if let Some(text) = text {
            check_line(name, text, most)?;
        }
    }
    if words.footer.links.len() > MAX_LINKS {
        return Err(format!("footer.links has more than {MAX_LINKS} links"));
    }
    for link in &words.footer.links {
        check_line("a label of footer.links", &link.label, MAX_LABEL_LETTERS)?;
        check_line("a url of footer.links", &link.url, MAX_URL_LETTERS)?;
        if !is_safe_link(&link.url) {
            return Err(format!(
                "'{}' of footer.links must begin with https://, http://, mailto:, tel: or /",
                link.url
            ));
        }
    }
    Ok(words)
}

fn check_line(name: &str, text: &str, most: usize) -> Result<(), String> {
    if text.trim().is_empty() {
        return Err(format!("{name} is empty; leave it out for the default"));
    }
    if text.chars().nth(most).is_some() {
        return Err(format!("{name} has more than {most} letters"));
    }
    if text.contains(char::is_control) {
        return Err(format!(
            "{name} must be one line without control characters"
        ));
    }
    Ok(())
}

/// Whether a visitor can follow the link without executing anything.
pub fn is_safe_link(url: &str) -> bool {
    let scheme = url
        .split_once(':')
        .map(|(scheme, _)| scheme.to_ascii_lowercase());
    let is_local = url.starts_with('#')
        || (url.starts_with('/') && !url.starts_with("//") && !url.starts_with("/\\"));
    let is_known =
        scheme.is_some_and(|scheme| ["https", "http", "mailto", "tel"].contains(&&*scheme));
    (is_local || is_known) && !url.contains(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_what_is_wrong_is_named() {
        let words = parse(
            "[home]\nheadline = \"Walk with us\"\n[footer]\ntext = \"Since 1994.\"\n\
             [[footer.links]]\nlabel = \"Instagram\"\nurl = \"https://instagram.example/us\"\n",
        )
        .expect("words");
        assert_eq!(words.home.headline.as_deref(), Some("Walk with us"));
        assert_eq!(words.home.subline, None);
        assert_eq!(words.footer.links.len(), 1);
        let long = format!("[home]\nheadline = \"{}\"", "x".repeat(201));
        for (toml, problem) in [
            ("[home]\nheadlin = \"x\"", "headlin"),
            ("home = 1", "invalid type"),
            (&*long, "home.headline has more than 200 letters"),
            ("[home]\nsubline = \" \"", "home.subline is empty"),
            ("[home]\nsubline = \"a\\u0007\"", "one line"),
            (
                "[[footer.links]]\nlabel = \"x\"\nurl = \"javascript:alert(1)\"",
                "must begin with",
            ),
        ] {
            let error = parse(toml).expect_err(toml);
            assert!(error.contains(problem), "{error}");
            assert!(!error.contains('\n'), "{error}");
        }
        assert!(parse(&format!("[home]\nheadline = \"{}\"", "ल".repeat(200))).is_ok());
    }

    #[test]
    fn a_link_leads_to_a_page_a_mailbox_or_a_telephone() {
        for url in [
            "https://a.example",
            "HTTP://a.example",
            "mailto:a@b.example",
            "tel:+977",
            "/terms",
            "#top",
        ] {
            assert!(is_safe_link(url), "{url}");
        }
        for url in [
            "javascript:x",
            "data:text/html,x",
            "//a.example",
            "/\\a.example",
            "a.html",
            "",
            "vbscript:x",
        ] {
            assert!(!is_safe_link(url), "{url}");
        }
    }
}
