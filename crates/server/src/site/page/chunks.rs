//! `Link` headers for the scripts of a page. The browser fetches them in parallel with the entry script; otherwise it
//! would request them only after that has run.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::HeaderValue;

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

/// The value of a `Link` header that preloads the scripts of a page.
pub fn preloads(path: &str) -> Option<HeaderValue> {
    let links: Vec<String> = parts(path)
        .iter()
        .map(|file| format!("</{file}>; rel=modulepreload"))
        .collect();
    (!links.is_empty()).then(|| links.join(", ").parse().ok())?
}

#[cfg(test)]
mod tests {
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
}
