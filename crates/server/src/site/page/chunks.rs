//! `Link` headers for the scripts of a page. The browser fetches them in parallel with the entry script; otherwise it
//! would request them only after that has run.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::header::{CONTENT_TYPE, LINK};
use axum::response::Response;

use crate::site::{routes, static_files};

/// Scripts by the name of the file in web/src/pages (vite.config.ts writes the list).
static PARTS: LazyLock<HashMap<String, Vec<String>>> = LazyLock::new(|| {
    static_files::text("pages.json")
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
});

/// Paths of the scripts, without the leading slash.
pub fn parts(path: &str) -> &'static [String] {
    PARTS
        .get(routes::module_of(path))
        .map_or(&[], Vec::as_slice)
}

/// Marks a response that is readable before its scripts load. Its HTML lists them and loads them later.
#[derive(Clone, Copy)]
pub struct ReadFirst;

/// Adds preloads for its scripts to an HTML page that is blank without them.
pub fn announce(path: &str, response: &mut Response) {
    if response.extensions().get::<ReadFirst>().is_some() {
        return;
    }
    let headers = response.headers_mut();
    let html = headers
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let links: Vec<String> = parts(path)
        .iter()
        .map(|file| format!("</{file}>; rel=modulepreload"))
        .collect();
    if let (true, Ok(link)) = (html && !links.is_empty(), links.join(", ").parse()) {
        headers.append(LINK, link);
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn every_page_of_the_build_has_a_path() {
        let mut known: Vec<&str> = routes::pages().map(|page| page.module.as_str()).collect();
        known.push("NotFoundPage");
        // Empty if only the server is built.
        for page in PARTS.keys() {
            assert!(known.contains(&page.as_str()), "{page}");
        }
    }

    #[test]
    fn only_pages_are_told() {
        let mut answer = Response::default();
        let json = HeaderValue::from_static("application/json");
        answer.headers_mut().insert(CONTENT_TYPE, json);
        announce("/", &mut answer);
        assert!(!answer.headers().contains_key(LINK));
    }
}
