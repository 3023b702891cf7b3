//! Content negotiation between two media types (RFC 9110 §12.5.1).

use axum::http::HeaderMap;
use axum::http::header::ACCEPT;

use super::header_list::weight_of;

/// Whether `Accept` names the newer type with at least the weight of the older one. Wildcards do not count for the
/// newer type: a client that sends only wildcards may not support it.
pub fn prefers(asked: &HeaderMap, newer: &str, older: &str) -> bool {
    let newer = weight_of(asked, ACCEPT, newer);
    let group = older.split_once('/').map(|(group, _)| format!("{group}/*"));
    let older = weight_of(asked, ACCEPT, older)
        .or_else(|| weight_of(asked, ACCEPT, &group?))
        .or_else(|| weight_of(asked, ACCEPT, "*/*"));
    newer.is_some_and(|newer| newer > 0 && newer >= older.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_newer_type_is_answered_to_who_names_it_and_weighs_it_no_less() {
        let avif = |asked: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT, HeaderValue::from_static(asked));
            prefers(&headers, "image/avif", "image/webp")
        };
        for asked in [
            "image/avif,image/webp,image/apng,*/*;q=0.8",
            "IMAGE/AVIF",
            "image/webp;q=0.4, image/avif;q=0.5",
            "image/avif;q=0.8,*/*;q=0.5",
            "image/avif ; Q=1",
        ] {
            assert!(avif(asked), "{asked}");
        }
        for asked in [
            "*/*",
            "image/*",
            "image/webp,*/*",
            "image/avif;q=0, image/webp",
            "image/avif;q=0",
            "image/avif;q=0.5, image/webp",
            "image/avif;q=0.5, image/*;q=0.9",
            "image/avif;q=x",
            "image/avifs",
        ] {
            assert!(!avif(asked), "{asked}");
        }
        assert!(!prefers(&HeaderMap::new(), "image/avif", "image/webp"));
    }
}
