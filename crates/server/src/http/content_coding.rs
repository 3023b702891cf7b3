//! Which compressed forms of an answer a client takes (RFC 9110 §12.5.3).

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

/// Whether `Accept-Encoding` names the coding with a weight above zero.
pub fn accepts(asked: &HeaderMap, coding: &str) -> bool {
    let given = asked
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok());
    given.flat_map(|text| text.split(',')).any(|part| {
        let mut pieces = part.split(';').map(str::trim);
        let name = pieces.next().unwrap_or_default();
        let weight = pieces
            .find_map(|piece| piece.strip_prefix("q="))
            .map_or("1", str::trim);
        name.eq_ignore_ascii_case(coding) && !weight.trim_matches(['0', '.']).is_empty()
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_coding_is_taken_when_it_is_named_with_some_weight() {
        let takes = |asked: &'static str, coding: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(asked));
            accepts(&headers, coding)
        };
        assert!(takes("gzip, deflate, br", "br"));
        assert!(takes("gzip;q=1.0, br;q=0.5", "br"));
        assert!(takes("BR", "br"));
        assert!(!takes("gzip", "br"));
        assert!(!takes("br;q=0, gzip", "br"));
        assert!(!takes("br;q=0.000", "br"));
        assert!(!accepts(&HeaderMap::new(), "br"));
    }
}
