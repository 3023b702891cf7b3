//! Which scripts a page needs beside the frame, told in the head of its answer: the browser fetches them together
//! with the frame, which would ask for them only after it has run.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::header::{CONTENT_TYPE, LINK};
use axum::http::{HeaderMap, HeaderValue};

use crate::static_files;

/// By the name of a page's file in web/src/pages: one header that names its scripts (vite.config.ts writes the list).
static LINKS: LazyLock<HashMap<String, HeaderValue>> = LazyLock::new(|| {
    let pages: HashMap<String, Vec<String>> = static_files::text("pages.json")
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    let link = |files: Vec<String>| {
        let links: Vec<String> = files
            .iter()
            .map(|file| format!("</{file}>; rel=modulepreload"))
            .collect();
        HeaderValue::try_from(links.join(", ")).ok()
    };
    let linked = |(page, files)| Some((page, link(files)?));
    pages.into_iter().filter_map(linked).collect()
});

/// The page that draws an address (web/src/routes.tsx). None where the frame draws it alone.
fn page_of(path: &str) -> Option<&'static str> {
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    Some(match parts.as_slice() {
        [""] => "HomePage",
        ["packages"] => "PackagesPage",
        ["package", "edit", _] => "TrekEditPage",
        ["package", _] => "PackagePage",
        ["custom-trek"] => "CustomTrekPage",
        ["blogs"] => "BlogsPage",
        ["blog", _] => "BlogPage",
        ["terms"] => "TermsPage",
        ["privacy"] => "PrivacyPage",
        ["login"] => "LoginPage",
        ["signup"] => "SignupPage",
        ["forgot-password"] => "ForgotPasswordPage",
        ["auth", "callback"] => "AuthCallbackPage",
        ["newsletter", "unsubscribe"] => "UnsubscribePage",
        ["booking"] => "BookingPage",
        ["booking", "confirmation", _] => "ConfirmationPage",
        ["booking-success"] => "BookingSuccessPage",
        ["checkout"] => "CheckoutPage",
        ["dashboard"] => "DashboardPage",
        ["admin"] => "AdminPage",
        _ => return None,
    })
}

/// Tells an answer's page, if it is one, what it will need.
pub fn announce(path: &str, headers: &mut HeaderMap) {
    let html = headers
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if let (true, Some(link)) = (html, page_of(path).and_then(|page| LINKS.get(page))) {
        headers.append(LINK, link.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_of_the_build_is_at_an_address() {
        let paths = [
            "/",
            "/packages",
            "/packages/",
            "/package/x",
            "/package/edit/x",
            "/custom-trek",
            "/blogs",
            "/blog/x",
            "/terms",
            "/privacy",
            "/login",
            "/signup",
            "/forgot-password",
            "/auth/callback",
            "/newsletter/unsubscribe",
            "/booking",
            "/booking/confirmation/x",
            "/booking-success",
            "/checkout",
            "/dashboard",
            "/admin",
        ];
        let known: Vec<&str> = paths.into_iter().filter_map(page_of).collect();
        assert_eq!(known.len(), paths.len());
        // Empty where only the server is built.
        for page in LINKS.keys() {
            assert!(known.contains(&page.as_str()), "{page}");
        }
        for path in ["/nope", "/package", "/assets/x.js", "/package/a/b"] {
            assert_eq!(page_of(path), None, "{path}");
        }
    }

    #[test]
    fn only_pages_are_told() {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        announce("/", &mut headers);
        assert!(!headers.contains_key(LINK));
    }
}
